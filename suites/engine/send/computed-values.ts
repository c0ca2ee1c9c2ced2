/** Values that are computed from others (`Computed`), whose references are filled in. */

import {DAY_MS} from '../../../spec/durations.ts';
import {at, isObject, toText} from '../../../spec/json.ts';
import {markForCut} from '../../language/cut.ts';
import {isSameText} from '../../values/normalized.ts';
import {Unresolved} from './unresolved.ts';
import {nameOfPair, queryPairs, withPairs} from '../../../spec/request-target.ts';
import {isUrl} from '../../../spec/url.ts';

/**
 * The day that is a number of days after another one.
 * @throws Unresolved if the text does not begin with a day, or the number of days is none
 */
export function dayAfter(parts: unknown): string {
  const {after, add} = isObject(parts) ? parts : {};
  const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(toText(after)) ?? [];
  const there = new Date(Date.parse(day) + Number(add) * DAY_MS);
  if (Number.isNaN(there.getTime()))
    throw new Unresolved(`${markForCut(toText(after), 40)} and ${toText(add)} days are no day`);
  return there.toISOString().slice(0, 10);
}

/** A `Lacking` whose values are filled in. */
export interface FilledLacking {
  of: number;
  rows: unknown[];
}

/** The number of rows that a page lacks; for a full page, the rows of a further one. */
export const lacking = ({of, rows}: FilledLacking): number => of - (rows.length % of);

/** A `RowMember` whose values are filled in. */
export interface FilledRow {
  of: unknown;
  where: string;
  is: unknown;
  at: string;
}

/** A member of the row in which another member has a value. @throws Unresolved if there is no such row */
export function memberOfRow({of: rows, where, is, at: wanted}: FilledRow): unknown {
  const row = Array.isArray(rows) ? rows.find((one) => isSame(at(one, where), is)) : undefined;
  const found = at(row, wanted);
  if (found !== undefined) return found;
  throw new Unresolved(
    `no row of the list has ${where} ${markForCut(toText(is), 80)}, or ${wanted}`,
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && isSameText(other, one));

/** The URLs of an `AlteredLink`. */
export interface FilledLink {
  place: string;
  query: string;
  times?: string;
}

/**
 * A link with the query of another one, or with the times of another one.
 * @throws Unresolved if one of its parts is no URL
 */
export function alteredLink({place, query, times}: FilledLink): string {
  const others = new Map(pairsIn(times ?? query).map((pair) => [nameOfPair(pair), pair]));
  const withTimes = pairsIn(query).map((pair) =>
    isTime(valueOf(pair)) ? (others.get(nameOfPair(pair)) ?? pair) : pair,
  );
  return withPairs(urlIn(place), withTimes);
}

const pairsIn = (link: string): string[] => queryPairs(urlIn(link)).filter((pair) => pair !== '');

const valueOf = (pair: string): string => [...new URLSearchParams(pair).values()][0] ?? '';

function urlIn(text: string): string {
  if (!isUrl(text)) throw new Unresolved(`${markForCut(text, 80)} is no URL`);
  return text;
}

/** A number, or an instant such as `2026-03-02T09:30:00Z` or `20260302T093000Z`. */
const isTime = (text: string): boolean => /^(\d+|\d{4}-?\d\d-?\d\dT[\d:.]+Z?)$/.test(text);
