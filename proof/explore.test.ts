import {expect, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {defined} from '../spec/defined.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {replay} from '../suites/engine/fixtures/replay.ts';
import {explore} from '../suites/explore/explore.ts';
import type {Found} from '../suites/explore/found.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

const specifications = loadSpecifications();
const profiles = {
  workspace: specifications.workspace.profile,
  store: specifications.store.profile,
};
const {checks} = allChecks(specifications, 1);

/** Explores a mock. */
async function explored(defect: string | undefined, corpus: Fixture[] = [], maxRequests = 300) {
  const mock = await createMock({world: 'empty', defects: withDefects(DEFECTS)});
  const control = defined(mock.urls.control, 'the control plane');
  const target = new MockTarget({control, seed: 1, profiles, ...(defect && {world: {defect}})});
  const options = {specifications, checks, target, clock: realClock, seed: 1};
  const kept: Fixture[] = [];
  const found: Found[] = [];
  try {
    const explored = await explore({
      options,
      corpus,
      maxRequests,
      keepGoing: false,
      shrinkRequests: 0,
      onKept: (fixture) => kept.push(fixture),
      onFound: (one) => found.push(one),
      progress: () => undefined,
    });
    const [first] = found;
    const again = first && (await replay(first.fixture, options));
    return {...explored.run, kept, found, again};
  } finally {
    await mock.close();
  }
}

test('what covered something new is kept, and is not new the next time', async () => {
  const {kept, found} = await explored(undefined);
  expect(found).toEqual([]);
  expect(kept.length).toBeGreaterThan(3);
  const next = await explored(undefined, kept, 300);
  const names = kept.map(({fixture}) => fixture);
  expect(next.kept.filter(({fixture}) => names.includes(fixture))).toEqual([]);
}, 120_000);

test('a finding ends the exploration, short, and its fixture fails again', async () => {
  const {found, rounds, again} = await explored(
    'workspace.uploads.moves-are-the-listed-ones: only the newest publication counts as a repetition',
    [],
    2000,
  );
  expect(rounds?.ended).toBe('a finding');
  expect(found).toHaveLength(1);
  expect(found[0]?.fixture.sequence?.length).toBeLessThan(10);
  expect(again?.verdict).toBe('failed');
}, 120_000);
