/** The filters of a list as data, from which follows what any of them find together. */

import {defined} from '../../spec/defined.ts';
import type {Val} from '../../spec/value.ts';
import type {PagesSeen} from './pages-seen.ts';

/** One filter with its values. The type parameters are the set-up that makes the rows, and what differs between them. */
export interface Filter<M, F> {
  /** What it selects by; filters by the same thing cannot stand together. */
  by: string;
  query(made: M): Record<string, Val>;
  finds(facts: F): boolean;
  /** Whether it finds a row for certain, where the document leaves open which of its values counts. */
  surely?(seen: PagesSeen, name: string): boolean;
}

/** All filters of a list, and rows that differ in everything that these select by. */
export interface Filters<M, F> {
  /** What differs between the rows, by their names. */
  rows: Readonly<Record<string, F>>;
  filters: Readonly<Record<string, Filter<M, F>>>;
  /** What is not looked at beside something else. */
  overruled?: Readonly<Record<string, string>>;
  /** Two things that cannot be selected by at once. */
  apart?: readonly [string, string];
}

/** The names of filters that stand together. */
export type FilterSet = readonly string[];

/** A filter by its name. */
export const filterOf = <M, F>({filters}: Filters<M, F>, name: string): Filter<M, F> =>
  defined(filters[name], `the filter ${name}`);

/** The query of several filters. */
export const queryOf = <M, F>(list: Filters<M, F>, set: FilterSet, made: M): Record<string, Val> =>
  Object.assign({}, ...set.map((name) => filterOf(list, name).query(made))) as Record<string, Val>;

/** The names of the rows that several filters find together. */
export function foundBy<M, F>(list: Filters<M, F>, set: FilterSet): string[] {
  const filters = set.map((name) => filterOf(list, name));
  const isOverruled = (by: string): boolean =>
    filters.some((other) => other.by === list.overruled?.[by]);
  const effective = filters.filter(({by}) => !isOverruled(by));
  return Object.entries(list.rows)
    .filter(([, facts]) => effective.every((filter) => filter.finds(facts)))
    .map(([name]) => name);
}

/** Every choice of so many names. */
const choicesOf = (names: readonly string[], count: number): string[][] =>
  count === 0
    ? [[]]
    : names.flatMap((name, index) =>
        choicesOf(names.slice(index + 1), count - 1).map((others) => [name, ...others]),
      );

/** Sets of filters, by what they select by: `user_id and status`. */
export type SetsBy = Readonly<Record<string, readonly FilterSet[]>>;

/** Every set of so many filters that can stand together. */
export function setsOf<M, F>(list: Filters<M, F>, ...counts: number[]): SetsBy {
  const entries = Object.entries(list.filters);
  const subjects = [...new Set(entries.map(([, {by}]) => by))];
  const setsAbout = (chosen: readonly string[]): string[][] =>
    chosen.reduce<string[][]>(
      (sets, subject) =>
        sets.flatMap((set) =>
          entries.filter(([, {by}]) => by === subject).map(([name]) => [...set, name]),
        ),
      [[]],
    );
  const chosen = counts
    .flatMap((count) => choicesOf(subjects, count))
    .filter((some) => !list.apart?.every((one) => some.includes(one)));
  return Object.fromEntries(chosen.map((some) => [some.join(' and '), setsAbout(some)]));
}

/** Whether a set finds fewer rows than it does without one of its filters: then its list shows if that is ignored. */
const tells = <M, F>(list: Filters<M, F>, set: FilterSet, name: string): boolean =>
  foundBy(list, set).length <
  foundBy(
    list,
    set.filter((other) => other !== name),
  ).length;

const tellsAll = <M, F>(list: Filters<M, F>, set: FilterSet): boolean =>
  set.every((name) => tells(list, set, name));

/** The sets whose lists show whether any of their filters is ignored; where there is none, all sets by the same. */
export const tellingSets = <M, F>(list: Filters<M, F>, sets: SetsBy): FilterSet[] =>
  Object.values(sets).flatMap((some) => {
    const telling = some.filter((set) => tellsAll(list, set));
    return telling.length ? telling : some;
  });

/** The fewest sets whose lists show of everything that they select by whether it is ignored. */
export const fewestSets = <M, F>(list: Filters<M, F>, sets: SetsBy): FilterSet[] =>
  Object.values(sets).flatMap((some) => {
    const telling = some.find((set) => tellsAll(list, set));
    return telling ? [telling] : fewestOf(list, some);
  });

/** One set after the other, each of which shows whether something is ignored that those before do not show. */
function fewestOf<M, F>(list: Filters<M, F>, sets: readonly FilterSet[]): FilterSet[] {
  const tellsOf = (set: FilterSet, at: number): boolean => tells(list, set, set[at] ?? '');
  const fewest: FilterSet[] = [];
  for (const at of sets[0]?.keys() ?? []) {
    if (fewest.some((set) => tellsOf(set, at))) continue;
    const found = sets.find((set) => tellsOf(set, at));
    if (found) fewest.push(found);
  }
  return fewest;
}
