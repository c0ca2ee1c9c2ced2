import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {SceneRun} from '../send/scene-run.ts';
import type {RoleDoubts} from './role-doubt.ts';
import {otherCause} from './refused-request.ts';

const act = [{step: 'call', id: 's1', op: 'getAccount'}];
const run = {scene: {given: [], act}, races: new Map()} as unknown as SceneRun;

/** What may explain a refusal of a role, after a doubt of the kind `less` about it. */
const causeOf = (status: number, as: string, isDoubtful = false): string | undefined => {
  const doubt = {kind: 'less', reason: 'r'} as const;
  const doubtfulRoles = new Map(isDoubtful ? [[as, doubt]] : []) as unknown as RoleDoubts;
  const exchange = {step: 's1', op: 'getAccount', as, status, situations: [], headers: {}};
  return otherCause(exchange as unknown as Exchange, run, {doubtfulRoles});
};

test('a doubt explains no status that no role explains', () => {
  expect(causeOf(403, 'full', true)).toBe('the credential is not confirmed');
  expect(causeOf(500, 'full', true)).toBeUndefined();
  expect(causeOf(401, 'full', true)).toBeUndefined();
});

/** What may explain that a read is refused after such steps, of which those with `s0` served the same read. */
function causeAfter(before: object[], served: string[]): string | undefined {
  const read = {op: 'getAccount', as: 'full', headers: {}, sent: {method: 'GET', url: '/account'}};
  const exchanges = served.map((step) => ({...read, step, status: 200, gotAt: 1}));
  const scene = {given: before, act};
  const exchange = {...read, step: 's1', status: 404, situations: [], documented: [], sentAt: 2};
  return otherCause(
    exchange as unknown as Exchange,
    {scene, races: new Map(), exchanges} as unknown as SceneRun,
    {doubtfulRoles: new Map() as unknown as RoleDoubts},
  );
}

const HOOK = {step: 'control', id: 'h', verb: 'end-runs', args: {}};
const READ = {step: 'call', id: 's0', op: 'getAccount'};
const after = (ms: number) => ({step: 'advance', id: 'a', ms});

test('a hook explains a refused read, unless the same read was served after it', () => {
  expect(causeAfter([HOOK], [])).toBe('the hook `end-runs` was called before it');
  expect(causeAfter([READ, HOOK], ['s0'])).toBe('the hook `end-runs` was called before it');
  expect(causeAfter([HOOK, READ], ['s0'])).toBeUndefined();
});

test('time explains a refused read, but not the moment for which scenes wait for late figures', () => {
  expect(causeAfter([READ, after(600_000)], ['s0'])).toBe('time was let pass before it');
  expect(causeAfter([READ, after(5000)], ['s0'])).toBeUndefined();
});

test('a key may lack an ability that the first requests do not try, but it is valid', () => {
  expect(causeOf(403, 'second-workspace')).toBe('the credential may lack an ability');
  expect(causeOf(401, 'second-workspace')).toBeUndefined();
  expect(causeOf(401, 'token-of-a-hook')).toBe('the credential may lack an ability');
  expect(causeOf(403, 'full')).toBeUndefined();
});
