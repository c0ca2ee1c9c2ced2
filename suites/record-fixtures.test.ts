import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from './all-checks.ts';
import {fixtureText} from './engine/fixtures/fixture.ts';
import {prepare} from './engine/planning/prepare.ts';
import {everyStep} from './engine/planning/steps.ts';
import {recordedFixtures} from './record-fixtures.ts';

const specifications = loadSpecifications();
const contracts = {
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
};
const root = new URL('../fixtures/', import.meta.url);
const recorded = recordedFixtures();
const kept = ['workspace', 'store'].flatMap((api) =>
  readdirSync(new URL(`${api}/`, root), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `${api}/${file}`),
);

test('every behavioural check has its fixture, and every fixture its check', () => {
  expect(kept.sort()).toEqual([...recorded.keys()].sort());
});

test.each([...recorded])(
  'fixtures/%s is what the check records today (else: npm run fixtures)',
  (path, fixture) => {
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(fixtureText(fixture));
  },
);

test('what a step expects is a situation of its operation', () => {
  for (const {scene} of allChecks(specifications).checks) {
    const {given, act} = prepare(scene, {lacks: () => undefined}, contracts);
    for (const step of everyStep([...given, ...act]))
      if (step.step === 'call' && step.expects !== undefined)
        expect(
          contracts[step.api].operations[step.op]!.outcomes.map(({situation}) => situation),
          `check ${scene.id}, step ${step.id}: ${step.op}`,
        ).toContain(step.expects);
  }
});

test('a fixture needs no seed, no generated id and no version', () => {
  const [[, fixture]] = [...recorded] as [[string, object]];
  expect(Object.keys(fixture).sort()).toEqual(['fixture', 'handles', 'rule', 'steps']);
});
