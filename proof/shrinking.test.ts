import {expect, test} from 'vitest';
import type {Defect} from '../mock/defect.ts';
import {defined} from '../spec/defined.ts';
import type {PlaceVerdict} from '../spec/run-record.ts';
import {withSimplestEvidence} from '../spec/simplest-evidence.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {fixtureOf} from '../suites/engine/fixtures/fixture.ts';
import {replay} from '../suites/engine/fixtures/replay.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {shrinkFailures} from '../suites/shrinking/failures.ts';
import {allDefects} from './all-defects.ts';
import {DefectiveMocks} from './defective-mocks.ts';
import {stranger} from './stranger.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

const defectNamed = (rule: string, name?: string): Defect =>
  defined(
    allDefects().find((one) => one.breaks === rule && (!name || one.name.endsWith(name))),
    `a defect of ${rule}`,
  );

/** A rule that fails on a mock with a defect, simplified. */
interface Simplified {
  place: PlaceVerdict;
  /** The verdict of the simplest way when it is replayed. */
  again: string;
}

/** Decides a rule on a mock with a defect, and simplifies its failure. */
async function simplifiedOn(defect: Defect): Promise<Simplified> {
  const mocks = await DefectiveMocks.open(specifications, [defect]);
  try {
    const target = mocks.target(1, defect.name);
    const options = {specifications, checks, target, clock: realClock, seed: 1};
    const own = checks.filter(({rule}) => rule === defect.breaks);
    const {rules} = await verifyAndRun({...options, checks: own});
    const shrunk = await shrinkFailures(
      rules.filter(({rule}) => rule === defect.breaks),
      {options, obedient: async () => mocks.target(1), requests: 0, forMs: 60_000},
    );
    const places = shrunk.rules.flatMap((one) => one.places);
    const place = defined(
      places.find(({verdict}) => verdict === 'failed'),
      `a failure of ${defect.name}`,
    );
    const fixture = fixtureOf(defect.breaks, withSimplestEvidence(place));
    const {verdict} = await replay(fixture, options);
    return {place, again: verdict};
  } finally {
    await mocks.close();
  }
}

/** Drawn defects, with the requests of the shortest way that was found by hand. */
const SHORTEST = {
  'store.content.issue-description-names-the-issue': 1,
  'store.orders.price-is-as-given': 1,
  'store.orders.user-needs-id-or-email': 2,
};

test.each(Object.entries(SHORTEST))(
  '%s: the way to the failure is at most one request longer than the shortest',
  async (rule, requests) => {
    const {place, again} = await simplifiedOn(defectNamed(rule));
    expect(withSimplestEvidence(place).evidence?.requests).toBeLessThanOrEqual(requests + 1);
    expect(again).toBe('failed');
  },
  120_000,
);

test('a sequence of a model gets shorter, the evidence stays, and the shorter one fails again', async () => {
  const {place, again} = await simplifiedOn(
    defectNamed('workspace.uploads.moves-are-the-listed-ones'),
  );
  const {evidence, shrunk} = place;
  expect(shrunk?.evidence.requests).toBeLessThan(defined(evidence?.requests, 'its requests'));
  expect(shrunk?.evidence.sequence?.length).toBeLessThan(10);
  expect(again).toBe('failed');
}, 120_000);

test('a judge that reads every response keeps its scene, and no order explains its race', async () => {
  const {place, again} = await simplifiedOn(
    defectNamed('store.users.parallel-creates-stay-unique'),
  );
  expect(place.shrunk).toBeUndefined();
  expect(place.raceOrder?.requests).toHaveLength(2);
  expect(place.raceOrder?.order).toBeUndefined();
  expect(again).toBe('failed');
}, 120_000);

test('a deployment is sent no more than the requests for it, and without any the failure stands', async () => {
  const defect = defectNamed('store.orders.price-is-as-given');
  const {target, clock, close} = await stranger(specifications, {defects: [defect.name]});
  const mocks = await DefectiveMocks.open(specifications, []);
  try {
    const options = {specifications, checks, target, clock, seed: 1};
    const own = checks.filter(({rule}) => rule === defect.breaks);
    const {rules} = await verifyAndRun({...options, checks: own});
    const failed = rules.filter(({rule}) => rule === defect.breaks);
    expect(failed.map(({verdict}) => verdict)).toEqual(['failed']);
    for (const requests of [0, 30]) {
      const obedient = async () => mocks.target(1);
      const shrunk = await shrinkFailures(failed, {options, obedient, requests, forMs: 120_000});
      expect(shrunk.requests).toBeLessThanOrEqual(requests);
      const [place] = shrunk.rules.flatMap(({places}) => places);
      expect(place?.verdict).toBe('failed');
      expect(place?.evidence).toEqual(failed[0]?.places[0]?.evidence);
      if (requests) expect(place?.shrunk?.evidence.requests).toBe(1);
      else expect(place?.notShrunk).toContain('too few requests');
    }
  } finally {
    await mocks.close();
    await close();
  }
}, 240_000);
