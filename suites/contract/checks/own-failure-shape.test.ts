import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications);

/** The names of the scenes that decide a rule. */
const scenesOf = (rule: string): string[] =>
  checks.filter((check) => check.rule === rule).map(({scene}) => scene.id);

test('a failure without errors by field names no field', () => {
  const scenes = scenesOf('store.access.errors-name-the-failing-field');
  expect(scenes.some((id) => id.includes('createUser'))).toBe(true);
  expect(scenes.filter((id) => /Order/.test(id))).toEqual([]);
});

test('a shared refusal is witnessed at an operation whose failure has its shape', () => {
  const scenes = scenesOf('store.orders.failure-has-status');
  expect(scenes).not.toEqual([]);
  expect(scenes.filter((id) => !/Order/.test(id))).toEqual([]);
});
