import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {parseAllDocuments} from 'yaml';
import type {Rule} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import {rulesFixtures} from './rule-fixtures.ts';
import {rulesNamed} from './rules-named.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-fixtures-'));
afterAll(() => rmSync(folder, {recursive: true}));
const specifications = loadSpecifications();
const rules = Object.values(specifications).flatMap((one) => one.rules);
const named = (name: string): Rule[] => rulesNamed(name, rules);

/** The places of the fixtures in a text, in order. */
const placesIn = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => document.get('place') ?? '*');

test('all fixtures of a rule are printed as documents, each under the path by which it is replayed', () => {
  const text = rulesFixtures(named('workspace.uploads.link-lives-30-minutes'), {});
  expect(text).toMatch(/^# fixtures\/workspace\/uploads\/link-lives-30-minutes\.yaml\nfixture: /);
  expect(placesIn(text).sort()).toEqual([
    '*',
    'in any situation',
    'of an audiobook',
    'over every turn of the calendar',
    'reservations again and again',
    'reserved by a tool',
    'used shortly before its end',
  ]);
  expect(text.match(/^---$/gm)).toHaveLength(6);
});

test('several documents in one file are refused with what to do', () => {
  const file = join(folder, 'several.yaml');
  writeFileSync(file, rulesFixtures(named('workspace.account.has-plan'), {}));
  expect(() => fixtureReader(specifications)(file)).toThrow(
    /several\.yaml:\d+: another YAML document begins \(`---`\); write each to a file of its own/,
  );
});

test.each([
  ['of an audiobook', ['of an audiobook']],
  ['*', ['*']],
  ['Shortly END', ['used shortly before its end']],
])('--place %s picks the places with all words', (place, places) => {
  const text = rulesFixtures(named('workspace.uploads.link-lives-30-minutes'), {place});
  expect(placesIn(text)).toEqual(places);
});

test('words that no place has are refused with the nearest place', () => {
  const rule = named('store.users.email-is-required');
  expect(() => rulesFixtures(rule, {place: 'createUsr email'})).toThrow(
    "--place createUsr email: none of the 2 places has all these words; did you mean 'createUser request /email'?",
  );
});

test('the rule of a mark has the requests that are generated for it', () => {
  const text = rulesFixtures(named('store.users.email-is-required'), {place: 'createUser'});
  expect(text).toContain('op: createUser');
  expect(text).toContain('rule: store.users.email-is-required');
});

test('--out writes a file for each, which reads as a fixture, and replaces no file that differs', () => {
  const out = join(folder, 'out');
  const written = rulesFixtures(named('workspace/account'), {out}).trim().split('\n');
  const files = readdirSync(join(out, 'workspace/account'));
  expect(written.sort()).toEqual(files.map((name) => join(out, 'workspace/account', name)).sort());
  const read = fixtureReader(specifications);
  for (const file of written) expect(read(file).rule).toMatch(/^workspace\./);
  const [first = ''] = written;
  const text = readFileSync(first, 'utf8');
  expect(rulesFixtures(named('workspace/account'), {out}).trim().split('\n').sort()).toEqual(
    written,
  );
  writeFileSync(first, `${text}# mine\n`);
  expect(() => rulesFixtures(named('workspace/account'), {out})).toThrow(
    `--out: ${first} exists with another content; remove it, or give another folder`,
  );
  expect(readFileSync(first, 'utf8')).toContain('# mine');
});

test('a folder that cannot be written is refused', () => {
  writeFileSync(join(folder, 'a-file'), '');
  expect(() => rulesFixtures(named('workspace/account'), {out: join(folder, 'a-file')})).toThrow(
    /^--out .*a-file: .* cannot be written \(\w+\); give a folder/,
  );
});

test('a rule without a check is refused with the reason', () => {
  const [rule] = named('workspace.account.has-plan');
  expect(() => rulesFixtures([{...rule!, id: 'workspace.account.nothing'}], {})).toThrow(
    /^workspace\.account\.nothing: has no fixture, because no check sends requests for it/,
  );
});
