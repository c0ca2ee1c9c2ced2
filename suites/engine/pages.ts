import type {Pager} from '../../spec/openapi.ts';
import {at, canonicalText} from '../../spec/json.ts';
import type {Call, Exchange} from '../../spec/step.ts';

/** The call that brings the page after the one that was got, if there is one. */
export function nextPage(page: Call, got: Exchange, pager: Pager, turn: number): Call | undefined {
  if (pager.kind === 'page')
    return (at(got.body, pager.rows) as unknown[] | undefined)?.length
      ? {...page, query: {...page.query, [pager.param]: String(turn + 2)}}
      : undefined;
  const next = at(got.wire, pager.next);
  if (
    typeof next !== 'string' ||
    next === '' ||
    (pager.kind === 'cursor' && !at(got.wire, pager.more))
  )
    return undefined;
  const value =
    pager.kind === 'cursor' ? next : new URL(next, got.sent.url).searchParams.get(pager.param);
  return value === null ? undefined : {...page, query: {...page.query, [pager.param]: value}};
}

/** Pages that are not known to be all. */
export function cut(pages: Exchange[], reason: string): Exchange[] {
  if (pages.length) pages.at(-1)!.cut = reason;
  return pages;
}

/** A deployment that does not know the page parameter gives the same page for ever. */
export const sameRows = (a: Exchange, b: Exchange, rows: string): boolean =>
  canonicalText(at(a.body, rows)) === canonicalText(at(b.body, rows));
