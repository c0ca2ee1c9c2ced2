import {describe, expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {rowsMissing, rowsTwice} from './listed-once.ts';

const {contract} = loadSpecification('workspace');
const {operations} = contract;

let clock = 0;

function exchange(op: string, body: unknown, query = ''): Exchange {
  clock += 1000;
  return {
    step: `s${clock}`,
    op,
    as: 'full',
    sentAt: clock,
    gotAt: clock + 1,
    status: 200,
    headers: {},
    situations: [operations[op]?.success ?? ''],
    documented: [],
    body,
    sent: {method: 'GET', url: `http://api/publications${query}`, headers: {}},
  } as Exchange;
}

const later = (ms: number): void => void (clock += ms);
const made = (id: string): Exchange => exchange('createPublication', {id});

/** A page; `next` is the cursor of the page behind it. */
const page = (ids: string[], next: string | null = null, cursor?: string): Exchange =>
  exchange(
    'listPublications',
    {data: ids.map((id) => ({id})), has_more: next !== null, next_cursor: next},
    cursor === undefined ? '' : `?cursor=${cursor}`,
  );

const seen = (exchanges: Exchange[]) => ({
  exchanges,
  operations,
  isChangedOnlyByRequests: true,
  isReused: () => false,
});

const twice = (...pages: Exchange[]): unknown[] =>
  rowsTwice(contract, pages.at(-1)!, seen(pages)).map(({violation}) => violation.got);

const missing = (...exchanges: Exchange[]): unknown[] =>
  rowsMissing(contract, exchanges.at(-1)!, seen(exchanges)).map(({violation}) => violation.got);

describe('a row stands once', () => {
  test('on a page', () => {
    expect(twice(page(['a', 'b']))).toEqual([]);
    expect(twice(page(['a', 'a']))).toHaveLength(1);
  });

  test('on pages between which others were made, by the rule about those', () => {
    const [first, other, last] = [page(['a'], 'x'), made('b'), page(['a'], null, 'x')];
    const [meanwhile] = rowsTwice(contract, last, seen([first, other, last]));
    expect(meanwhile?.rule).toBe('workspace.publications.page-is-stable');
    expect(meanwhile?.violation.comparedWithSteps).toEqual([first.step]);
  });

  test('on the pages of a walk', () => {
    const before = [made('c'), page(['a'], 'x'), page(['a'], null, 'x')];
    const [one] = rowsTwice(contract, before[2]!, seen(before));
    expect(one?.rule).toBe('workspace.publications.walk-visits-each-once');
    const pages = [page(['a'], 'x'), page(['b'], 'y', 'x')];
    expect(twice(...pages, page(['c'], null, 'y'))).toEqual([]);
    expect(twice(...pages, page(['a'], null, 'y'))).toHaveLength(1);
    expect(twice(...pages, page(['a'], null))).toEqual([]);
  });
});

describe('what was registered is listed', () => {
  test('after some minutes', () => {
    const one = made('a');
    expect(missing(one, page([]))).toEqual([]);
    later(300_000);
    expect(missing(one, page([]))).toHaveLength(1);
    expect(missing(one, page(['a']))).toEqual([]);
  });

  test('once it was listed', () => {
    const before = [made('a'), page(['a'])];
    later(6000);
    expect(missing(...before, page([]))).toHaveLength(1);
  });

  test('unless one of the same second stands before it on the page', () => {
    const both = [made('a'), made('b')];
    later(300_000);
    expect(missing(...both, page(['a'], 'x'))).toEqual([]);
  });

  test('unless newer ones fill the page', () => {
    const first = made('a');
    later(1000);
    const both = [first, made('b')];
    later(300_000);
    expect(missing(...both, page(['b'], 'x'))).toEqual([]);
    expect(missing(...both, page(['a'], 'x'))).toHaveLength(1);
    expect(missing(...both, page(['c'], 'x'))).toEqual([]);
  });
});
