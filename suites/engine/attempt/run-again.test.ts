import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {expectMember, expectNoServerError, undecided} from '../../language/judge.ts';
import type {Capability, Environment} from '../../target/target.ts';
import {burst, judgeMinutes} from '../../rate-limits/limit-arithmetic.ts';
import {realClock} from '../facts/ports.ts';
import {VirtualTime} from '../facts/virtual-time.ts';
import {run} from '../run.ts';
import {testEnvironment, testTarget, whileServing, lackingAnother} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.allowance-is-set-per-plan';
const settled = {...openProfile(), choices: specifications.workspace.profile.choices};

/** The allowance does not move between two reads. */
const still: Check = {
  rule: RULE,
  place: '*',
  scene: {
    id: 'two reads',
    api: 'workspace',
    consecutive: true,
    act: (s) => ({before: s.call('getAccount'), after: s.call('getAccount')}),
  },
  judge: (({before, after}: Record<string, Exchange>) =>
    expectMember(
      after!,
      '/publications_left',
      before!.body.publications_left,
      'moved',
    )) as Check['judge'],
};

/** Decides a check on a server that answers the nth request so: a status, or how many are left. */
async function decided(
  answer: (nth: number) => {status?: number; left?: number},
  check = still,
  waits: number[] = [],
  lacking = ['control:advance'],
  time: Pick<WaitingClock, 'now'> = realClock,
): Promise<RuleVerdict & {requests: number}> {
  let requests = 0;
  const serve: RequestListener = (_, reply) => {
    requests += 1;
    const {status = 200, left = 3} = answer(requests);
    const account = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: left};
    const body = status === 200 ? account : {error: 'Later.', reason: 'busy_now'};
    reply.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  };
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  return whileServing(serve, async (base) => {
    const open = async (): Promise<Environment> =>
      testEnvironment(base, {wait, now: () => time.now()});
    const lacks = (need: Capability): string | undefined =>
      lacking.find((one) => one === need) ?? lackingAnother(need);
    const target = testTarget(base, {profile: () => settled, open, lacks});
    const sleep = async (ms: number): Promise<void> => void (ms > 1000 && waits.push(ms));
    const clock = {now: () => time.now(), sleep};
    const {rules} = await run({specifications, checks: [check], target, seed: 1, clock});
    return {...rules.find(({rule}) => rule === RULE)!, requests};
  });
}

test('what passes is run once', async () => {
  expect(await decided(() => ({}))).toMatchObject({verdict: 'passed', requests: 2});
});

test('a transient server error is not the fault of the rule that it hits', async () => {
  const once = await decided((nth) => (nth === 2 ? {status: 503} : {}));
  expect(once).toMatchObject({verdict: 'passed', requests: 4});
  const always = await decided((nth) => (nth % 2 === 0 ? {status: 500} : {}));
  expect(always).toMatchObject({verdict: 'inconclusive', requests: 4});
});

test('a server error that comes each time is a violation, although others move what is read', async () => {
  const judge = (({after}: Record<string, Exchange>) =>
    expectNoServerError(after!, 'error')) as Check['judge'];
  const always = await decided((nth) => (nth % 2 === 0 ? {status: 500} : {}), {...still, judge});
  expect(always).toMatchObject({verdict: 'failed'});
});

test('what somebody else moved once accuses nobody', async () => {
  const {verdict, reason} = await decided((nth) => ({left: nth === 1 ? 4 : 3}));
  expect(verdict).toBe('inconclusive');
  expect(reason).toContain('the attempts disagree about a value that other clients can change');
});

test('where a hook moves the clock, nobody else can have moved it, unless another attempt passes', async () => {
  const onTestSystem = async (left: (nth: number) => number) =>
    decided((nth) => ({left: left(nth)}), still, [], []);
  expect(await onTestSystem((nth) => (nth === 1 ? 4 : 3))).toMatchObject({verdict: 'inconclusive'});
  const always = await onTestSystem((nth) => (nth <= 4 ? 20 - nth * nth : 3));
  expect(always).toMatchObject({verdict: 'failed'});
});

test('what moves in every attempt, and not in quiet, is the fault of the deployment', async () => {
  const fault = await decided((nth) => ({left: nth <= 6 && nth % 2 === 0 ? 2 : 3}));
  expect(fault).toMatchObject({verdict: 'failed', requests: 10});
});

test('what also moves in quiet is not', async () => {
  const {verdict, reason} = await decided((nth) => ({
    left: (nth <= 6 && nth % 2 === 0) || nth > 8 ? 2 : 3,
  }));
  expect(verdict).toBe('inconclusive');
  expect(reason).toContain('moved while the run only read it');
});

/** A scene that uses up a minute, whose reads want this response. */
function exhausting(expects?: string): Check {
  const act: Check['scene']['act'] = (s) => {
    s.control('leave-places', {role: 'full', places: 1});
    const read = () => s.call('getAccount', expects === undefined ? {} : {expects});
    return {before: read(), after: read()};
  };
  return {...still, scene: {...still.scene, act, exhausts: true}};
}

test('a scene that uses up a minute is run again after that minute', async () => {
  const waits: number[] = [];
  await decided((nth) => ({left: nth === 1 ? 4 : 3}), exhausting(), waits);
  expect(waits).toEqual([expect.closeTo(61_000, -2)]);
});

test('and where another run refused the request that it cannot do without', async () => {
  const waits: number[] = [];
  const refusedOnce = (nth: number) => (nth === 1 ? {status: 429} : {});
  const {verdict} = await decided(refusedOnce, exhausting('account'), waits);
  expect([verdict, waits]).toEqual(['passed', [expect.closeTo(61_000, -2)]]);
  await decided(refusedOnce, exhausting('rate-limited'), waits);
  expect(waits).toEqual([expect.closeTo(61_000, -2)]);
});

/** A check that finds a link used too late in its first attempts. */
function lateAtFirst(times: number): Check {
  let attempts = 0;
  const late: Judgement = {...undecided('too late'), retry: 'used-too-late'};
  const judge = (({after}: Record<string, Exchange>) => {
    attempts += 1;
    return attempts > times ? expectMember(after!, '/publications_left', 3, 'moved') : late;
  }) as Check['judge'];
  return {...still, judge};
}

test('a link that was used too late is tried again, but once only where nothing moves the clock', async () => {
  const answer = () => ({});
  expect(await decided(answer, lateAtFirst(1))).toMatchObject({verdict: 'passed', requests: 4});
  expect(await decided(answer, lateAtFirst(9))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'too late',
    requests: 4,
  });
  expect(await decided(answer, lateAtFirst(3), [], [])).toMatchObject({
    verdict: 'passed',
    requests: 8,
  });
});

/** A limit of a minute, judged by one burst. */
const limits: Check = {
  rule: RULE,
  place: '*',
  scene: {
    id: 'a burst',
    api: 'workspace',
    exhausts: true,
    act: (s) => ({sent: burst(s, (each) => void each.call('getAccount'))}),
  },
  judge: (({sent}: Record<string, Exchange[]>) => judgeMinutes([sent!], [sent!])) as Check['judge'],
};

test('where a limit answers 503, a burst ends after some of them, and two attempts are enough', async () => {
  let began = 1;
  let waited = 0;
  // Sixty are served, then none until the suite has waited.
  const waits: number[] = [];
  const served = await decided(
    (nth) => {
      if (waits.length > waited) began = nth;
      waited = waits.length;
      return nth - began < 60 ? {} : {status: 503};
    },
    limits,
    waits,
  );
  expect(served).toMatchObject({verdict: 'failed'});
  expect(served.requests).toBeLessThanOrEqual(2 * 80 + 2);
});

test('a limit that is never reached costs two bursts', async () => {
  const {verdict, requests} = await decided(() => ({}), limits);
  expect(verdict).toBe('failed');
  expect(requests).toBeLessThanOrEqual(2 * 122);
});

test('on a deployment that takes a second for each response, a burst ends after a minute and decides nothing', async () => {
  const time = new VirtualTime();
  const slowly = (): object => {
    void time.sleep(1000);
    return {};
  };
  const began = time.now();
  const {verdict, reason} = await decided(slowly, limits, [], ['control:advance'], time);
  expect({verdict, reason}).toEqual({
    verdict: 'inconclusive',
    reason: expect.stringContaining('too slow for a limit of a minute to be reached'),
  });
  expect(time.now() - began).toBeLessThanOrEqual(62_000);
});
