import {expect, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../all-checks.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {beginning, requireRunnable} from './corpus.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);
const call = {step: 'call', id: 's1', api: 'store', op: 'listUsers', as: 'admin'} as const;
const fixture = (of: Partial<Fixture>): Fixture => ({fixture: 'a', steps: [call], ...of});

test('a sequence of a rule without a model, or with a command that there is no more, is refused', () => {
  const refusing = (of: Partial<Fixture>) => () =>
    requireRunnable(fixture(of), 'a.yaml', checks, specifications);
  const sequence = [{id: 0, does: 'create'}];
  const model = 'store.users.moves-are-the-listed-ones';
  expect(refusing({rule: model, sequence})).not.toThrow();
  expect(refusing({rule: 'store.users.email-is-unique', sequence})).toThrow(/a\.yaml: .*sequences/);
  expect(refusing({rule: model, sequence: [{id: 0, does: 'explode'}]})).toThrow(/no command/);
  expect(refusing({rule: 'store.users.created-is-as-given', draw: {shoe: 1}})).toThrow(/draws/);
});

test('half of the requests are left for what is new, and another seed begins elsewhere', () => {
  const corpus = Array.from({length: 10}, (_, index) => fixture({fixture: `f${index}`}));
  const names = (seed: number, most: number): string[] =>
    beginning(corpus, seed, most).map((one) => one.fixture);
  expect(names(1, 8)).toEqual(['f1', 'f2', 'f3', 'f4']);
  expect(names(13, 8)).toEqual(['f3', 'f4', 'f5', 'f6']);
  expect(names(1, 100)).toHaveLength(10);
  expect(beginning([], 1, 8)).toEqual([]);
});
