/** Families of defects of searches: which rows of a table a list finds. */

import type {Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {seeing} from '../breaking.ts';
import {isMatch, type Match} from './when.ts';

/** The queries that a defect meets: one text, an expression, or those of a function. */
type Query = string | RegExp | ((query: string) => boolean);

/** The rows that a defect meets, as a pattern or a function. */
type Which<R> = Match<R> | ((row: R, view: View, query: string) => boolean | undefined);

interface Page<R> {
  limit: number;
  where?: (row: R) => boolean;
}

const isMeant = (meant: Query, query: string): boolean => {
  if (typeof meant === 'string') return query === meant;
  return typeof meant === 'function' ? meant(query) : meant.test(query);
};

/** Any query; the whole list is that of the query ''. */
export const ANY = (): boolean => true;
export const SOME = /./s;

/** Makes the families of defects of a list that searches a table by `query`. */
export function searches<R extends Row>(operations: string[], table: string) {
  /** Finds other rows. @param other whether the list has a row, given the correct answer */
  const listing = (other: (isFound: boolean, row: R, query: string, view: View) => boolean): Seam =>
    seeing(operations, (view, {query: {query = ''}}) => {
      const has = (isFound: boolean, row: Row): boolean => other(isFound, row as R, query, view);
      const otherPage = <F extends Row>({where = () => true, ...page}: Page<F>): Page<F> => ({
        ...page,
        where: (row) => has(where(row), row),
      });
      return {
        newest: (name, page) => view.newest(name, name === table ? otherPage(page) : page),
        // The rows found by a part of a name in an index are filtered by the whole name for the page.
        newestUnder: (name, under, page) =>
          name === table ? view.newest(name, otherPage(page)) : view.newestUnder(name, under, page),
        all: <F extends Row>(name: string, index: string, value: string): F[] => {
          const found = view.all<F>(name, index, value);
          if (name !== table) return found;
          const keys = new Set(found.map(({key}) => key));
          return view.oldest<F>(name, {
            limit: Infinity,
            where: (row) => has(keys.has(row.key), row),
          });
        },
      };
    });
  const fits = (which: Which<R>, row: R, view: View, query: string): boolean =>
    typeof which === 'function' ? which(row, view, query) === true : isMatch(row, which);

  return {
    listing,
    /** Does not find rows that fit, or finds nothing. */
    hiding: (meant: Query, which: Which<R> = {}): Seam =>
      listing(
        (isFound, row, query, view) =>
          isFound && !(isMeant(meant, query) && fits(which, row, view, query)),
      ),
    /** Finds rows that fit, too, or everything. */
    adding: (meant: Query, which: Which<R> = {}): Seam =>
      listing(
        (isFound, row, query, view) =>
          isFound || (isMeant(meant, query) && fits(which, row, view, query)),
      ),
  };
}

/** Whether a row is the newest, or the oldest, of its table. */
export const isNewest =
  (table: string) =>
  (row: Row, view: View): boolean =>
    view.newest(table, {limit: 1})[0]?.key === row.key;
export const isOldest =
  (table: string) =>
  (row: Row, view: View): boolean =>
    view.oldest(table, {limit: 1})[0]?.key === row.key;

/** Whether a row is of another tenant. */
export const isForeign = ({tenant}: Row, view: View): boolean => tenant !== view.tenant;
