import {isObject} from '../../../../spec/json.ts';

/** Names of members that say how to get the next page: none is there on the last page. */
const NEXT = /^next(_?(page|cursor|url|link|page_?url))?$/i;

/** Names of members that say whether there is another page. */
const MORE = /^(has_?)?(more|next|next_?page)$/i;

const CURRENT = /^(current_?)?page$/i;
const LAST = /^(last_?page|(total_?)?pages|page_?count)$/i;

/** The depth in which the members around a list are looked for. */
const MAX_DEPTH = 3;

/**
 * Whether a body says that its list goes on, where the document does not show how: by a link or cursor to the next page,
 * by a flag, or by the number of the last page. Rows are not looked at.
 */
export function saysThereIsMore(body: unknown, depth = MAX_DEPTH): boolean {
  if (!isObject(body) || depth === 0) return false;
  const entries = Object.entries(body);
  const numberOf = (name: RegExp): number | undefined =>
    entries
      .map(([key, value]) => (name.test(key) ? Number(value) : Number.NaN))
      .find(Number.isFinite);
  const [current, last] = [numberOf(CURRENT), numberOf(LAST)];
  return (
    entries.some(([name, value]) => MORE.test(name) && value === true) ||
    entries.some(([name, value]) => NEXT.test(name) && isPlace(value)) ||
    (current !== undefined && last !== undefined && last > current) ||
    entries.some(([, value]) => saysThereIsMore(value, depth - 1))
  );
}

/** Whether a value may be a link, a cursor or the number of a page. */
const isPlace = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';
