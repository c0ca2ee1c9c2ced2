import {afterAll, beforeAll, describe, expect, inject, it} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {openProfile, type Profile} from '../spec/profile.ts';
import type {Api} from '../spec/rule.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {planRun} from '../suites/engine/plan/plan.ts';
import type {PreparedScene} from '../suites/engine/plan/prepare.ts';
import {run} from '../suites/engine/run.ts';
import type {RunResult} from '../suites/engine/begin/run-options.ts';
import {MockTarget} from '../suites/target/mock-target.ts';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {defineWorld} from '../mock/world/world-definition.ts';
import {storeChapters} from '../mock/store/chapters.ts';
import {workspaceChapters} from '../mock/workspace/chapters.ts';
import {combinations, FREEDOMS} from './freedoms.ts';
import {FRONTS, mockWithFreedoms, relabelledProfiles} from './fronts.ts';
import {accusationsOn} from './accusations.ts';
import {relabellingFront} from './relabel/front.ts';
import {stranger} from './stranger.ts';

const specifications = loadSpecifications();
const seed = 7;
const {checks} = allChecks(specifications, seed);
/** Small chapters: `presscheck prove` tries every check. */
const some = checks.filter(({rule}) => /^(workspace\.files|store\.events)\./.test(rule));

describe('a mock that obeys the documents is accused of nothing', () => {
  it.each(Object.entries(FRONTS))('%s', async (_front, open) => {
    expect(
      await accusationsOn(specifications, some, await open(specifications, seed), seed, realClock),
    ).toEqual([]);
  });

  it('with freedoms of the documents, without a profile', async () => {
    expect(
      await accusationsOn(
        specifications,
        inject('all') ? checks : some,
        await mockWithFreedoms(seed, 'freedoms', combinations()[1]!),
        seed,
        realClock,
      ),
    ).toEqual([]);
  });
});

describe('the freedoms', () => {
  it('are those that the mock declares, with their values', () => {
    const {freedoms} = defineWorld([...workspaceChapters, ...storeChapters]);
    expect(Object.fromEntries(FREEDOMS.map(({name, values}) => [name, values]))).toEqual(
      Object.fromEntries(Object.entries(freedoms).map(([name, {values}]) => [name, values])),
    );
  });
});

describe('a relabelled deployment', () => {
  let mock: Mock;
  let front: Awaited<ReturnType<typeof relabellingFront>>;
  beforeAll(async () => {
    mock = await createMock({world: 'empty'});
    front = await relabellingFront(mock.urls);
  });
  afterAll(async () => {
    await front.close();
    await mock.close();
  });
  const decided = (profiles: Record<Api, Profile>, only: string): Promise<RunResult> =>
    run({
      specifications,
      checks: checks.filter((check) => check.rule.startsWith(only)),
      seed,
      clock: realClock,
      target: new MockTarget({control: mock.urls.control!, seed, profiles, proxies: front.urls}),
    });

  it('is accused of nothing when no profile describes it', async () => {
    const {rules} = await decided(
      {workspace: openProfile(), store: openProfile()},
      inject('all') ? 'workspace.' : 'workspace.account.',
    );
    expect(
      rules.filter((rule) => rule.verdict === 'failed' || rule.verdict === 'harness-error'),
    ).toEqual([]);
    expect(
      rules.find((rule) => rule.rule === 'workspace.account.names-the-workspace'),
    ).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('members.Account#/'),
    });
  });

  it('is not accused of what a wrong profile says; the line to mend is reported', async () => {
    const profiles = relabelledProfiles(specifications);
    profiles.workspace.outcomes['listPublications.cursor-refused'] = {status: [404]};
    const {rules} = await decided(profiles, 'workspace.publications.unknown-cursor-does-no-harm');
    expect(rules).toMatchObject([
      {
        verdict: 'inconclusive',
        reason: expect.stringContaining('outcomes.listPublications.cursor-refused: {status: [410]'),
      },
    ]);
  });
});

/** A hand-made plan of the same rules: docs/decisions/0004-what-a-run-by-url-costs.md. */
const SHORTEST = 1408 + 31 + 120 + 311 + 206 + 45 + 37 + 93 + 10;

/** Requests that the draws of properties need beside it: each sends its own values. */
const drawn = (prepared: PreparedScene[]): number =>
  prepared
    .filter(({noRequestReuse, unavailable}) => noRequestReuse && !unavailable)
    .reduce((total, {requests}) => total + requests, 0);

it('the stranger costs little more than a hand-made plan and leaves what was announced', async () => {
  const {target, clock, mock, close} = await stranger(specifications);
  try {
    const world = mock.world('demo')!;
    const count = (table: string): number => [...world.table(table).all()].length;
    const gone = (): number =>
      [...world.table('users').all()].filter((row) => (row as {state?: string}).state !== 'active')
        .length;
    /** Contents that were uploaded, also those that are deleted. */
    const uploaded = (): number => {
      const rows = [...world.table('issues').all()] as unknown as {kind: string}[];
      const links = rows.filter(({kind}) => kind === 'External link').length;
      return (world.image().meta.ids['issue'] ?? 0) - links;
    };
    const before = {
      uploads: count('uploads'),
      publications: count('publications'),
      runs: count('runs'),
      users: gone(),
      plans: count('plans'),
      orders: count('orders'),
      issues: uploaded(),
    };
    const {plan, prepared} = planRun({specifications, checks, target, seed});
    const {requests, cleaningRequests, residue} = await run({
      specifications,
      checks,
      target,
      seed,
      clock,
    });
    // The hand-made plan does not clean up.
    expect(requests - cleaningRequests - drawn(prepared)).toBeLessThanOrEqual(1.3 * SHORTEST);
    expect(requests).toBeLessThanOrEqual(plan.requests);
    // What the ledger says is what lies there, and no more than was announced.
    const left = (api: Api, op: string): string =>
      specifications[api].contract.operations[op]!.creates!.undo?.residue ??
      specifications[api].contract.operations[op]!.creates!.residue;
    const registered = count('publications') - before.publications;
    expect(residue).toEqual({
      [left('workspace', 'createUpload')]: count('uploads') - before.uploads - registered,
      [left('workspace', 'createPublication')]: registered,
      [left('workspace', 'startRun')]: count('runs') - before.runs,
      // The users that orders make stay active: they are announced with the orders.
      [left('store', 'createUser')]: gone() - before.users,
      [left('store', 'createPlan')]: count('plans') - before.plans,
      [left('store', 'createOrder')]: count('orders') - before.orders,
      [left('store', 'createIssue')]: uploaded() - before.issues,
    });
    for (const [kind, number] of Object.entries(residue))
      expect(number, kind).toBeLessThanOrEqual(plan.residue[kind] ?? 0);
  } finally {
    await close();
  }
});

it('the stranger needs no more than 355 requests for what stands behind a publication', async () => {
  const chapters = ['tools', 'usage', 'files', 'downloads', 'reader', 'runs'].map(
    (chapter) => `workspace.${chapter}.`,
  );
  const mine = checks.filter(({rule}) => chapters.some((chapter) => rule.startsWith(chapter)));
  const {target, clock, close} = await stranger(specifications);
  try {
    const {rules, plan, requests, cleaningRequests} = await run({
      specifications,
      checks: mine,
      target,
      seed,
      clock,
    });
    expect(requests - cleaningRequests).toBeLessThanOrEqual(355);
    // And nothing is left out for it.
    const announced = new Set(plan.notExercised.map(({rule}) => rule));
    expect(rules.filter(({rule, verdict}) => verdict !== 'passed' && !announced.has(rule))).toEqual(
      [],
    );
  } finally {
    await close();
  }
});
