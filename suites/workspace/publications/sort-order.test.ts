import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {sortOrder} from './sort-order.ts';

const check = sortOrder.find(({rule}) => rule === 'workspace.publications.walk-visits-each-once');

/** Two pages of a list, with its rows from the newest to the oldest. */
const walkOf = (...ids: string[]): Exchange[] => {
  const rows = ids.map((id) => ({id}));
  return [rows.slice(0, 2), rows.slice(2)].map((data, index) => ({
    ...({} as Exchange),
    op: 'listPublications',
    status: 200,
    situations: ['page'],
    headers: {},
    body: {data, has_more: index === 0, next_cursor: index === 0 ? 'c' : null},
  }));
};
const publication = (id: string): Exchange => ({...({} as Exchange), status: 201, body: {id}});

const branches = (again: Exchange[]): string[] =>
  check!
    .judge({
      early: publication('early'),
      registration: publication('own'),
      pages: walkOf('own', 'older', 'early'),
      more: publication('more'),
      again,
    } as never)
    .violations.map(({branch}) => branch);

test('what others registered after the first walk began is not lost on it', () => {
  expect(branches(walkOf('more', 'theirs', 'own', 'older', 'early'))).toEqual([]);
});

test('a row between older ones that only the second walk shows was lost on the first', () => {
  expect(branches(walkOf('more', 'own', 'older', 'lost', 'early'))).toEqual([
    'lost-on-the-first-walk',
  ]);
});
