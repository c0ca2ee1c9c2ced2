/** What judges read from lists of rows and from the responses to repeated requests. */

import {defined} from '../../spec/defined.ts';
import {at} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {NothingSeen, summaryOf, when} from './judge.ts';

/**
 * The rows of pages, in order.
 * @param pointer where each page's body has its rows
 * @throws NothingSeen for a page that has no list there: that something is missing from it says
 * nothing
 */
export const rowsAt = (pages: Exchange[], pointer: string): unknown[] =>
  pages.flatMap((page) => {
    const rows = at(page.body, pointer);
    if (!Array.isArray(rows))
      throw new NothingSeen(`${page.op} was answered ${summaryOf(page)}, without rows`, page);
    return rows as unknown[];
  });

/**
 * The value of each row of the pages.
 * @param pointer where each row has the value, such as `/id`
 * @param rows where each page's body has its rows
 * @throws NothingSeen as `rowsAt`
 */
export const column = (pages: Exchange[], pointer: string, rows = '/data'): unknown[] =>
  rowsAt(pages, rows).map((row) => at(row, pointer));

/** Members of `a` that are not in `b`. */
export const missing = <T>(a: T[], b: T[]): T[] => {
  const others = new Set(b);
  return a.filter((member) => !others.has(member));
};

/** Members that stand in a list more than once: each occurrence but the first. */
export const repeated = <T>(a: T[]): T[] =>
  a.filter((member, index) => a.indexOf(member) !== index);

/** The first of the responses to a repeated request. */
export const firstOf = (exchanges: Exchange[]): Exchange =>
  defined(exchanges[0], 'the first response');

/** The last of the responses to a repeated request. */
export const lastOf = (exchanges: Exchange[]): Exchange =>
  defined(exchanges.at(-1), 'the last response');

/** Why a walk did not reach the end of the list; undefined if it did. */
export const cutOf = (pages: Exchange[]): string | undefined => pages.at(-1)?.walkEndedBecause;

/** The judgement if each of these walks reached the end of the list. */
export function whenWalkedToTheEnd(
  walks: readonly Exchange[][],
  judgement: () => Judgement,
): Judgement {
  const cut = walks.map(cutOf).find((one) => one !== undefined);
  return when(!cut, `the walk did not reach the end of the list: ${cut}`, judgement);
}
