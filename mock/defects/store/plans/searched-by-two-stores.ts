import type {Defect, Seam} from '../../../defect.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import type {Row} from '../../../world/change.ts';
import {seeing} from '../../breaking.ts';
import {answeredAgain} from '../answered-again.ts';
import {foreignFound, together} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const LIST = ['listPlans'];

/** A search by the description covers all stores, and one by anything else its own store. */
const describedAnywhere: Seam = together(
  foreignFound(LIST),
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
);

/** Defects of searches in two stores, one directly after the other. */
export const searchedByTwoStores: Defect[] = defects({
  'store.plans.list-shows-own-only @ directly after their own store': {
    'a search by the description finds the plans of all stores': describedAnywhere,
    'a list is cached by its query, whichever store asked for it': answeredAgain('listPlans'),
  },
});
