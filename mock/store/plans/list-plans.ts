import {guarded} from '../../guarded.ts';
import {refuse, type Transition, type View} from '../../operation.ts';
import {pageNumber} from '../page-number.ts';
import type {Collection} from './collection.ts';
import type {Plan} from './plan.ts';
import {renderPlan} from './render-plan.ts';

/** The page that was requested, with its plans. */
interface FoundPage {
  /** From 1; 0 when the parameter `page` is not a page number. */
  number: number;
  plans: Plan[];
}

/**
 * GET /dashboard/plans: lists plans, newest first. Pages count from 1 (NS-ST-86), and a page without plans is refused
 * with 404 (NS-ST-08).
 */
export const listPlans = guarded<FoundPage>({
  find(view, {query: {query = '', page = '1'}}) {
    const number = pageNumber(page);
    const size = view.number('plans.page_size');
    const upToPage = view.newest<Plan>('plans', {
      limit: number * size,
      where: (plan) => isListed(view, plan) && isFound(plan, query),
    });
    return {number, plans: number === 0 ? [] : upToPage.slice((number - 1) * size)};
  },
  guards: [
    {
      situation: 'nothing-found',
      judge({plans}, view, {query: {query = '', page = '1'}}) {
        if (plans.length || view.freedom('plans.nothing_found') === 'empty') return undefined;
        return refuse('nothing-found', {
          expected: 'a search that finds a plan',
          got: `query=${query} page=${page}`,
          todo: 'search with a part of the name, the type or the description of a plan',
        });
      },
    },
  ],
  perform({number, plans}, view) {
    const rows = plans.map((plan) => renderPlan(view, plan));
    const isPaginator = view.freedom('plans.envelope') === 'paginator';
    const data = isPaginator ? {paginator: {current_page: number, data: rows}} : rows;
    return {situation: 'plan-page', body: {CODE: 'success', data}};
  },
});

/** Whether lists contain a plan. A deleted one is listed only with a freedom. */
const isListed = (view: View, {deleted}: Plan): boolean =>
  deleted === null || view.freedom('plans.deleted_listed') === true;

/** Whether the name, the type or the description of a plan contains a text, ignoring case. */
function isFound({name, type, details}: Plan, query: string): boolean {
  const wanted = query.toLowerCase();
  return [name, type, details].some((text) => text.toLowerCase().includes(wanted));
}

/** GET /dashboard/plans/collections: lists the names of the collections, oldest first. */
export const listCollections: Transition = (view) => ({
  situation: 'collections',
  body: {
    CODE: 'success',
    data: view.oldest<Collection>('collections', {limit: Infinity}).map(({name}) => name),
  },
});
