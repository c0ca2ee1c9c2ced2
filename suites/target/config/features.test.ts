import {afterAll, expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {realClock} from '../../engine/facts/ports.ts';
import {Deployment} from '../deployment.ts';
import {readConfig} from './reader.ts';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const specifications = loadSpecifications();
const folder = mkdtempSync(join(tmpdir(), 'presscheck-features-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Reads the configuration of a store with further lines. */
function read(lines: string) {
  const path = join(folder, 'presscheck.yaml');
  writeFileSync(
    path,
    `name: a\nvendor: Tides Ltd\nbuild: "7"\ncredentials: {admin: {env: A}, second-store: {env: B}}\n${lines}`,
  );
  return readConfig(path, specifications, {A: 'aaaaaaaa', B: 'bbbbbbbb'});
}

const STORE = "store: {base_url: 'http://localhost:1'}\n";

test('what is absent is a choice of the profile, and the other way round', () => {
  const declared = read(`${STORE}features: {plans: absent, limited-admins: absent}\n`);
  expect(declared.absentFeatures).toEqual(['plans', 'limited-admins']);
  expect(declared.profiles.store.choices).toEqual({'NS-ST-68': 'not served'});
  expect(declared.described).toEqual({vendor: 'Tides Ltd', build: '7'});
  const chosen = read(
    "store: {base_url: 'http://localhost:1', profile: {choices: {NS-ST-68: not served}}}\n",
  );
  expect(chosen.absentFeatures).toEqual(['plans']);
});

test('what is not served names the line that says so', () => {
  const reason = (lines: string) =>
    new Deployment(read(lines), realClock).lacks('served:store.createPlan.NS-ST-68=not served');
  expect(reason(`${STORE}features: {plans: absent}\n`)).toMatch(
    /^the deployment does not have plans \(features\.plans: absent, .*presscheck\.yaml:6\)$/,
  );
  expect(
    reason("store: {base_url: 'http://localhost:1', profile: {choices: {NS-ST-68: not served}}}\n"),
  ).toBe('the deployment does not have plans (choices.NS-ST-68: not served in the profile)');
});

test.each([
  [
    'features: {several-stores: absent}',
    /features\.several-stores: is absent, and credentials\.second-store/,
  ],
  ['features: {mcp: absent}', /features\.mcp: belongs to the workspace API/],
  ['features: {tides: absent}', /tides/],
  ['features: {plans: perhaps}', /features\.plans/],
])('%s is a mistake', (lines, message) => {
  expect(() => read(`${STORE}${lines}\n`)).toThrow(message);
});

test('a profile that says otherwise is a mistake', () => {
  const profile = 'profile: {choices: {NS-ST-99: enabled}}';
  expect(() =>
    read(
      `store: {base_url: 'http://localhost:1', ${profile}}\nfeatures: {physical-books: absent}\n`,
    ),
  ).toThrow(/the store profile says enabled/);
});
