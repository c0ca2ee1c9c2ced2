/** Families of defects of a list: which queries it takes for others, and what its pages show. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Input, type Refused, type View} from '../../operation.ts';
import {around, receiving} from '../breaking.ts';
import {isMatch, type Match} from './when.ts';

type Query = Input['query'];

/** Which queries a defect meets. */
type OfQueries = Match<Query> | ((query: Query) => boolean);

/** Where a row stands. */
export interface Place<Shown> {
  index: number;
  rows: Shown[];
  view: View;
  query: Query;
}

/** Which rows a defect meets. */
type OfRows<Shown> = Match<Shown> | ((row: Shown, place: Place<Shown>) => boolean);

/** Other parameters; undefined: none. */
type OtherQuery = Record<string, string | undefined>;

/** Queries that have all of these parameters. */
export const by =
  (...names: string[]) =>
  (query: Query): boolean =>
    names.every((name) => query[name] !== undefined);

const isMeant = (of: OfQueries, query: Query): boolean =>
  typeof of === 'function' ? of(query) : isMatch(query, of);

const changed = (query: Query, other: OtherQuery): Query =>
  Object.fromEntries(
    Object.entries({...query, ...other}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** Families of defects of the queries that a list takes. */
function queriesOf(operations: string[]) {
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
    taking,

    /** Does not look at some parameters. */
    ignoring: (names: string | readonly string[], of: OfQueries = {}): Seam =>
      taking(of, Object.fromEntries([names].flat().map((name) => [name, undefined]))),

    /** Refuses some queries. */
    refusing: (of: OfQueries, refused: Refused): Seam => instead(of, () => refused),

    /** Responds to some queries with a server error. */
    breakingDown: (of: OfQueries): Seam =>
      instead(of, () => {
        throw new Error('a defect breaks this request');
      }),
  };
}

/** Families of defects of the pages and rows that a list shows. */
function pagesOf<Shown extends object, Page extends {data: Shown[]}>(operations: string[]) {
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
    queries: OfQueries,
    other: (row: Shown, place: Place<Shown>) => Shown[],
  ): Seam =>
    paging(queries, ({data: rows}, view, query) => {
      const data = rows.flatMap((row, index) => {
        const place = {index, rows, view, query};
        const fits = typeof of === 'function' ? of(row, place) : isMatch(row, of);
        return fits ? other(row, place) : [row];
      });
      return {data} as Partial<Page>;
    });

  return {
    remembering,
    paging,

    /** Shows other values of members in some rows. */
    showing: (
      of: OfRows<Shown>,
      other: Partial<Shown> | ((row: Shown, place: Place<Shown>) => Partial<Shown>),
      queries: OfQueries = {},
    ): Seam =>
      replacing(of, queries, (row, place) => [
        {...row, ...(typeof other === 'function' ? other(row, place) : other)},
      ]),

    /** Does not show some rows. */
    leavingOut: (of: OfRows<Shown>, queries: OfQueries = {}): Seam =>
      replacing(of, queries, () => []),
  };
}

/** Makes the families of defects of a list. */
export const list = <Shown extends object, Page extends {data: Shown[]} = {data: Shown[]}>(
  operation: string,
) => ({...queriesOf([operation]), ...pagesOf<Shown, Page>([operation])});
