import type {Defect, Seam} from '../../../defect.ts';
import type {Done} from '../../../operation.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import type {Row} from '../../../world/change.ts';
import {around, atPlace, breaking, seeing} from '../../breaking.ts';

const LIST = ['listPlans'];

/** A search by the description covers all stores, and one by anything else its own store. */
const describedAnywhere: Seam = {
  seam: 'several',
  seams: [
    {seam: 'tenancy', in: LIST},
    seeing(LIST, (view, {query: {query = ''}}) => ({
      newest: <R extends Row>(
        table: string,
        page: {before?: number; limit: number; where?: (row: R) => boolean},
      ) =>
        view.newest<R>(table, {
          ...page,
          where: (row) => {
            const {tenant, details} = row as unknown as Plan;
            const isShown = tenant === view.tenant || (query !== '' && details.includes(query));
            return isShown && (page.where?.(row) ?? true);
          },
        }),
    })),
  ],
};

/** A list is answered to another store as it was answered just before. */
const answeredAgain: Seam = around(LIST, (next) => {
  let last: {tenant: string; query: string; done: Done} | undefined;
  return (view, input) => {
    const query = JSON.stringify(input.query);
    if (last && last.tenant !== view.tenant && last.query === query) return last.done;
    const done = next(view, input) as Done;
    last = {tenant: view.tenant, query, done};
    return done;
  };
});

/** Defects of searches in two stores, one directly after the other. */
export const searchedByTwoStores: Defect[] = atPlace(
  'directly after their own store',
  breaking('store.plans.list-shows-own-only', {
    'a search by the description finds the plans of all stores': describedAnywhere,
    'a list is cached by its query, whichever store asked for it': answeredAgain,
  }),
);
