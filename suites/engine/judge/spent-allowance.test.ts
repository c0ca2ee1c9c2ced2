import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectOutcome, undecided} from '../../language/judge.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.runs.ceiling-is-workspace-wide';
const CEILING = 17;

/** A start of a metered run, after the hook was to leave so many. */
const startAfterLeaving = (runs: number): Check => ({
  rule: RULE,
  place: '*',
  scene: {
    id: 'a start',
    api: 'workspace',
    act: (s) => {
      s.control('leave-runs', {role: 'full', runs});
      const path = {publication: s.call('createPublication', {body: {}}).at('/id')};
      return {start: s.call('startRun', {path, body: {tool: 'metered'}, expects: 'accepted'})};
    },
  },
  judge: ({start}) => expectOutcome(start as Exchange, 'accepted', 'refused'),
});

/** Runs the check on a deployment whose metered runs of the day are used up until its clock is moved. */
async function verdictAfterLeaving(
  runs: number,
  used = CEILING,
  check = startAfterLeaving(runs),
  isMovable = true,
) {
  let moved = 0;
  const respond: RequestListener = (request, reply) => {
    const isFree = moved > 0;
    const isCreation = request.url?.endsWith('/publications');
    const isStart = request.url?.endsWith('/runs');
    const usage = {daily_runs_limit: CEILING, daily_runs_used: isFree ? 0 : used};
    const refusal = {error: 'no more today', reason: 'daily_limit_reached'};
    const start = isFree ? {id: 'run_1', state: 'queued'} : refusal;
    const started = isFree ? 202 : 422;
    const created = isCreation ? 201 : 200;
    reply.writeHead(isStart ? started : created, {'content-type': 'application/json'});
    reply.end(JSON.stringify(isStart ? start : {id: 'pub_1', ...usage}));
  };
  const advance = async (ms: number): Promise<void> => void (moved += isMovable ? ms : 0);
  return whileServing(respond, async (base) => {
    const target = testTarget(base, {
      profile: (api) => specifications[api].profile,
      open: async () => testEnvironment(base, {advance}),
    });
    const checks = [check];
    const clock = {now: () => realClock.now(), sleep: async () => undefined};
    const {rules} = await run({specifications, checks, target, seed: 1, clock});
    return {verdict: rules.find(({rule}) => rule === RULE)?.verdict, moved};
  });
}

test('where the day was spent before the scene, a day passes and the scene is run again', async () => {
  const {verdict, moved} = await verdictAfterLeaving(1);
  expect(verdict).toBe('passed');
  expect(moved).toBeGreaterThan(24 * 3_600_000);
});

test('an allowance explains no verdict that rests on other requests', async () => {
  const reading = (name: 'start' | 'account'): Check => ({
    ...startAfterLeaving(1),
    scene: {
      id: 'a start and a read',
      api: 'workspace',
      act: (s) => {
        const path = {publication: s.call('createPublication', {body: {}}).at('/id')};
        const start = s.call('startRun', {path, body: {tool: 'metered'}});
        return {start, account: s.call('getAccount')};
      },
    },
    judge: (seen) => (seen[name] ? undecided('something else') : undecided('nothing')),
  });
  const verdicts = ['start', 'account'].map(async (name) => {
    const check = reading(name as 'start' | 'account');
    return (await verdictAfterLeaving(1, CEILING, check, false)).verdict;
  });
  expect(await Promise.all(verdicts)).toEqual(['not-exercised', 'inconclusive']);
});

test('no day passes where the hook left nothing on purpose', async () => {
  expect(await verdictAfterLeaving(0)).toMatchObject({moved: 0});
});

test('no day passes where the usage shows that runs are left', async () => {
  expect(await verdictAfterLeaving(1, CEILING - 1)).toMatchObject({moved: 0});
});
