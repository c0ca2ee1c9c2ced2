import {expect, inject, test} from 'vitest';
import type {Api} from '../spec/rule.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {explore, type Explored} from '../suites/explore/explore.ts';
import type {Found} from '../suites/explore/found.ts';
import {stranger} from './stranger.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

/** What an exploration of a deployment is given, beside the deployment. */
interface Given {
  defects?: string[];
  /** Whether it has hooks. */
  hooks?: boolean;
  only?: Api;
  seed?: number;
  corpus?: Fixture[];
  shrinkRequests?: number;
  maxRequests?: number;
  /** Ends it after the first scene whose id has this in it. */
  interruptedAfter?: string;
}

/** Explores a deployment by its URL, in virtual time. */
async function explored({
  defects = [],
  hooks = false,
  only,
  seed = 1,
  corpus = [],
  shrinkRequests = 0,
  maxRequests = 200,
  interruptedAfter,
}: Given): Promise<Explored & {kept: Fixture[]; found: Found[]; cleaned: number[]}> {
  const {target, clock, close} = await stranger(specifications, {
    hooks,
    defects,
    ...(only && {only}),
  });
  const controller = new AbortController();
  const kept: Fixture[] = [];
  const found: Found[] = [];
  const cleaned: number[] = [];
  try {
    const {signal} = controller;
    const onInterruptedCleanUp = (things: number): void => void cleaned.push(things);
    const result = await explore({
      options: {specifications, checks, target, clock, seed, signal, onInterruptedCleanUp},
      corpus,
      maxRequests,
      keepGoing: false,
      shrinkRequests,
      onKept: (fixture) => void kept.push(fixture),
      onFound: (one) => void found.push(one),
      progress: ({scene}) => {
        if (interruptedAfter !== undefined && scene.id.includes(interruptedAfter))
          controller.abort();
      },
    });
    return {...result, kept, found, cleaned};
  } finally {
    await close();
  }
}

test('a deployment is explored within the requests, cleaned up, and begins with its corpus', async () => {
  const {run, outcomes, kept, found} = await explored({});
  expect(found).toEqual([]);
  expect(run.rounds?.ended).toBe('requests');
  expect(run.requests).toBeLessThanOrEqual(200);
  expect(outcomes.verdicts.passed).toBeGreaterThan(20);
  expect(run.leftInUse).toBeUndefined();
  expect(Object.keys(run.residue).join()).toMatch(/deactivated users/);
  const next = await explored({corpus: kept});
  const known = new Set(kept.map((fixture) => JSON.stringify(fixture)));
  expect(next.kept.filter((fixture) => known.has(JSON.stringify(fixture)))).toEqual([]);
}, 240_000);

// Three explorations, of which the test before tries two.
test.runIf(inject('all'))(
  'two explorations with different seeds add to one corpus, and a third finds nothing with it',
  async () => {
    const storeWithHooks = {hooks: true, only: 'store', maxRequests: 250} as const;
    const first = await explored({...storeWithHooks, seed: 1});
    const second = await explored({...storeWithHooks, seed: 3});
    const corpus = [...first.kept, ...second.kept];
    expect(new Set(corpus.map(({fixture}) => fixture)).size).toBeLessThan(corpus.length);
    const third = await explored({...storeWithHooks, seed: 0, corpus});
    expect([...first.found, ...second.found, ...third.found]).toEqual([]);
  },
  240_000,
);

test('an interrupted exploration puts out of use what it made', async () => {
  const {run, cleaned} = await explored({interruptedAfter: 'users.created-is-as-given'});
  expect(run.rounds?.ended).toBe('interrupted');
  expect(cleaned).toHaveLength(1);
  expect(run.leftInUse).toBeUndefined();
}, 240_000);

test('a deployment of one API is sent nothing that only the other would answer', async () => {
  const {outcomes, kept} = await explored({only: 'store', maxRequests: 60});
  expect(outcomes.verdicts.passed).toBeGreaterThan(5);
  expect(outcomes.notRun.filter((reason) => reason.includes('workspace'))).toEqual([]);
  expect(kept.filter(({rule = ''}) => rule.startsWith('workspace.'))).toEqual([]);
}, 240_000);

const DRAWN = 'store.users.created-is-as-given';

test('a finding is made simpler only within the requests for it, which count with their residue', async () => {
  const defects = [`${DRAWN}: the sessions_limit is not stored`];
  const without = await explored({defects, maxRequests: 300});
  const [found] = without.found;
  expect(found?.rule).toBe(DRAWN);
  expect(found?.failsAgain).toBeUndefined();
  expect(without.shrinking).toEqual({requests: 0, residue: {}});
  const {found: others, shrinking} = await explored({
    defects,
    maxRequests: 300,
    shrinkRequests: 60,
  });
  expect(others[0]?.failsAgain).toBe(true);
  expect(others[0]?.fixture.draw).toMatchObject({admin: false, email: {$fresh: 'email'}});
  expect(shrinking.requests).toBeGreaterThan(1);
  expect(shrinking.requests).toBeLessThanOrEqual(60);
  expect(Object.keys(shrinking.residue).join()).toMatch(/users/);
}, 240_000);
