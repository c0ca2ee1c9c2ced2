import {expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from './all-checks.ts';
import {contractsOf} from './engine/contracts.ts';
import {fixtureText} from './engine/fixtures/fixture.ts';
import {fixtureReader} from './engine/fixtures/read-fixture.ts';
import {checkOf} from './engine/fixtures/replay.ts';
import {prepare} from './engine/planning/prepare.ts';
import {everyStep} from './engine/planning/steps.ts';
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

test('every fixture reads back as it was made, and has all that the judge of its check reads', () => {
  const read = fixtureReader(specifications);
  for (const [path, {rule, place, make}] of made) {
    const fixture = make();
    expect(fixture.steps.length, path).toBeGreaterThan(0);
    const again = read(path, fixtureText(fixture));
    expect(again, path).toEqual(fixture);
    const originals = checks.filter((one) => one.rule === rule && one.place === place);
    const handles = originals.map(({scene}) => handlesOf(scene));
    expect(handles, path).toContainEqual(Object.keys(again.handles ?? {}));
    if (again.sequence || again.draw) continue;
    expect(
      originals.map(({judge}) => judge),
      path,
    ).toContain(checkOf(again, checks, specifications).judge);
  }
});

/** The names of the responses that the judges of a scene read. */
const handlesOf = (scene: Parameters<typeof prepare>[0]): string[] =>
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
