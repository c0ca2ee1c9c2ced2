import {expect, test} from 'vitest';
import {fewestSets, foundBy, queryOf, setsOf, tellingSets, type Filters} from './filters.ts';

interface Facts {
  reader: string;
  status: string;
}

const ofReader = (by: 'id' | 'email', reader: string) => ({
  by,
  query: () => ({[by]: reader}),
  finds: (facts: Facts) => facts.reader === reader,
});

const ofStatus = (status: string) => ({
  by: 'status',
  query: () => ({status}),
  finds: (facts: Facts) => facts.status === status,
});

const list: Filters<undefined, Facts> = {
  rows: {
    one: {reader: 'a', status: 'open'},
    two: {reader: 'a', status: 'paid'},
    three: {reader: 'b', status: 'open'},
  },
  filters: {
    'id of a': ofReader('id', 'a'),
    'email of b': ofReader('email', 'b'),
    open: ofStatus('open'),
    paid: ofStatus('paid'),
    everything: {by: 'days', query: () => ({since: '2000-01-01'}), finds: () => true},
  },
  overruled: {email: 'id'},
};

test('several filters find what each of them finds', () => {
  expect(foundBy(list, ['id of a', 'open'])).toEqual(['one']);
  expect(queryOf(list, ['id of a', 'open'], undefined)).toEqual({id: 'a', status: 'open'});
});

test('a filter that is overruled beside another one finds nothing less', () => {
  expect(foundBy(list, ['email of b', 'id of a'])).toEqual(['one', 'two']);
});

test('filters by the same do not stand together, nor what is set apart', () => {
  expect(setsOf(list, 2)['id and status']).toEqual([
    ['id of a', 'open'],
    ['id of a', 'paid'],
  ]);
  expect(Object.keys(setsOf({...list, apart: ['id', 'status']}, 2))).not.toContain('id and status');
});

test('sets tell whether one of their filters is ignored; without such a set all are tried', () => {
  const ofIdAndStatus = {sets: setsOf(list, 2)['id and status'] ?? []};
  expect(tellingSets(list, ofIdAndStatus)).toEqual([['id of a', 'open']]);
  const ofIdAndDays = {sets: setsOf(list, 2)['id and days'] ?? []};
  expect(tellingSets(list, ofIdAndDays)).toEqual([['id of a', 'everything']]);
});

test('the fewest sets show of each filter whether it is ignored, where a set can', () => {
  expect(
    fewestSets(list, {
      sets: [
        ['paid', 'id of a'],
        ['open', 'id of a'],
      ],
    }),
  ).toEqual([['open', 'id of a']]);
  expect(fewestSets(list, {sets: [['id of a', 'everything']]})).toEqual([
    ['id of a', 'everything'],
  ]);
});
