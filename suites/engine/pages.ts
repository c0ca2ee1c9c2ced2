import type {Pager} from '../../spec/openapi.ts';
import {at, canonicalText} from '../../spec/json.ts';
import type {Call, Exchange} from '../../spec/step.ts';

/**
 * The call that brings the next page of a list.
 * @param call that brought the page
 * @param turn number of the page, from 0
 * @returns undefined when there is no next page
 */
export function nextPage(call: Call, page: Exchange, pager: Pager, turn: number): Call | undefined {
  const value = pager.kind === 'page' ? nextNumber(page, pager, turn) : nextLink(page, pager);
  return value === undefined ? undefined : {...call, query: {...call.query, [pager.param]: value}};
}

/** Pages are numbered from 1; one without rows is behind the last. */
function nextNumber({body}: Exchange, {rows}: Pager, turn: number): string | undefined {
  const found = at(body, rows) as unknown[] | undefined;
  return found?.length ? String(turn + 2) : undefined;
}

/** The cursor of the next page, or the value of the parameter in the link to it. */
function nextLink({wire, sent}: Exchange, pager: Pager): string | undefined {
  const next = at(wire, pager.next);
  if (typeof next !== 'string' || next === '') return undefined;
  if (pager.kind === 'cursor') return at(wire, pager.more) ? next : undefined;
  return new URL(next, sent.url).searchParams.get(pager.param) ?? undefined;
}

/** Notes on the last page why it is not known to be the last of the list. */
export function cut(pages: Exchange[], reason: string): Exchange[] {
  const last = pages.at(-1);
  if (last) last.cut = reason;
  return pages;
}

/** A deployment that does not know the page parameter gives the same page for ever. */
export const sameRows = (a: Exchange, b: Exchange, rows: string): boolean =>
  canonicalText(at(a.body, rows)) === canonicalText(at(b.body, rows));
