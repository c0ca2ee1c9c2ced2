/**
 * Runs the checks of some chapters, generated sequences of the models included, on the embedded mock. Stryker runs
 * this file as a test: a mutant of the mock is detected when a rule fails. It is not a test of the project, whose test
 * runs certify the mock anyway.
 */
import {expect, test} from 'vitest';
import {createMock} from '../../mock/create-mock.ts';
import {defined} from '../../spec/defined.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {isSeenBroken} from '../../spec/seen-broken.ts';
import {allChecks} from '../../suites/all-checks.ts';
import type {Check} from '../../suites/language/check.ts';
import {conformanceOf} from '../../suites/engine/judge/conformance.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {run} from '../../suites/engine/run.ts';
import {MockTarget} from '../../suites/target/mock-target.ts';

const SEED = 1;

/** The number of scenes after which to test whether a rule has failed. */
const SCENES_AT_ONCE = 25;

const chapters = (process.env['PRESSCHECK_MUTANTS_CHAPTERS'] ?? '').split(',');

/** The checks of the chapters, grouped by scene. Sequences come first, because they detect the most. */
function portions(checks: Check[]): Check[][] {
  const chosen = checks.filter(({rule}) => chapters.some((one) => rule.startsWith(`${one}.`)));
  const byScene = new Map<unknown, Check[]>();
  for (const check of chosen)
    byScene.set(check.scene, [...(byScene.get(check.scene) ?? []), check]);
  const scenes = [...byScene.values()].toSorted(
    ([one], [other]) => Number(Boolean(other?.sequence)) - Number(Boolean(one?.sequence)),
  );
  const all: Check[][] = [];
  for (let first = 0; first < scenes.length; first += SCENES_AT_ONCE)
    all.push(scenes.slice(first, first + SCENES_AT_ONCE).flat());
  return all;
}

test('no rule of the chapters fails', async () => {
  const specifications = loadSpecifications();
  const mock = await createMock({world: 'empty'});
  try {
    const target = new MockTarget({
      control: defined(mock.urls.control, 'the control plane'),
      seed: SEED,
      profiles: {
        workspace: specifications.workspace.profile,
        store: specifications.store.profile,
      },
    });
    const conformance = conformanceOf(specifications, target);
    const base = {specifications, target, seed: SEED, clock: realClock, conformance};
    for (const checks of portions(allChecks(specifications, SEED).checks)) {
      const {rules} = await run({...base, checks});
      expect(rules.filter(isSeenBroken).map(({rule}) => rule)).toEqual([]);
    }
  } finally {
    await mock.close();
  }
});
