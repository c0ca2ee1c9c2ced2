import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {SceneRun} from '../scene-run.ts';
import type {RoleDoubts} from '../preflight/role-doubt.ts';
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

test('a key may lack an ability that the first requests do not try, but it is valid', () => {
  expect(causeOf(403, 'second-workspace')).toBe('the credential may lack an ability');
  expect(causeOf(401, 'second-workspace')).toBeUndefined();
  expect(causeOf(401, 'token-of-a-hook')).toBe('the credential may lack an ability');
  expect(causeOf(403, 'full')).toBeUndefined();
});
