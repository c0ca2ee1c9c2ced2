import {expect, test} from 'vitest';
import {loadSpecifications} from '../spec/specification.ts';
import {isLeak, isProtecting} from './protecting-rules.ts';

const rules = Object.values(loadSpecifications()).flatMap((one) => one.rules);

/** Rules on tenants and credentials whose violation is no leak: an effect on counts and limits, or on what is told. */
const OTHERS =
  /allowance-is-own|usage-is-own|key-is-bound|store-quota|foreign-tells-nothing|names-one-workspace/;

test('every rule that keeps another tenant out is known as one that protects', () => {
  const about = rules.filter(
    ({id, sentence}) =>
      !OTHERS.test(id) &&
      /\b[Aa]nother (store|workspace)\b|of another (store|workspace)/.test(sentence),
  );
  expect(about.filter(({id}) => !isProtecting(id)).map(({id}) => id)).toEqual([]);
  expect(about.length).toBeGreaterThan(10);
  expect(isProtecting('store.users.email-is-unique')).toBe(false);
});

test('a served request is a leak, and a refusal with another status is none', () => {
  const rule = 'workspace.access.foreign-is-not-found';
  const seen = {branch: 'b', expected: 'x', got: 'y', step: 's1'};
  expect(isLeak(rule, {...seen, wanted: ['publication-not-found'], status: 200})).toBe(true);
  expect(isLeak(rule, {...seen, wanted: ['publication-not-found'], status: 403})).toBe(false);
  expect(isLeak(rule, {...seen, statusOf: 'publication-not-found', status: 404})).toBe(false);
  expect(isLeak(rule, seen)).toBe(false);
  expect(isLeak('store.access.list-shows-own-only', seen)).toBe(true);
  expect(isLeak('store.users.email-is-unique', {...seen, wanted: ['invalid'], status: 201})).toBe(
    false,
  );
});
