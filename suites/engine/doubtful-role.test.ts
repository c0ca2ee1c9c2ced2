import {expect, test} from 'vitest';
import type {Exchange, Step} from '../../spec/step.ts';
import type {CheckVerdict} from './findings.ts';
import {excuseDoubtful} from './doubtful-role.ts';
import type {Played} from './played.ts';

const DOUBTS = new Map([['second-admin' as const, 'the key or the deployment']]);

/** A scene in which a role sends one request, with the status of its response. */
const playedAs = (as: string, status: number): Pick<Played, 'scene' | 'exchanges'> => ({
  scene: {given: [], act: [{step: 'call', id: 's1', as} as Step]} as unknown as Played['scene'],
  exchanges: [{as, status} as Exchange],
});

const verdict = (one: Partial<CheckVerdict>): CheckVerdict => ({
  place: '*',
  verdict: 'passed',
  witnesses: [],
  violations: [],
  ...one,
});

const FAILED = verdict({verdict: 'failed', reason: 'expected a page, got 401'});
const BLOCKED = verdict({
  verdict: 'inconclusive',
  reason: 'blocked by store.users.create-answers-201',
  blockedBy: 'store.users.create-answers-201',
});

test('what a key in doubt was refused accuses nobody, and says which key', () => {
  const [failed, blocked] = excuseDoubtful(
    [FAILED, BLOCKED],
    playedAs('second-admin', 401),
    DOUBTS,
  );
  expect(failed).toMatchObject({verdict: 'inconclusive', reason: 'the key or the deployment'});
  expect(blocked).toMatchObject({verdict: 'inconclusive', reason: 'the key or the deployment'});
  expect(blocked).not.toHaveProperty('blockedBy');
});

test('what is blocked for another reason keeps it', () => {
  expect(excuseDoubtful([BLOCKED], playedAs('second-admin', 200), DOUBTS)).toEqual([BLOCKED]);
});

test('scenes of other roles are judged as they are', () => {
  const played = playedAs('admin', 401);
  expect(excuseDoubtful([FAILED, BLOCKED], played, DOUBTS)).toEqual([FAILED, BLOCKED]);
});
