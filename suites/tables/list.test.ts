import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {List} from './list.ts';

const notes = new List({
  kind: 'note',
  rows: '/notes',
  idIn: ({body}) => body?.id as unknown,
});

const page = (...ids: number[]): Exchange =>
  ({
    ...({} as Exchange),
    op: 'listNotes',
    status: 200,
    situations: ['page'],
    headers: {},
    body: {notes: ids.map((id) => ({id, text: `note ${id}`}))},
  }) as Exchange;

const made = (id: number): Exchange => ({...page(), body: {id}});

const nothingFound: Exchange = {...page(), status: 404, situations: ['nothing-found'], body: {}};

const cut: Exchange = {...page(3), walkEndedBecause: 'it has more pages than are read'};

const branches = ({violations}: Judgement): string[] => violations.map(({branch}) => branch);

test('the rows of pages are one list, and a page that found nothing has none', () => {
  expect(notes.ids([page(1, 2), nothingFound, page(3)])).toEqual([1, 2, 3]);
  expect(notes.rowOf([page(1, 2), page(3)], made(3))).toEqual({id: 3, text: 'note 3'});
});

test('a response that is no list is not read as an empty one', () => {
  expect(() => notes.rows({...page(), status: 500, situations: [], body: {}})).toThrow(/500/);
});

test('a walk visits everything once', () => {
  expect(branches(notes.expectEachOnce([page(1, 2), page(3)], [made(1), made(3)]))).toEqual([]);
  expect(branches(notes.expectEachOnce([page(1, 2), page(2)], [made(1)]))).toEqual([
    'visited-twice',
  ]);
  expect(branches(notes.expectEachOnce([page(1), page(3)], [made(2)], 'all: '))).toEqual([
    'all: not-visited',
  ]);
});

test('a walk that was cut short says nothing of what it did not show', () => {
  const {violations, inconclusive} = notes.expectEachOnce([page(1), cut], [made(2)]);
  expect(violations).toEqual([]);
  expect(inconclusive).toContain('it has more pages than are read');
  expect(notes.expectListed([page(1), cut], made(2), 'lost')).toMatchObject({violations: []});
  expect(branches(notes.expectListed(page(1), made(2), 'lost'))).toEqual(['lost']);
});

test('what is not to be shown, and what others there are, is told by the ids', () => {
  expect(branches(notes.expectNoneShown(page(1, 2), [2, 3], 'that ended', 'still'))).toEqual([
    'still',
  ]);
  expect(branches(notes.expectNoOthers(page(1, 2), [1, 2], 'of others', 'others'))).toEqual([]);
  expect(notes.expectOtherRows(page(1, 2), page(2), 'overlap').violations[0]).toMatchObject({
    expected: 'no note of the page before',
    got: '1',
  });
});

test('things are judged together if one page shows all of them', () => {
  const judgement = (): Judgement => notes.expectNotListed(page(1), made(1), 'shown');
  expect(branches(notes.whenAllShown(page(1, 2), [made(1), made(2)], judgement))).toEqual([
    'shown',
  ]);
  expect(notes.whenAllShown(page(1), [made(1), made(2)], judgement).inconclusive).toBe(
    'the list did not show 1 of 2 notes before',
  );
});
