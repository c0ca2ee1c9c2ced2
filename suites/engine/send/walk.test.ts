import {expect, test} from 'vitest';
import type {Call, Walk} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Codec} from '../../target/codec.ts';
import {defined} from '../../../spec/defined.ts';
import {walkPages} from './walk.ts';

const pager = {kind: 'next-link', param: 'page', next: '/next', more: '', rows: '/rows'};
const codec = {pager: () => pager, operation: () => ({success: 'page'})} as unknown as Codec;

const page: Call = {
  step: 'call',
  id: 'c1',
  api: 'store',
  op: 'listThings',
  as: 'admin',
  query: {query: 'tides'},
};
const step: Walk = {step: 'walk', id: 'w1', page, atMost: 5};

/** What a page shows: its rows, and the link to the next one. */
interface Page {
  rows: number[];
  next: string | null;
  /** Absent where nothing was found. */
  situation?: string;
}

const asExchange = ({rows, next, situation = 'page'}: Page): Exchange =>
  ({
    op: 'listThings',
    status: situation === 'page' ? 200 : 404,
    situations: [situation],
    body: {rows},
    wire: {rows, next},
    sent: {method: 'GET', url: 'https://store.example/things?query=tides', headers: {}},
  }) as unknown as Exchange;

/** Walks through pages that are given in turn. */
async function walked(...given: Page[]): Promise<{pages: Exchange[]; queries: Call['query'][]}> {
  const queries: Call['query'][] = [];
  const pages = await walkPages(step, codec, {
    page: async (call, turn) => {
      queries.push(call.query);
      const shown = given[turn];
      if (!shown) throw new Error('one page too many was read');
      return asExchange(shown);
    },
    between: async () => undefined,
    isEnough: () => false,
  });
  return {pages, queries};
}

test('a link leads to the next page with all of its parameters, and the filter is kept', async () => {
  const {pages, queries} = await walked(
    {rows: [3, 2], next: 'https://store.example/things?page=2&seen=b%2B1'},
    {rows: [1], next: null},
  );
  expect(queries).toEqual([{query: 'tides'}, {query: 'tides', page: '2', seen: 'b+1'}]);
  expect(pages).toHaveLength(2);
  expect(pages.at(-1)?.walkEndedBecause).toBeUndefined();
});

test('what a link says of the filter counts', async () => {
  const {queries} = await walked(
    {rows: [3], next: '/things?query=other&page=2'},
    {rows: [1], next: null},
  );
  expect(queries[1]).toEqual({query: 'other', page: '2'});
});

test('a walk that is led back ends there, and is not known to be whole', async () => {
  const {pages} = await walked(
    {rows: [3, 2], next: '/things?page=2'},
    {rows: [1], next: '/things?page=1'},
    {rows: [3, 2], next: '/things?page=2'},
  );
  expect(pages).toHaveLength(3);
  expect(pages.at(-1)?.walkEndedBecause).toContain('leads back');
});

test('a page that was announced and does not exist stands behind the others', async () => {
  const {pages} = await walked(
    {rows: [3, 2], next: '/things?page=2'},
    {rows: [], next: null, situation: 'nothing-found'},
  );
  expect(pages.map(({status}) => status)).toEqual([200, 404]);
});

test('what is no URL leads nowhere', async () => {
  const {pages} = await walked({rows: [3], next: 'http://'});
  expect(pages).toHaveLength(1);
});

test('a second page whose parameter is refused leaves open what follows the first', async () => {
  const byNumber = {
    pager: () => ({kind: 'page', param: 'page', next: '', more: '', rows: '/rows'}),
    operation: () => ({success: 'page'}),
  } as unknown as Codec;
  const given = [
    asExchange({rows: [3, 2], next: null}),
    {...asExchange({rows: [], next: null, situation: 'refused'}), status: 422},
  ];
  const pages = await walkPages(step, byNumber, {
    page: async (_call, turn) => defined(given[turn], 'a page'),
    between: async () => undefined,
    isEnough: () => false,
  });
  expect(pages).toHaveLength(1);
  expect(pages[0]?.walkEndedBecause).toContain('refuses `page`');
});

test('a cursor that leads to its own page is followed once more, so that rows are seen twice', async () => {
  const cursor = {kind: 'cursor', param: 'cursor', next: '/next', more: '/next', rows: '/rows'};
  const byCursor = {
    pager: () => cursor,
    operation: () => ({success: 'page'}),
  } as unknown as Codec;
  const pages = await walkPages({...step, atMost: 50}, byCursor, {
    page: async (_call, turn) => asExchange({rows: turn === 0 ? [3, 2] : [1], next: 'after-2'}),
    between: async () => undefined,
    isEnough: () => false,
  });
  expect(pages).toHaveLength(3);
  expect(pages.at(-1)?.walkEndedBecause).toContain('own page');
});

test('the cursor is found in a page that the result of a tool wraps', async () => {
  const cursor = {kind: 'cursor', param: 'cursor', next: '/next', more: '/more', rows: '/rows'};
  const byCursor = {
    pager: () => cursor,
    operation: () => ({success: 'page'}),
  } as unknown as Codec;
  const pages = await walkPages(step, byCursor, {
    page: async (_call, turn) => {
      const body = turn === 0 ? {rows: [3, 2], next: 'c', more: true} : {rows: [1], more: false};
      return {situations: ['page'], body, wire: {result: body}} as unknown as Exchange;
    },
    between: async () => undefined,
    isEnough: () => false,
  });
  expect(pages).toHaveLength(2);
});
