/** The numbers of a page: how many rows the list has, and which of them are on this page. */

import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {all, expectEqual, expectThat, judgeEach, undecided, nothing} from '../../language/judge.ts';
import {parametersOf} from '../../tables/links-alike.ts';
import type {PassiveViolation} from './passive-result.ts';

/** A number of a paginator; `per_page` may be a text. Undefined if it is not a number. */
export function numberAt(page: Exchange, pointer: string): number | undefined {
  const value = at(page.body, pointer);
  const isDigits = typeof value === 'string' && /^\d+$/.test(value);
  if (isDigits) return Number(value);
  return typeof value === 'number' ? value : undefined;
}

/** Asserts a number of a paginator. A missing one is the subject of another rule. */
export function expectNumber(
  page: Exchange,
  pointer: string,
  expected: number | undefined,
): Judgement {
  const got = numberAt(page, pointer);
  const name = pointer.split('/').at(-1) ?? pointer;
  return got === undefined || expected === undefined
    ? nothing()
    : expectEqual(got, expected, `another ${name}`, page, `\`${name}\` of the paginator`);
}

/** The number of pages that so many rows need; an empty list has one. */
const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/**
 * Asserts that the numbers of one page agree with each other and with its rows. They belong to one
 * moment, so that other clients do not matter.
 * @param paginator JSON Pointer of the object with the numbers
 * @param rows the number of rows on the page
 */
export function expectNumbersAgree(page: Exchange, paginator: string, rows: number): Judgement {
  const pointerTo = (name: string): string => `${paginator}/${name}`;
  const numberOf = (name: string): number | undefined => numberAt(page, pointerTo(name));
  const [current, size, total] = [
    numberOf('current_page'),
    numberOf('per_page'),
    numberOf('total'),
  ];
  if (current === undefined || !size || total === undefined)
    return undecided('the paginator lacks a number');
  const last = pagesOf(total, size);
  const first = (current - 1) * size + 1;
  const isInner = current < last;
  return all(
    expectNumber(page, pointerTo('last_page'), last),
    rows ? expectNumber(page, pointerTo('from'), first) : nothing(),
    rows ? expectNumber(page, pointerTo('to'), first + rows - 1) : nothing(),
    expectThat(rows === (isInner ? size : total - first + 1), {
      branch: 'another number of rows',
      expected: `${isInner ? size : total - first + 1} rows on page ${current} of ${last}`,
      got: String(rows),
      at: page,
    }),
  );
}

/** Finds page numbers, and links with them, that do not agree. A page without rows may have any position. */
export function wrongPageNumbers(
  operation: Operation | undefined,
  exchange: Exchange,
): PassiveViolation[] {
  const {pageNumbers, pager, success = ''} = operation ?? {};
  if (!pageNumbers || !pager || !exchange.situations.includes(success)) return [];
  const rows = at(exchange.body, pager.rows);
  if (!Array.isArray(rows) || rows.length === 0) return [];
  const {at: pointer, rule, links} = pageNumbers;
  const found = {
    [rule]: expectNumbersAgree(exchange, pointer, rows.length),
    [links]: expectLinksCount(exchange, pointer, pager.param),
  };
  return Object.entries(found).flatMap(([broken, {violations}]) =>
    violations.map((violation) => ({rule: broken, place: '*', violation})),
  );
}

/** The number of the page to which a link leads by a parameter; undefined if it tells none. */
function pageIn(page: Exchange, link: string, parameter: string): number | undefined {
  const number = parametersOf(at(page.body, link), page)?.get(parameter) ?? '';
  return /^\d+$/.test(number) ? Number(number) : undefined;
}

/**
 * The links of one page lead to the pages after which they are named, by the numbers that the page shows. Judged where
 * the link to the first page has the number 1: else links count otherwise, or tell no number.
 */
function expectLinksCount(page: Exchange, paginator: string, parameter: string): Judgement {
  const numberOf = (name: string): number | undefined => numberAt(page, `${paginator}/${name}`);
  const [current, last] = [numberOf('current_page'), numberOf('last_page')];
  const leadsTo = (name: string): number | undefined =>
    pageIn(page, `${paginator}/${name}_page_url`, parameter);
  if (leadsTo('first') !== 1 || current === undefined) return nothing();
  const expected = {last, next: current + 1, prev: current - 1};
  return judgeEach(Object.entries(expected), ([name, number]) => {
    const got = leadsTo(name);
    return got === undefined || number === undefined
      ? nothing()
      : expectEqual(got, number, `${name}_page_url leads elsewhere`, page, `the page of the link`);
  });
}
