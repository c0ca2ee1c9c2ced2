import type {Pager} from '../../../spec/openapi.ts';
import {at, isSameJson} from '../../../spec/json.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isUrl} from '../../../spec/url.ts';

/**
 * The call that brings the next page of a list.
 * @param call that brought the page
 * @param turn number of the page, from 0
 * @returns undefined when there is no next page
 */
export function nextPage(call: Call, page: Exchange, pager: Pager, turn: number): Call | undefined {
  const more = nextQuery(page, pager, turn);
  return more && {...call, query: {...call.query, ...more}};
}

/** The parameters that the request for the next page has in other values. */
function nextQuery(page: Exchange, pager: Pager, turn: number): Record<string, string> | undefined {
  if (pager.kind === 'next-link') return nextLink(page, pager);
  const value = pager.kind === 'page' ? nextNumber(page, pager, turn) : nextCursor(page, pager);
  return value === undefined ? undefined : {[pager.param]: value};
}

/** Pages are numbered from 1; one without rows is behind the last. */
function nextNumber({body}: Exchange, {rows}: Pager, turn: number): string | undefined {
  const found = at(body, rows) as unknown[] | undefined;
  return found?.length ? String(turn + 2) : undefined;
}

/** The cursor of the next page. */
function nextCursor({wire}: Exchange, pager: Pager): string | undefined {
  const next = at(wire, pager.next);
  if (typeof next !== 'string' || next === '') return undefined;
  return at(wire, pager.more) ? next : undefined;
}

/**
 * All parameters of the link to the next page. What the link does not repeat of the request, such as
 * a filter, is kept: few documents say that links have to repeat it.
 */
function nextLink({wire, sent}: Exchange, pager: Pager): Record<string, string> | undefined {
  const next = at(wire, pager.next);
  if (next === '' || !isUrl(next, sent.url)) return undefined;
  return Object.fromEntries(new URL(next, sent.url).searchParams);
}

/** Notes on the last page why it is not known to be the last of the list. */
export function cut(pages: Exchange[], reason: string): Exchange[] {
  const last = pages.at(-1);
  if (last) last.walkEndedBecause = reason;
  return pages;
}

/** A deployment that does not know the page parameter gives the same page for ever. */
export const sameRows = (a: Exchange, b: Exchange, rows: string): boolean =>
  isSameJson(at(a.body, rows), at(b.body, rows));
