import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectNotServed, whenObeyed} from '../../language/blocked-by.ts';
import {NothingSeen, whenServed} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const RULE = 'workspace.account.has-plan';
const READ = 'workspace.account.read-answers-200';
const GOOD = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3};

const passing = () => ({witnesses: [{of: 'a', saw: 'b'}], violations: []});

const reading = (id: string, act: (s: Script) => object, judge: unknown = passing): Check =>
  ({
    rule: RULE,
    place: id,
    scene: {id, api: 'workspace', noRequestReuse: true, act},
    judge,
  }) as Check;

/** The verdicts of a run in which the account is not shown from the second request on, or only as often as told. */
async function verdictsOf(check: Check, refused = (nth: number): boolean => nth > 1) {
  let asked = 0;
  const respond: RequestListener = (request, reply) => {
    const isRefused = request.url?.includes('account') && refused((asked += 1));
    const body = isRefused ? {error: 'No.', reason: 'state'} : GOOD;
    reply.writeHead(isRefused ? 409 : 200, {'content-type': 'application/json'});
    reply.end(JSON.stringify(body));
  };
  const profile = {...openProfile(), choices: specifications.workspace.profile.choices};
  const first = reading('at first', (s) => ({c0: s.call('getAccount')}));
  return whileServing(respond, async (base) => {
    const target = testTarget(base, {profile: () => profile});
    const {rules} = await run({specifications, checks: [first, check], target, seed: 1, clock});
    const of = (rule: string) => rules.find((one) => one.rule === rule);
    return {blocked: of(RULE), read: of(READ)};
  });
}

const neededTwice = (s: Script) => ({
  a: s.call('getAccount', {expects: 'account'}),
  b: s.call('getAccount', {expects: 'account'}),
});

test('a set-up that is refused twice fails the rule about the success of its operation', async () => {
  const {blocked, read} = await verdictsOf(reading('blocked', neededTwice));
  expect(blocked).toMatchObject({verdict: 'inconclusive', blockedBy: READ});
  expect(read).toMatchObject({verdict: 'failed'});
  const place = read?.places.find(({verdict}) => verdict === 'failed');
  expect(place?.violations).toMatchObject([{op: 'getAccount', wanted: ['account'], status: 409}]);
  expect(place?.evidence?.curl.length).toBeGreaterThan(0);
});

test('a refusal that does not come again fails nothing, and no rule that holds is named', async () => {
  const {blocked, read} = await verdictsOf(reading('blocked', neededTwice), (nth) => nth === 3);
  expect(blocked).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/^blocked: /),
  });
  expect(blocked?.blockedBy).toBeUndefined();
  expect(read).toBeUndefined();
});

test.each([
  ['two scenes fails its rule', [4, 8], 422, true],
  ['one scene fails nothing', [4], 422, false],
  ['two scenes may be another state, if it is a conflict', [4, 8], 409, false],
])('a valid request that is refused once in %s', async (_what, refused, status, isFailed) => {
  let asked = 0;
  const respond: RequestListener = (_, reply) => {
    asked += 1;
    const isRefused = refused.includes(asked);
    reply.writeHead(isRefused ? status : 200, {'content-type': 'application/json'});
    reply.end(JSON.stringify(isRefused ? {error: 'No.', reason: 'not_landed'} : GOOD));
  };
  const checks = ['one', 'two', 'three'].map((id) => reading(id, neededTwice));
  const {rules} = await whileServing(respond, (base) =>
    run({specifications, checks, target: testTarget(base), seed: 1, clock}),
  );
  const broken = rules.filter(({rule, verdict}) => rule === READ && verdict === 'failed');
  expect(broken).toHaveLength(isFailed ? 1 : 0);
});

test('a hook or time that passed before the request may explain its refusal', async () => {
  const afterwards = (s: Script) => {
    const [a] = [s.call('getAccount')];
    s.advance(20_000);
    return {a, b: s.call('getAccount', {expects: 'account'})};
  };
  const {blocked, read} = await verdictsOf(reading('blocked', afterwards));
  expect(blocked?.reason).toMatch(/^blocked: .*time was let pass before it/);
  expect(read).toBeUndefined();
});

test('a judge that needs a served request fails the rule about its success, and is blocked by it', async () => {
  const twice = (s: Script) => ({a: s.call('getAccount'), b: s.call('getAccount')});
  const judge = ({b}: {b: Exchange}) => whenServed(b, passing);
  const {blocked, read} = await verdictsOf(reading('judged', twice, judge));
  expect(blocked).toMatchObject({verdict: 'inconclusive', blockedBy: READ});
  expect(read).toMatchObject({verdict: 'failed'});
});

test.each([
  ['fails the rule about its success if it was served before', true],
  ['fails nothing if it was not', false],
])('a refused read in which a judge looks for something %s', async (_what, isServedBefore) => {
  const judge = ({last}: {last: Exchange}) => {
    throw new NothingSeen('it shows no order', last);
  };
  const check = {
    ...reading('read', () => ({}), judge),
    scene: {
      id: 'read',
      api: 'store',
      noRequestReuse: true,
      act: (s: Script) => {
        const created = s.call('createOrder', {body: {}});
        const named = {path: {id: created.at('/data/id')}, query: {id_type: 'internal'}};
        if (isServedBefore) s.call('getOrder', named);
        s.call('updateOrder', {...named, body: {status: 'paused'}});
        return {last: s.call('getOrder', named)};
      },
    },
  } as unknown as Check;
  let isPaused = false;
  const respond: RequestListener = ({method}, reply) => {
    if (method !== 'GET') isPaused = method === 'PUT';
    const status = method === 'GET' && isPaused ? 404 : 200;
    reply.writeHead(status, {'content-type': 'application/json'});
    reply.end(JSON.stringify(status === 200 ? {id: 'o1', data: {id: 'o1'}} : {}));
  };
  const {rules} = await whileServing(respond, (base) =>
    run({specifications, checks: [check], target: testTarget(base), seed: 1, clock}),
  );
  const found = 'store.orders.internal-id-finds-the-order';
  const {blockedBy} = rules.find(({rule}) => rule === RULE) ?? {};
  expect(blockedBy).toBe(isServedBefore ? found : undefined);
  const broken = rules.filter(({rule, verdict}) => rule === found && verdict === 'failed');
  expect(broken).toHaveLength(isServedBefore ? 1 : 0);
});

test.each([
  ['fails that rule', (s: Script) => ({a: s.call('getAccount', {as: 'nobody'})}), true],
  [
    'fails nothing where time passed before it, for the second attempt lets it pass, too',
    (s: Script) => (s.advance(20_000), {a: s.call('getAccount', {as: 'nobody'})}),
    false,
  ],
])('what a judge sees of another rule %s', async (_what, act, isSure) => {
  const other = 'workspace.access.missing-key-is-refused';
  const judge = ({a}: {a: Exchange}) => whenObeyed(other, expectNotServed(a, 'no key'), passing);
  const check = reading('judged', act, judge);
  const profile = {...openProfile(), choices: specifications.workspace.profile.choices};
  const respond: RequestListener = (_, reply) =>
    void reply.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(GOOD));
  const {rules} = await whileServing(respond, (base) => {
    const target = testTarget(base, {profile: () => profile});
    return run({specifications, checks: [check], target, seed: 1, clock});
  });
  expect(rules.find(({rule}) => rule === RULE)).toMatchObject({verdict: 'inconclusive'});
  const verdicts = rules.filter(({rule}) => rule === other).map(({verdict}) => verdict);
  expect(verdicts).toEqual(isSure ? ['failed'] : []);
});
