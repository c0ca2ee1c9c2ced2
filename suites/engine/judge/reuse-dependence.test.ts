import {expect, test} from 'vitest';
import type {Violation} from '../../../spec/run-record.ts';
import {Script, type Handle} from '../../language/script.ts';
import {standingByThemselves} from './reuse-dependence.ts';

/** A scene that creates a user, changes it, and creates another with an address of its own. */
function recorded() {
  const s = new Script('store');
  const email = s.fresh('email');
  const created = s.call('createUser', {body: {email}});
  const updated = s.call('updateUser', {path: {id: created.at('/data/id')}, body: {}});
  const other = s.call('createUser', {body: {email: 'not-one'}});
  const again = s.call('createUser', {body: {email}});
  const handles: Record<string, Handle<unknown>> = {created, updated, other, again};
  return {scene: {given: [], act: s.steps, handles}, created, updated, other, again};
}

const violationAt = ({id}: Handle, isOutcome = true): Violation => ({
  branch: 'b',
  expected: 'x',
  got: 'y',
  step: id,
  ...(isOutcome && {wanted: ['invalid']}),
});

test('only what refers to nothing reused stands by itself', () => {
  const {scene, created, updated, other, again} = recorded();
  const violations = [created, updated, other, again].map((one) => violationAt(one));
  expect(standingByThemselves(violations, scene, new Set([created.id]))).toEqual([
    violationAt(other),
  ]);
});

test('a comparison stands by itself only where the judge reads nothing reused', () => {
  const {scene, created, other} = recorded();
  const violations = [violationAt(other, false)];
  expect(standingByThemselves(violations, scene, new Set([created.id]))).toEqual([]);
  expect(standingByThemselves(violations, scene, new Set())).toEqual(violations);
});
