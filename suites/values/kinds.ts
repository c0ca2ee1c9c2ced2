/** Values of every kind, for members that one request carries together. */

import * as fc from 'fast-check';
import {mapValues} from '../../spec/map-values.ts';
import type {Val} from '../../spec/value.ts';
import type {Script} from '../language/script.ts';
import {REFUSABLE, VALUE_CLASSES, type ValueKind} from './value-classes.ts';
import type {ValueClasses} from './values.ts';

/** The values of one member, each made on a script, by what is particular about them. */
export type Kinds = Record<string, (s: Script) => Val>;

/**
 * A fresh value of each class of a kind of text that no deployment may refuse.
 * @param not further classes that are left out
 */
export const validKinds = (
  kind: Exclude<ValueKind, 'sized-password'>,
  not: ReadonlySet<string> = new Set(),
): Kinds =>
  Object.fromEntries(
    Object.keys(VALUE_CLASSES[kind])
      .filter((name) => !REFUSABLE[kind]?.has(name) && !not.has(name))
      .map((valueClass) => [valueClass, (s: Script): Val => ({...s.fresh(kind), valueClass})]),
  );

/** Values that need not be fresh, each of a kind of its own. */
export const constantKinds = (values: readonly Val[]): Kinds =>
  Object.fromEntries(values.map((one) => [JSON.stringify(one), (): Val => one]));

/** One value of each class. */
export const kindsOfClasses = ({classes}: ValueClasses): Kinds =>
  mapValues(classes, (values) => (s: Script): Val => {
    const [value = null] = fc.sample(values, {seed: 1, numRuns: 1});
    return s.numbered(value);
  });

/**
 * Days years ahead of any run: in leap years and in the year 2100, which is none, at ends of months and years, where the
 * year of the week is another, on changes of the clocks, and where seconds in 32 bits end.
 */
export const dayKinds: Kinds = constantKinds([
  '2031-01-31',
  '2032-02-29',
  '2031-02-28',
  '2031-04-30',
  '2031-12-31',
  '2032-01-01',
  '2096-02-29',
  '2038-01-20',
  '2099-12-31',
  '2031-03-01',
  '2031-10-09',
  '2032-03-01',
  '2100-02-28',
  '2100-03-01',
  '2104-02-29',
  '2031-12-29',
  '2033-01-01',
  '2031-03-30',
  '2031-10-26',
  '2031-03-09',
  '2038-01-19',
  '2106-02-08',
]);

/** One request that has a value of one kind for each member. */
export interface PackedRequest {
  /** The kind of the value of each member. */
  kinds: Record<string, string>;
  /** Makes the values. */
  values: (s: Script) => Record<string, Val>;
}

/**
 * As few requests as have a value of every kind for every member: the n-th one has the n-th kind of
 * each, and a member of fewer kinds begins again.
 */
export function packed(members: Record<string, Kinds>): PackedRequest[] {
  const entries = Object.entries(members);
  const count = Math.max(...entries.map(([, kinds]) => Object.keys(kinds).length));
  return Array.from({length: count}, (_, at) => packedAt(entries, at));
}

function packedAt(members: [string, Kinds][], at: number): PackedRequest {
  const chosen = members.map(([member, kinds]) => {
    const all = Object.entries(kinds);
    const [kind = '', value = (): Val => null] = all[at % all.length] ?? [];
    return {member, kind, value};
  });
  return {
    kinds: Object.fromEntries(chosen.map(({member, kind}) => [member, kind])),
    values: (s) => Object.fromEntries(chosen.map(({member, value}) => [member, value(s)])),
  };
}
