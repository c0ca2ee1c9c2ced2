import type {Pager} from '../../../spec/openapi.ts';
import {at, isSameJson} from '../../../spec/json.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {resolvedUrl} from '../../../spec/request-target.ts';
import {isUrl} from '../../../spec/url.ts';

/**
 * The call that requests the next page of a list.
 * @param call the call that requested the page
 * @param turn the number of the page, from 0
 * @returns undefined if there is no next page
 */
export function nextPage(call: Call, page: Exchange, pager: Pager, turn: number): Call | undefined {
  if (pager.kind === 'next-link') return followingLink(call, page, pager);
  const value = pager.kind === 'page' ? nextNumber(page, pager, turn) : nextCursor(page, pager);
  return value === undefined ? undefined : {...call, query: {...call.query, [pager.param]: value}};
}

/** The number of the next page, from 1. A page without rows comes after the last one. */
function nextNumber({body}: Exchange, {rows}: Pager, turn: number): string | undefined {
  const found = at(body, rows) as unknown[] | undefined;
  return found?.length ? String(turn + 2) : undefined;
}

/** The cursor of the next page. */
function nextCursor(page: Exchange, pager: Pager): string | undefined {
  const next = inPage(page, pager.next);
  if (typeof next !== 'string' || next === '') return undefined;
  return inPage(page, pager.more) ? next : undefined;
}

/** A value of a page. The result of a tool may wrap the page, which the decoded body has without its envelope. */
export const inPage = ({wire, body}: Exchange, pointer: string): unknown =>
  at(wire, pointer) ?? at(body, pointer);

/**
 * The call that follows the link to the next page. Parameters of the request that the link does not repeat,
 * such as a filter, are kept, since few documents say that links have to repeat them.
 */
function followingLink(call: Call, page: Exchange, pager: Pager): Call | undefined {
  const next = inPage(page, pager.next);
  const {url} = page.sent;
  if (next === '' || !isUrl(next, url)) return undefined;
  const parameters = Object.fromEntries(new URL(next, url).searchParams);
  return {...call, query: {...call.query, ...parameters}, link: resolvedUrl(next, url)};
}

/** Records in the last page why it may not be the last one of the list. */
export function cut(pages: Exchange[], reason: string): Exchange[] {
  const last = pages.at(-1);
  if (last) last.walkEndedBecause = reason;
  return pages;
}

/** Whether two pages have the same rows: a deployment that ignores the page parameter repeats one page. */
export const sameRows = (a: Exchange, b: Exchange, rows: string): boolean =>
  isSameJson(at(a.body, rows), at(b.body, rows));
