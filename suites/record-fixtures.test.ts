import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {loadLaw} from '../spec/law.ts';
import {UsageError} from '../spec/profile.ts';
import {fixtureText} from './engine/fixture.ts';
import {readFixture} from './engine/replay.ts';
import {recordedFixtures} from './record-fixtures.ts';

const root = new URL('../fixtures/', import.meta.url);
const laws = {workspace: loadLaw('workspace'), store: loadLaw('store')};
const recorded = recordedFixtures();
const kept = ['workspace', 'store'].flatMap((api) =>
  readdirSync(new URL(`${api}/`, root), {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.yaml')).map((file) => `${api}/${file}`),
);

test('every behavioural check has its fixture, and every fixture its check', () => {
  expect(kept.sort()).toEqual([...recorded.keys()].sort());
});

test.each([...recorded])('fixtures/%s is what the check records today (else: npm run fixtures)', (path, fixture) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(fixtureText(fixture));
});

test('a fixture needs no seed, no generated id and no version', () => {
  const [[, fixture]] = [...recorded] as [[string, object]];
  expect(Object.keys(fixture).sort()).toEqual(['fixture', 'handles', 'rule', 'steps']);
});

const call = {step: 'call', id: 'a', api: 'workspace', op: 'getAccount', as: 'full'};

test.each<[unknown, string]>([
  ['text', 'f.yaml: a fixture is a mapping'],
  [{steps: [call]}, 'f.yaml: `fixture` is its name'],
  [{fixture: 'x', steps: []}, 'f.yaml: `steps` is a list with at least one step'],
  [{fixture: 'x', steps: [{...call, step: 'cal'}]}, 'f.yaml: steps.0.step: one of call'],
  [{fixture: 'x', steps: [{...call, op: 'getAcount'}]}, 'f.yaml: steps.0.op: one of getAccount'],
  [{fixture: 'x', steps: [{...call, api: 'shop'}]}, 'f.yaml: steps.0.api: workspace or store'],
  [{fixture: 'x', steps: [{...call, expects: 'acount'}]}, 'f.yaml: steps.0.expects: one of account'],
  [{fixture: 'x', steps: [{...call, path: {id: {$from: 'b', at: '/id'}}}]}, 'step a refers to b'],
  [{fixture: 'x', rule: 'no.such.rule', steps: [call]}, '`rule` "no.such.rule" is none of the catalogue'],
])('%j is refused with what would be right', (said, complaint) => {
  const read = (): unknown => readFixture('f.yaml', parse(JSON.stringify(said)), laws);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(complaint);
});
