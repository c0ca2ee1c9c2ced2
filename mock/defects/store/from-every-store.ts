import type {Seam} from '../../defect.ts';
import type {Row} from '../../world/change.ts';
import {seeing} from '../breaking.ts';

/** Lets operations find the rows of one table in every store, and those of all others in their own. */
export const fromEveryStore = (operations: string[], table: string): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'tenancy', in: operations},
    seeing(operations, (view) => {
      const own = <R extends Row>(name: string, row: R | undefined): R | undefined =>
        name === table || row?.tenant === view.tenant ? row : undefined;
      return {
        by: <R extends Row>(name: string, index: string, value: string) =>
          own(name, view.by<R>(name, index, value)),
        find: <R extends Row>(name: string, key: string) => own(name, view.find<R>(name, key)),
      };
    }),
  ],
});
