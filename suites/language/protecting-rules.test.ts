import {expect, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {isLeaking} from './protecting-rules.ts';

const rules = Object.values(loadSpecifications()).flatMap((one) => one.rules);

/** Rules on tenants and credentials whose violation is no leak: an effect on counts and limits, or on what is told. */
const OTHERS =
  /allowance-is-own|usage-is-own|key-is-bound|store-quota|foreign-tells-nothing|names-one-workspace/;

/** What the sentence of a rule says that keeps tenants apart, or credentials from more than they may do. */
const SAYS =
  /\b[Aa]nother (store|workspace)\b|sufficient permissions|opens nothing|answered 40[13](?! with)[^.]* changes nothing|signs nobody in/;

test('every rule whose sentence keeps another tenant or credential out is marked as one that protects', () => {
  const about = rules.filter(({id, sentence}) => !OTHERS.test(id) && SAYS.test(sentence));
  expect(about.filter(({protects}) => !protects).map(({id}) => id)).toEqual([]);
  expect(about.length).toBeGreaterThan(20);
  expect(rules.find(({id}) => id === 'store.users.email-is-unique')).not.toHaveProperty('protects');
});

const seen = {branch: 'b', expected: 'x', got: 'y', step: 's1'};
const wanted = ['publication-not-found'];

test.each([
  ['a served request', {...seen, wanted, status: 200}, true],
  ['a served request that any refusal would have answered', {...seen, status: 200}, true],
  ['an effect behind a refusal', seen, true],
  ['a refusal with another status', {...seen, wanted, status: 403}, false],
  ['another refusal where any is right', {...seen, status: 500}, false],
  ['a wrong status of the right refusal', {...seen, statusOf: wanted[0], status: 404}, false],
])('%s is a leak: %3$s', (_what, violation, isOne) => {
  expect(isLeaking({protects: true}, [violation as typeof seen])).toBe(isOne);
  expect(isLeaking({}, [violation as typeof seen])).toBe(false);
});

test('what a passive check finds is a leak only if a request was served', () => {
  expect(isLeaking({protects: true}, [seen], false)).toBe(false);
  expect(isLeaking({protects: true}, [{...seen, status: 200} as typeof seen], false)).toBe(true);
});
