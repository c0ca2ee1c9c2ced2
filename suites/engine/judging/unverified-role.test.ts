import {expect, test} from 'vitest';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Step} from '../../../spec/step.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import {unverifiedRole} from './unverified-role.ts';

const REASON = 'the key or the deployment';
const ROLES = new Map([['second-admin' as const, REASON]]);

/** A scene in which a role sends one request, with the status of its response. */
const runAs = (as: string, status: number): Pick<SceneRun, 'scene' | 'exchanges'> => ({
  scene: {given: [], act: [{step: 'call', id: 's1', as} as Step]} as unknown as SceneRun['scene'],
  exchanges: [{as, status} as Exchange],
});

const of = (verdict: PlaceVerdict['verdict']): PlaceVerdict => ({
  place: '*',
  verdict,
  witnesses: [],
  violations: [],
});

test('what an unverified key was refused accuses nobody, and says which key', () => {
  const source = unverifiedRole(runAs('second-admin', 401), ROLES);
  expect(source(of('failed'))).toEqual({reason: REASON});
  expect(source(of('inconclusive'))).toEqual({reason: REASON});
  expect(source(of('passed'))).toBeUndefined();
});

test('what is undecided for another reason keeps it', () => {
  const source = unverifiedRole(runAs('second-admin', 200), ROLES);
  expect(source(of('inconclusive'))).toBeUndefined();
  expect(source(of('failed'))).toEqual({reason: REASON});
});

test('scenes of other roles are judged as they are', () => {
  expect(unverifiedRole(runAs('admin', 401), ROLES)(of('failed'))).toBeUndefined();
});
