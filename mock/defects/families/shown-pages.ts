/** Families of defects of a list: which queries it takes for others, and what its pages show. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Input, type Refused, type View} from '../../operation.ts';
import {around, receiving} from '../breaking.ts';
import {isMatch, type Match} from './when.ts';

type Query = Input['query'];

/** Which queries a defect meets. */
type OfQueries = Match<Query> | ((query: Query) => boolean);

/** Where a row stands. */
interface Place<Shown> {
  index: number;
  rows: Shown[];
  view: View;
  query: Query;
}

/** Which rows a defect meets, and in the pages of which queries. */
type OfRows<Shown> =
  | {row?: Match<Shown>; query?: OfQueries}
  | ((row: Shown, place: Place<Shown>) => boolean);

/** Other parameters; undefined: none. */
type OtherQuery = Record<string, string | undefined>;

const isMeant = (of: OfQueries, query: Query): boolean =>
  typeof of === 'function' ? of(query) : isMatch(query, of);

const changed = (query: Query, other: OtherQuery): Query =>
  Object.fromEntries(
    Object.entries({...query, ...other}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Makes the families of defects of a list. */
export function list<Shown extends object, Page extends {data: Shown[]} = {data: Shown[]}>(
  operation: string,
) {
  const operations = [operation];

  /**
   * Changes pages, depending on earlier ones.
   * @param begin makes the change, with a separate memory for each world
   */
  const remembering = (
    begin: () => (page: Page, view: View, query: Query) => Partial<Page>,
  ): Seam =>
    around(operations, (next) => {
      const change = begin();
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        const page = done.body as Page;
        return {...done, body: {...page, ...change(page, view, input.query)}};
      };
    });

  /** Changes the pages of some queries. */
  const paging = (
    of: OfQueries,
    other: (page: Page, view: View, query: Query) => Partial<Page>,
  ): Seam =>
    remembering(() => (page, view, query) => (isMeant(of, query) ? other(page, view, query) : {}));

  /** Shows other rows, or none, in the place of some. */
  const replacing = (
    of: OfRows<Shown>,
    other: (row: Shown, place: Place<Shown>) => Shown[],
  ): Seam =>
    paging({}, ({data: rows}, view, query) => {
      const data = rows.flatMap((row, index) => {
        const place = {index, rows, view, query};
        const fits =
          typeof of === 'function'
            ? of(row, place)
            : isMatch(row, of.row ?? {}) && isMeant(of.query ?? {}, query);
        return fits ? other(row, place) : [row];
      });
      return {data} as Partial<Page>;
    });

  /** Takes some queries for others. */
  const taking = (
    of: OfQueries,
    other: OtherQuery | ((query: Query, view: View) => OtherQuery),
  ): Seam =>
    receiving(operations, ({query}, view) =>
      isMeant(of, query)
        ? {query: changed(query, typeof other === 'function' ? other(query, view) : other)}
        : {},
    );

  /** Does something else than the list with some queries. */
  const instead = (of: OfQueries, other: () => Refused): Seam =>
    around(
      operations,
      (next) => (view, input) => (isMeant(of, input.query) ? other() : next(view, input)),
    );

  return {
    remembering,
    paging,
    taking,

    /** Does not look at some parameters. */
    ignoring: (names: readonly string[], of: OfQueries = {}): Seam =>
      taking(of, Object.fromEntries(names.map((name) => [name, undefined]))),

    /** Shows other values of members. */
    showing: (
      of: OfRows<Shown>,
      other: Partial<Shown> | ((row: Shown, place: Place<Shown>) => Partial<Shown>),
    ): Seam =>
      replacing(of, (row, place) => [
        {...row, ...(typeof other === 'function' ? other(row, place) : other)},
      ]),

    /** Does not show some rows. */
    leavingOut: (of: OfRows<Shown>): Seam => replacing(of, () => []),

    /** Refuses some queries. */
    refusing: (of: OfQueries, refused: Refused): Seam => instead(of, () => refused),

    /** Responds to some queries with a server error. */
    breakingDown: (of: OfQueries): Seam =>
      instead(of, () => {
        throw new Error('a defect breaks this request');
      }),
  };
}
