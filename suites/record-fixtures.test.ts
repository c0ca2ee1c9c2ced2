import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {fixtureText} from './engine/fixture.ts';
import {recordedFixtures} from './record-fixtures.ts';

const root = new URL('../fixtures/', import.meta.url);
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
