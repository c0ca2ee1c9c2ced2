import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from './all-checks.ts';
import type {Check, Scene} from './language/check.ts';
import {contractsOf} from './engine/facts/contracts.ts';
import {fixtureText} from './engine/fixtures/fixture.ts';
import {fixtureReader} from './engine/fixtures/read-fixture.ts';
import {checkOf} from './engine/fixtures/replay.ts';
import {prepare} from './engine/plan/prepare.ts';
import {everyStep} from './engine/plan/steps.ts';
import {madeFixtures} from './made-fixtures.ts';

const specifications = loadSpecifications();
const contracts = contractsOf(specifications);
const {checks} = allChecks(specifications);
const made = madeFixtures(specifications, checks);

test('every place of every rule has a fixture, under a name of its own', () => {
  const placesOf = (all: Iterable<{rule: string; place: string}>): Set<string> =>
    new Set([...all].map(({rule, place}) => `${rule} ${place}`));
  expect(placesOf(made.values())).toEqual(placesOf(checks));
  expect(made.size).toBe(placesOf(checks).size);
  const rules = Object.values(specifications).flatMap((specification) => specification.rules);
  const withFixture = new Set([...made.values()].map(({rule}) => rule));
  expect(rules.map(({id}) => id).filter((id) => !withFixture.has(id))).toEqual([]);
});

test('a fixture has the name of its rule, below the chapter that declares its check', () => {
  const named = [
    ['workspace/uploads/link-lives-30-minutes', 'workspace.uploads.link-lives-30-minutes', '*'],
    [
      'workspace/uploads/link-lives-10-minutes.of-an-audiobook',
      'workspace.downloads.link-lives-10-minutes',
      'of an audiobook',
    ],
    [
      'store/users/email-is-required.createUser-request-email',
      'store.users.email-is-required',
      'createUser request /email',
    ],
  ] as const;
  for (const [name, rule, place] of named)
    expect(made.get(`fixtures/${name}.yaml`)).toMatchObject({rule, place});
});

/** Every check by its rule and place. */
const checksAt = new Map<string, Check[]>();
for (const check of checks) {
  const key = `${check.rule} ${check.place}`;
  checksAt.set(key, [...(checksAt.get(key) ?? []), check]);
}

test('every fixture has the steps that the judge of its check reads', () => {
  for (const [path, {rule, place, make}] of made) {
    const {steps, handles = {}, draw, sequence} = make();
    const originals = checksAt.get(`${rule} ${place}`)!;
    const ids = new Set([...everyStep(steps)].map(({id}) => id));
    expect(steps.length, path).toBeGreaterThan(0);
    const missing = Object.values(handles).filter(([id]) => !ids.has(String(id)));
    expect(missing, path).toEqual([]);
    const read = originals.map(({scene}) => handlesOf(scene));
    expect(read, path).toContainEqual(Object.keys(handles));
    // Values are drawn only where no check does without.
    const isDrawn = originals.every((one) => one.draw ?? one.sequence);
    expect(Boolean(draw ?? sequence), path).toBe(isDrawn);
  }
});

/** `npm test` reads one of four back, `npm run test:all` every one. */
const EVERY = inject('all') ? 1 : 4;

test('a fixture reads back from its text as it was made, and its check judges it', () => {
  const read = fixtureReader(specifications);
  const some = [...made].filter((_, index) => index % EVERY === 0);
  for (const [path, {rule, place, make}] of some) {
    const fixture = make();
    const again = read(path, fixtureText(fixture));
    expect(again, path).toEqual(fixture);
    if (again.sequence || again.draw) continue;
    const judges = checksAt.get(`${rule} ${place}`)!.map(({judge}) => judge);
    expect(judges, path).toContain(checkOf(again, checks, specifications).judge);
  }
});

/** The names of the responses that the judges of a scene read. */
const handlesOf = (scene: Scene): string[] =>
  Object.keys(prepare(scene, {lacks: () => undefined}, contracts).handles);

test('what a step expects is a situation of its operation', () => {
  for (const {scene} of checks) {
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
  const fixture = made.get('fixtures/workspace/uploads/link-lives-30-minutes.yaml')!.make();
  expect(Object.keys(fixture).sort()).toEqual(['fixture', 'handles', 'rule', 'steps']);
});
