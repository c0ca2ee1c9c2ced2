import {isObject} from '../../../spec/json.ts';
import type {Input, View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';

/** A request as the condition of a defect sees it. */
export interface Asked<R extends Row, Body> {
  /** The row that the request names, as it is before the request. */
  before: R | undefined;
  /** The row as the operation stores it; before the operation, and where it stores none, the same as `before`. */
  row: R | undefined;
  body: Body;
  query: Input['query'];
  headers: Input['headers'];
  path: Input['path'];
  /** Key of the credential. */
  by: string;
  view: View;
}

/** What a member has to be: a value, any of several, a text that fits an expression, or whatever a function accepts. */
type Wanted<Value> =
  | Value
  | readonly Value[]
  | RegExp
  | ((value: Value) => boolean)
  | typeof GIVEN
  | typeof ABSENT;

/** The member is there. */
export const GIVEN = Symbol('given');
/** The member is missing. */
export const ABSENT = Symbol('absent');

/** What members have to be. */
export type Match<T> = {[Name in keyof T]?: Wanted<Exclude<T[Name], undefined>>};

/** Parts of a request, and what they have to be. */
interface Parts<R extends Row, Body> {
  before?: Match<R>;
  row?: Match<R>;
  body?: Match<Body>;
  query?: Match<Record<string, string>>;
  headers?: Match<Record<string, string>>;
  path?: Match<Record<string, string>>;
}

/** Which requests a defect meets, as a pattern. `nth`, `from` and `every` count the requests that fit the rest. */
export interface Pattern<R extends Row, Body> extends Parts<R, Body> {
  /** Only after a request for the row, or for the tenant where none is named, that fitted these parts. */
  after?: Parts<R, Body> & {times?: number};
  /** Only the n-th request for the row, or for the tenant where none is named, from 1. */
  nth?: number;
  /** The n-th such request and all later ones. */
  from?: number;
  /** Every n-th such request. */
  every?: number;
}

/** Which requests a defect meets: a pattern, or a function. */
export type When<R extends Row, Body> =
  | Pattern<R, Body>
  | ((asked: Asked<R, Body>) => boolean | undefined);

/** Makes the condition of one world: it may count requests. */
export function met<R extends Row, Body>(
  when: When<R, Body> = {},
): (asked: Asked<R, Body>) => boolean {
  if (typeof when === 'function') return (asked) => when(asked) === true;
  const {nth, from = 1, every = 1, after, ...parts} = when;
  const {times: needed = 1, ...earlier} = after ?? {};
  const former = counting(earlier);
  const own = counting(parts);
  return (asked) => {
    const isLater = !after || former.before(asked) >= needed;
    const isMet = isLater && own.fits(asked);
    if (after) former.count(asked);
    if (!isMet) return false;
    const times = own.count(asked);
    return times === (nth ?? times) && times >= from && times % every === 0;
  };
}

/** Counts the requests for each row that fit some parts. */
function counting<R extends Row, Body>(parts: Parts<R, Body>) {
  const counts = new Map<string, number>();
  const keyOf = ({before, row, view}: Asked<R, Body>): string =>
    before?.key ?? row?.key ?? view.tenant;
  const fits = (asked: Asked<R, Body>): boolean =>
    Object.entries(parts).every(([name, match]) =>
      isMatch(asked[name as keyof typeof parts], match as object),
    );
  const before = (asked: Asked<R, Body>): number => counts.get(keyOf(asked)) ?? 0;
  const count = (asked: Asked<R, Body>): number => {
    const times = before(asked) + (fits(asked) ? 1 : 0);
    counts.set(keyOf(asked), times);
    return times;
  };
  return {fits, before, count};
}

/** Whether the members of a value are what they have to be. */
export const isMatch = (value: unknown, match: object): boolean =>
  isObject(value) && Object.entries(match).every(([name, wanted]) => isWanted(value[name], wanted));

function isWanted(value: unknown, wanted: unknown): boolean {
  if (wanted === ABSENT || wanted === GIVEN) return (value === undefined) === (wanted === ABSENT);
  if (value === undefined) return false;
  if (typeof wanted === 'function') return (wanted as (of: unknown) => boolean)(value);
  if (wanted instanceof RegExp) return typeof value === 'string' && wanted.test(value);
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}
