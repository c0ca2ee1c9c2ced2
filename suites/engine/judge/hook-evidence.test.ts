import {expect, test} from 'vitest';
import type {TargetClock} from '../../../spec/clock.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Step} from '../../../spec/step.ts';
import {HookEvidence} from './hook-evidence.ts';

const REAL = Date.UTC(2026, 2, 2, 9, 30);

const exchange = (more: Partial<Exchange>, method = 'GET'): Exchange => ({
  step: 's1',
  op: 'getAccount',
  as: 'full',
  sentAt: REAL,
  gotAt: REAL,
  status: 200,
  situations: [],
  documented: [],
  headers: {},
  body: {},
  sent: {method, url: 'http://localhost/x', headers: {}},
  ...more,
});

const call = (verb: string, args: object, body: unknown = {}): Exchange =>
  exchange({
    op: `control ${verb}`,
    body,
    sent: {method: 'CONTROL', url: verb, headers: {}, body: JSON.stringify(args)},
  });

/** What explains a failure whose evidence contains a step. */
function reasonWith(hooks: HookEvidence, step: object): string | undefined {
  const evidence = {steps: [step as Step]} as PlaceVerdict['evidence'];
  return hooks.explain({evidence} as PlaceVerdict)?.reason;
}

const control = (verb: string): object => ({step: 'control', id: 's0', verb, args: {}});

const minutes = (count: number): number => count * 60_000;

/** A run in which the clock was moved by ten minutes before something was made. */
function afterTenMinutes(createdAt: number, earlier: number[] = []): HookEvidence {
  const clock = {moved: 0} as {moved: number} & TargetClock;
  const hooks = new HookEvidence(clock as TargetClock);
  const made = (at: number): Exchange =>
    exchange(
      {op: 'startRun', sentAt: REAL + clock.moved, body: {created_at: new Date(at).toISOString()}},
      'POST',
    );
  for (const at of earlier) hooks.noteResponse(made(at));
  (clock as {moved: number}).moved = minutes(10);
  hooks.noteResponse(made(createdAt));
  return hooks;
}

test.each<[what: string, createdAt: number, earlier: number[], isBroken: boolean]>([
  ['the new thing began before the move', REAL + 1000, [], true],
  ['the new thing began after the move', REAL + minutes(10), [], false],
  ['the answer repeats what was made before the move', REAL, [REAL], false],
  ['the time says nothing', REAL - minutes(90), [], false],
])(
  'a dead advance is seen after a move of ten minutes: %s',
  (_what, createdAt, earlier, isBroken) => {
    const hooks = afterTenMinutes(createdAt, earlier);
    const reason = reasonWith(hooks, {step: 'advance', id: 's0', ms: minutes(10)});
    expect(reason !== undefined).toBe(isBroken);
    expect(hooks.broken.map(({verb}) => verb)).toEqual(isBroken ? ['advance'] : []);
  },
);

const left = (publications_left: number | null, more: Partial<Exchange> = {}): Exchange =>
  exchange({body: {publications_left}, ...more});

test.each<[what: string, then: Exchange[], isBroken: boolean]>([
  ['the figure stays', [left(120)], true],
  ['the figure is what was claimed', [left(3)], false],
  ['the figure follows late', [left(120), left(3)], false],
  ['another figure may be a fault of the deployment', [left(119)], false],
  [
    'the figure stays after a request that may have changed it',
    [exchange({}, 'POST'), left(120)],
    false,
  ],
  ['the figure is that of another workspace', [left(120, {as: 'second-workspace'})], false],
  ['a cycle may have ended', [left(120, {sentAt: REAL + minutes(60)})], false],
])('leave-places is compared with what the account shows: %s', (_what, then, isBroken) => {
  const hooks = new HookEvidence();
  hooks.noteResponse(left(120));
  hooks.noteAnswer(call('leave-places', {role: 'full', places: 3}));
  for (const one of then) hooks.noteResponse(one);
  expect(reasonWith(hooks, control('leave-places')) !== undefined).toBe(isBroken);
});

test('a plan need not show more than it allows, and a figure that is unknown says nothing', () => {
  for (const [before, places] of [
    [120, 200],
    [null, 3],
    [120, null],
  ] as const) {
    const hooks = new HookEvidence();
    hooks.noteResponse(left(before));
    hooks.noteAnswer(call('leave-places', {role: 'full', places}));
    hooks.noteResponse(left(before));
    expect(reasonWith(hooks, control('leave-places'))).toBeUndefined();
  }
});

const usage = (daily_runs_used: number): Exchange =>
  exchange({op: 'getAccountUsage', body: {daily_runs_limit: 40, daily_runs_used}});

test('leave-runs is compared with what the usage shows', () => {
  for (const [after, isBroken] of [
    [0, true],
    [38, false],
  ] as const) {
    const hooks = new HookEvidence();
    hooks.noteResponse(usage(0));
    hooks.noteAnswer(call('leave-runs', {role: 'full', runs: 2}));
    hooks.noteResponse(usage(after));
    expect(reasonWith(hooks, control('leave-runs')) !== undefined).toBe(isBroken);
  }
});

const order = (status: string, method = 'GET'): Exchange =>
  exchange(
    {op: method === 'GET' ? 'getOrder' : 'createOrder', as: 'admin', body: {id: '9f3c', status}},
    method,
  );

test.each<[shown: string, answered: string, isBroken: boolean]>([
  ['pending', 'approved', true],
  ['approved', 'approved', false],
  ['pending', 'pending', false],
  ['cancelled', 'approved', false],
])(
  'a payment is compared with the order: it is %s, the hook answered %s',
  (shown, answered, isBroken) => {
    const hooks = new HookEvidence();
    hooks.noteResponse(order('pending', 'POST'));
    const body = {redirect: null, order_status: answered};
    hooks.noteAnswer(call('complete-payment', {role: 'admin', order: '9f3c'}, body));
    hooks.noteResponse(order(shown));
    expect(reasonWith(hooks, control('complete-payment')) !== undefined).toBe(isBroken);
  },
);

/** A request with a token, which is answered 401. */
const refused = (token: string): Exchange =>
  ({
    status: 401,
    headers: {},
    body: {},
    sentAt: 0,
    sent: {method: 'GET', url: 'http://localhost/users', headers: {'x-user-token': token}},
  }) as unknown as Exchange;

const afterToken = {
  evidence: {steps: [{step: 'control', id: 's1', verb: 'generate-token', args: {}}]},
} as unknown as PlaceVerdict;

test('a token that another hook may have replaced does not speak against the hook that gave it', () => {
  const hooks = new HookEvidence();
  hooks.noteAnswer(call('generate-token', {}, {id: '1', token: 'first'}));
  hooks.noteAnswer(call('regenerate-token', {}, {id: '1', token: 'second'}));
  hooks.noteResponse(refused('first'));
  expect(hooks.explain(afterToken)).toBeUndefined();
  hooks.noteAnswer(call('generate-token', {}, {id: '2', token: 'third'}));
  hooks.noteResponse(refused('third'));
  expect(hooks.explain(afterToken)?.reason).toContain('the hook generate-token is broken');
});
