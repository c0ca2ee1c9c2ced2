import type {Context} from '../types.ts';
import {isBefore, isBehind, type Place, writeCursor} from './cursor.ts';
import type {Reading} from './types.ts';

/** Sessions on one page. */
export const PAGE_SIZE = 25;

/** A page of the list, and whether it goes on at both ends. */
interface Page {
  rows: Reading[];
  number: number;
  before: boolean;
  behind: boolean;
}

/** How many sessions a page may hold: always as many, but on a faulty server. */
export function sizeOf({faults, variants}: Context, query: URLSearchParams): number {
  if (variants.has('reading-pages-not-full')) return PAGE_SIZE - 5;
  if (faults.has('readings-page-of-26')) return PAGE_SIZE + 1;
  if (faults.has('readings-second-page-of-50') && query.has('cursor')) return 2 * PAGE_SIZE;
  const wanted = Number(query.get('per_page') ?? PAGE_SIZE);
  return faults.has('readings-per-page-honoured') && wanted > 0 ? wanted : PAGE_SIZE;
}

/** What is left of a list behind a place. */
function behind(context: Context, all: Reading[], place: Place): Reading[] {
  const {faults} = context;
  if (faults.has('readings-cursor-as-offset')) return all.slice((place.page - 1) * PAGE_SIZE);
  if (faults.has('readings-same-second-lost')) {
    return all.filter((one) => one.startedAt < place.at);
  }
  const rest = all.filter((one) => isBehind(context, one, place));
  return faults.has('readings-cursor-skips-one') ? rest.slice(1) : rest;
}

/** Whether a page is said to be followed by another: some lists tell only by an empty one. */
function isMore({variants}: Context, rows: Reading[], size: number): boolean {
  const full = variants.has('reading-last-page-may-be-empty') && rows.length === size;
  return full || rows.length > size;
}

/** The page at a place (null: the first one). */
export function pageAt(context: Context, all: Reading[], place: Place | null, size: number): Page {
  const {faults} = context;
  const first = faults.has('readings-prev-is-first') && place?.side === 'before';
  if (place === null || first) {
    return {rows: all.slice(0, size), number: 1, before: false, behind: isMore(context, all, size)};
  }
  if (place.side === 'after') {
    const rest = behind(context, all, place);
    const rows = rest.slice(0, size);
    const before = all.length > rest.length;
    return {rows, number: place.page, before, behind: isMore(context, rest, size)};
  }
  const front = all.filter((one) => isBefore(context, one, place));
  const from = faults.has('readings-prev-skips-one') ? -1 : front.length;
  const rows = front.slice(0, from).slice(-size);
  const before = front.length > size;
  const number = before ? place.page : 1;
  return {rows, number, before, behind: all.length > front.length};
}

/** Whether the list goes on at one end of a page. */
function goesOn({faults}: Context, page: Page, side: Place['side']): boolean {
  if (side === 'before') return page.before;
  return page.behind && !(faults.has('readings-walk-ends-early') && page.number >= 8);
}

/** The cursor of the page at one end of a page; null when there is none. */
export function cursorAt(context: Context, page: Page, side: Place['side']): string | null {
  const last = side === 'after' ? page.rows.at(-1) : page.rows[0];
  if (!goesOn(context, page, side) || last === undefined) return null;
  const number = Math.max(1, page.number + (side === 'after' ? 1 : -1));
  return writeCursor({side, at: last.startedAt, uuid: last.uuid, page: number});
}
