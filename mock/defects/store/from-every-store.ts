import type {Seam} from '../../defect.ts';
import type {Input, View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {seeing} from '../breaking.ts';
import {foreignFound, together} from '../families/seams.ts';

type Found = Pick<View, 'by' | 'find' | 'all' | 'newest'>;

/** Lets operations find the rows of every store in some lookups, and those of their own store in all others. */
export const acrossStores = (
  operations: string[],
  isMeant: (table: string, input: Input, lookup: keyof Found) => boolean,
): Seam =>
  together(
    foreignFound(operations),
    seeing(operations, (view, input): Found => {
      const own = <R extends Row>(rows: R[], table: string, lookup: keyof Found): R[] =>
        isMeant(table, input, lookup) ? rows : rows.filter(({tenant}) => tenant === view.tenant);
      return {
        find: <R extends Row>(table: string, key: string) =>
          own(
            [view.find<R>(table, key)].filter((row) => row !== undefined),
            table,
            'find',
          )[0],
        by: <R extends Row>(table: string, index: string, value: string) =>
          own(view.all<R>(table, index, value), table, 'by')[0],
        all: <R extends Row>(table: string, index: string, value: string) =>
          own(view.all<R>(table, index, value), table, 'all'),
        newest: <R extends Row>(table: string, page: Parameters<Found['newest']>[1]) =>
          own(view.newest<R>(table, page as never), table, 'newest'),
      };
    }),
  );

/** Lets operations find the rows of one table in every store, and those of all others in their own. */
export const fromEveryStore = (operations: string[], table: string): Seam =>
  acrossStores(operations, (name) => name === table);
