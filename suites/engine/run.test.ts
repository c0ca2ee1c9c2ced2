import {expect, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {openProfile} from '../../spec/profile.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {IncomingMessage, RequestListener} from 'node:http';
import type {Check, Judgement, Scene} from '../language/check.ts';
import type {Script} from '../language/script.ts';
import type {Ref} from '../../spec/value.ts';
import {text as textOf} from 'node:stream/consumers';
import {expectEqual, expectOutcome, NothingSeen} from '../language/judge.ts';
import type {Target} from '../target/target.ts';
import {realClock} from './facts/ports.ts';
import {planRun} from './plan/plan.ts';
import {run} from './run.ts';
import {testEnvironment, testTarget, whileServing} from '../testing/target.ts';
import type {RunResult} from './begin/run-options.ts';
import {resultOfUnbegunRun} from './unbegun-run.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.has-plan';
const OTHER = 'workspace.account.names-the-workspace';
const clock = {now: () => realClock.now(), sleep: async () => undefined};

type Answer = (request: IncomingMessage, nth: number) => {status?: number; body?: unknown};
const GOOD = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3};

/** Runs checks against a server that answers as told. */
async function decided(
  checks: Check[],
  answer: Answer = () => ({}),
  more: {rules?: Set<string>; shared?: boolean; maxRequests?: number; signal?: AbortSignal} = {},
): Promise<RunResult & {asked: number}> {
  let asked = 0;
  const serve: RequestListener = (request, reply) => {
    const {status = 200, body = GOOD} = answer(request, (asked += 1));
    reply.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  };
  const {shared = false, ...options} = more;
  const settled = {...openProfile(), choices: specifications.workspace.profile.choices};
  return whileServing(serve, async (base) => {
    const target = testTarget(base, {shared, profile: () => settled});
    const result = await run({
      specifications,
      checks,
      target,
      seed: 1,
      clock,
      timeout: 2000,
      ...options,
    });
    return {...result, asked};
  });
}

const scene = (id: string, calls = 1): Scene => ({
  id,
  api: 'workspace',
  act: (s) =>
    Object.fromEntries(Array.from({length: calls}, (_, i) => [`c${i}`, s.call('getAccount')])),
});
const check = (
  judge: (seen: Record<string, Exchange>) => Judgement,
  {rule = RULE, id = 'a scene', place = '*'} = {},
): Check => ({rule, place, scene: scene(id), judge: judge as Check['judge']});
const passing = (): Judgement => ({witnesses: [{of: 'a', saw: 'b'}], violations: []});
const failing = (): Judgement => ({
  witnesses: [],
  violations: [{branch: 'b', expected: 'x', got: 'y', step: 's1'}],
});
const undecidedly = (): Judgement => ({witnesses: [], violations: [], inconclusive: 'why'});
const verdictOf = ({rules}: RunResult, rule = RULE) => rules.find((one) => one.rule === rule);

test('a check that saw no witness did not pass', async () => {
  expect(verdictOf(await decided([check(() => ({witnesses: [], violations: []}))]))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no response could have shown the rule broken, so nothing was tested',
  });
});

test('what no repetition would decide is not exercised, or not applicable', async () => {
  for (const outOfReach of ['not-exercised', 'not-applicable'] as const) {
    const result = await decided([check(() => ({...undecidedly(), outOfReach}))]);
    expect(verdictOf(result)).toMatchObject({verdict: outOfReach, reason: 'why'});
  }
});

test('what the deployment holds nothing of does not take away that the rule passed elsewhere', async () => {
  const outOfReach = 'not-exercised';
  const result = await decided([
    check(passing, {id: 'one', place: 'here'}),
    check(() => ({...undecidedly(), outOfReach}), {id: 'other', place: 'there'}),
  ]);
  expect(verdictOf(result)).toMatchObject({verdict: 'passed', exercised: {places: 1, of: 2}});
});

test('a rule that was asked for and that no check decides is told', async () => {
  expect(verdictOf(await decided([], undefined, {rules: new Set([RULE])}))).toMatchObject({
    verdict: 'not-exercised',
    reason: 'no check of this run decides this rule: those of a higher effort do',
  });
});

test('a pass does not hide what another check at the place leaves undecided', async () => {
  for (const order of [
    [undecidedly, passing],
    [passing, undecidedly],
  ]) {
    const result = await decided(order.map((judge, index) => check(judge, {id: `scene ${index}`})));
    expect(verdictOf(result)).toMatchObject({verdict: 'inconclusive', reason: 'why'});
  }
  expect(
    verdictOf(await decided([check(passing, {id: 'one'}), check(failing, {id: 'two'})])),
  ).toMatchObject({verdict: 'failed'});
});

test('a violation in passing belongs to its own rule, whichever check saw it', async () => {
  const result = await decided([check(passing, {rule: OTHER})], () => ({
    body: {...GOOD, paid_work: 'yes'},
  }));
  expect(verdictOf(result, OTHER)).toMatchObject({verdict: 'passed'});
  expect(verdictOf(result, 'workspace.account.has-paid-work-flag')).toMatchObject({
    verdict: 'failed',
  });
});

test("an unreadable response is the suite's error only when it is as documented", async () => {
  const throwing = check(() => {
    throw new TypeError('Cannot read properties');
  });
  expect(verdictOf(await decided([throwing]))).toMatchObject({verdict: 'harness-error'});
  expect(verdictOf(await decided([throwing], () => ({status: 418})))).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('no documented answer'),
  });
  expect(
    verdictOf(
      await decided(
        [
          check(
            () => {
              throw new TypeError('x');
            },
            {rule: 'workspace.account.unresolved-plan-is-null'},
          ),
        ],
        () => ({body: null}),
      ),
      'workspace.account.unresolved-plan-is-null',
    ),
  ).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('blocked by workspace.account.'),
  });
  expect(
    verdictOf(
      await decided([
        check(() => {
          throw new NothingSeen('no rows');
        }),
      ]),
    ),
  ).toMatchObject({verdict: 'inconclusive', reason: 'no rows'});
});

test('a limit or a gateway in between taints a violation', async () => {
  for (const status of [429, 502, 503, 504])
    expect(
      verdictOf(await decided([check(failing)], () => ({status, body: {message: 'busy'}}))),
    ).toMatchObject({verdict: 'inconclusive', reason: expect.stringContaining(String(status))});
});

test("a server error in the API's own form is the deployment's answer", async () => {
  const read = check(({c0}) => expectOutcome(c0!, 'account', 'not-served'));
  const refusal = {error: 'Later.', reason: 'maintenance'};
  for (const status of [502, 503, 504])
    expect(verdictOf(await decided([read], () => ({status, body: refusal})))).toMatchObject({
      verdict: 'failed',
      reason: expect.stringContaining(`${status} maintenance`),
    });
});

test('a step with another answer than it needs blocks: nobody is blamed', async () => {
  const blocked: Check = {
    rule: RULE,
    place: '*',
    scene: {
      id: 'blocked',
      api: 'workspace',
      act: (s) => ({a: s.call('getAccount', {expects: 'account'})}),
    },
    judge: failing,
  };
  expect(
    verdictOf(await decided([blocked], () => ({status: 404, body: {error: 'x', reason: 'y'}}))),
  ).toMatchObject({verdict: 'inconclusive', reason: expect.stringMatching(/^blocked/)});
});

test('--max-requests: no request more, and what did not fit says so', async () => {
  const checks = Array.from({length: 6}, (_, i): Check => ({
    rule: RULE,
    place: `p${i}`,
    scene: scene(`scene ${i}`, 2),
    judge: passing,
  }));
  for (const maxRequests of [0, 1, 2, 5, 12]) {
    const result = await decided(checks, () => ({}), {maxRequests});
    expect(result.asked).toBeLessThanOrEqual(maxRequests);
    expect(result.asked).toBe(Math.min(12, maxRequests - (maxRequests % 2)));
    const {places} = verdictOf(result)!;
    expect(places.filter(({verdict}) => verdict === 'not-exercised').length).toBe(
      6 - result.asked / 2,
    );
    for (const place of places)
      if (place.verdict === 'not-exercised')
        expect(place.reason).toContain(`--max-requests ${maxRequests}`);
  }
});

test('places that an interrupted run did not reach are not exercised', async () => {
  const controller = new AbortController();
  const checks = ['p0', 'p1', 'p2'].map((place): Check => ({
    rule: RULE,
    place,
    scene: scene(place),
    judge: passing,
  }));
  const result = await decided(
    checks,
    (_, nth) => {
      if (nth === 1) controller.abort();
      return {};
    },
    {signal: controller.signal},
  );
  expect(verdictOf(result)).toMatchObject({verdict: 'not-exercised'});
  expect(verdictOf(result)!.places.map(({verdict}) => verdict)).toEqual([
    'passed',
    'not-exercised',
    'not-exercised',
  ]);
});

test('a shared deployment that fell silent is called once more, and then left alone', async () => {
  const checks = Array.from({length: 30}, (_, i): Check => ({
    rule: RULE,
    place: `p${i}`,
    scene: {
      id: `scene${i}`,
      api: 'workspace',
      act: (s) => ({c0: s.call('getAccount', {query: {n: String(i)}})}),
    },
    judge: ({c0}: Record<string, Exchange>) =>
      expectEqual(c0!.body.plan, 'studio', 'b', c0, 'the plan'),
  }));
  const result = await decided(checks, (_, nth) => (nth > 4 ? {status: 503, body: {}} : {}), {
    shared: true,
  });
  expect(result.asked).toBeLessThan(20);
  expect(verdictOf(result)).toMatchObject({verdict: 'inconclusive'});
  expect(verdictOf(result)!.places.at(-1)!.reason).toMatch(
    /the run stopped early: .* in a row .*answered 503/,
  );
});

test('one operation that is always cut off does not end the run', async () => {
  const good = check(({c0}) => expectEqual(c0!.body.plan, 'studio', 'b', c0, 'the plan'), {
    id: 'zzz',
    rule: OTHER,
  });
  const bad = Array.from({length: 12}, (_, i): Check => ({
    rule: RULE,
    place: `p${i}`,
    scene: {
      id: `bad${i}`,
      api: 'workspace',
      act: (s) => ({c0: s.call('listPublications', {query: {limit: String(i)}})}),
    },
    judge: passing,
  }));
  const result = await decided(
    [...bad, good],
    (request) => (request.url!.includes('publications') ? {status: 503, body: {}} : {}),
    {shared: true},
  );
  expect(verdictOf(result, OTHER)).toMatchObject({verdict: 'passed'});
});

test('a plan shows what would be sent and left, and an undecided run names every rule', () => {
  const lacks = (need: string): string | undefined =>
    need === 'control:advance' ? 'a hook' : undefined;
  const target = {shared: true, apis: ['workspace'], lacks} as unknown as Target;
  const writing: Check = {
    rule: RULE,
    place: '*',
    scene: {
      id: 'w',
      api: 'workspace',
      act: (s) => ({
        r: s.repeat(3, (each) => void each.call('createUpload', {body: {}})),
        a: s.call('getAccount'),
        d: s.advance(30_000) as never,
      }),
    },
    judge: passing,
  };
  const {plan} = planRun({specifications, checks: [writing], target, seed: 1});
  expect(plan).toMatchObject({
    scenes: 1,
    requests: 4,
    byApi: {workspace: 4},
    residue: {'unregistered reservations': 3},
  });
  expect(plan.effects).toEqual(expect.arrayContaining(['adds', 'reads']));
  expect(plan.seconds).toBeGreaterThanOrEqual(30);
  const result = resultOfUnbegunRun(
    {specifications, checks: [writing], target, seed: 1, clock},
    'inconclusive',
    'nobody listens',
  );
  expect(result.rules.map(({rule, verdict, reason}) => [rule, verdict, reason])).toEqual([
    [RULE, 'inconclusive', 'nobody listens'],
  ]);
});

test('an interrupted run names the users that it leaves active', async () => {
  const controller = new AbortController();
  const adding: Check = {
    ...check(passing),
    scene: {id: 'u', api: 'store', act: (s) => ({user: s.call('createUser', {body: {}})})},
  };
  const answer: Answer = () => {
    controller.abort();
    return {status: 201, body: {CODE: 'success', data: {id: 41}}};
  };
  const {leftInUse} = await decided([adding], answer, {shared: true, signal: controller.signal});
  expect(leftInUse).toEqual(['user 41']);
  expect((await decided([check(passing)], undefined, {shared: true})).leftInUse).toBe(undefined);
});

test('a scene that a spent day interrupts is run again with other values', async () => {
  const emails: unknown[] = [];
  const respond: RequestListener = async (request, reply) => {
    if (request.method !== 'POST') return void reply.writeHead(204).end();
    emails.push((JSON.parse(await textOf(request)) as {email: string}).email);
    const body = {CODE: 'success', data: {id: emails.length}};
    if (emails.length === 2) reply.writeHead(429, {'retry-after': '80000'}).end();
    else reply.writeHead(201, {'content-type': 'application/json'}).end(JSON.stringify(body));
  };
  const create = (s: Script) => s.call('createUser', {body: {email: s.fresh('email')}});
  const twice: Check = {
    ...check(passing),
    scene: {id: 'two users', api: 'store', act: (s) => ({one: create(s), other: create(s)})},
  };
  const lacks = (capability: string) => (/^(wait|time)/.test(capability) ? 'no' : undefined);
  await whileServing(respond, (base) =>
    run({specifications, checks: [twice], target: testTarget(base, {lacks}), seed: 1, clock}),
  );
  expect(emails.length).toBeGreaterThan(2);
  expect(new Set(emails).size).toBe(emails.length);
});

test.each([
  ['a request', (s: Script, id: Ref) => s.call('getPublication', {path: {publication: id}})],
  ['a download', (s: Script, url: Ref) => s.download(url, {optional: true})],
  ['a hook', (s: Script, id: Ref) => s.control('push-mirrors', {publication: id})],
])('%s that could not be sent decides nothing', async (_, send) => {
  const following: Check = {
    ...check(passing),
    scene: {
      id: 'what a response names',
      api: 'workspace',
      act: (s) => ({next: send(s, s.call('getAccount').at('/publication'))}),
    },
    judge: ({next}) => expectOutcome(next as Exchange, 'publication', 'refused'),
  };
  const {rules} = await decided([following]);
  expect(rules.find(({rule}) => rule === RULE)?.verdict).toBe('inconclusive');
});

test('a daily quota that ends in the middle of a scene ends no run where a day can pass', async () => {
  let moved = 0;
  const respond: RequestListener = (_request, reply) => {
    if (moved === 0) return void reply.writeHead(429, {'retry-after': '80000'}).end();
    reply.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(GOOD));
  };
  const advance = async (ms: number): Promise<void> => void (moved += ms);
  const lacks = (capability: string) => (capability.startsWith('wait') ? 'no' : undefined);
  const reading: Check = {
    ...check(passing),
    scene: {...scene('eight reads', 8), consecutive: true},
  };
  await whileServing(respond, async (base) => {
    const open = async () => testEnvironment(base, {advance});
    const target = testTarget(base, {lacks, open});
    const {rules} = await run({specifications, checks: [reading], target, seed: 1, clock});
    expect(rules.find(({rule}) => rule === RULE)?.verdict).toBe('passed');
  });
  expect(moved).toBeGreaterThan(86_400_000);
});
