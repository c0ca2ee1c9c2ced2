import type {Defect} from '../../../defect.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import {afterwards, receiving} from '../../breaking.ts';
import {CREATE, has, LIST, listing, storing, UPDATE} from './changed-plans.ts';
import {refusedAs, shown} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Whether a plan is found by its name only. */
const byName = ({name, type, details}: Plan, query: string): boolean =>
  has(name, query) && ![type, details].some((text) => has(text, query));

/** Whether a plan is found by its description only. */
const byDetails = ({name, type, details}: Plan, query: string): boolean =>
  has(details, query) && ![type, name].some((text) => has(text, query));

const withoutZeros = ({prices}: Plan): Partial<Plan> => ({
  prices: Object.fromEntries(Object.entries(prices).filter(([, cents]) => cents !== 0)),
});

/** Defects of lists and their search. */
export const lists: Defect[] = defects({
  'store.plans.search-finds-by-name': {
    'the name is not searched': listing(
      (isFound, plan, query) => isFound && (query === '' || !byName(plan, query)),
    ),
    'the names of prepaid plans are not searched': listing(
      (isFound, plan, query) =>
        isFound && !(query !== '' && plan.type === 'prepaid' && byName(plan, query)),
    ),
  },
  'store.plans.search-finds-by-type': {
    'the type is not searched': listing(
      (isFound, {type}, query) => isFound && !(query !== '' && has(type, query)),
    ),
    'a search by a type finds every plan': listing(
      (isFound, _plan, query) => isFound || ['prepaid', 'recurring'].includes(query),
    ),
    'a search by prepaid finds the oldest recurring plan, too': listing(
      (isFound, {seq}, query, view) => {
        const [oldest] = view.oldest<Plan>('plans', {
          limit: 1,
          where: ({type}) => type === 'recurring',
        });
        return isFound || (query === 'prepaid' && oldest?.seq === seq);
      },
    ),
    'a search by recurring finds nothing': receiving(LIST, ({query}) =>
      query['query'] === 'recurring' ? {query: {query: 'no such plan'}} : {},
    ),
  },
  'store.plans.search-finds-by-description': {
    'the description is not searched': listing(
      (isFound, plan, query) => isFound && (query === '' || !byDetails(plan, query)),
    ),
    'the descriptions of prepaid plans are not searched': listing(
      (isFound, plan, query) =>
        isFound && !(query !== '' && plan.type === 'prepaid' && byDetails(plan, query)),
    ),
  },
  'store.plans.search-leaves-others-out': {
    'the query is ignored': receiving(LIST, ({query: {page = '1'}}) => ({query: {page}})),
    'a search finds the oldest plan, too': listing((isFound, {seq}, query, view) => {
      const [oldest] = view.oldest<Plan>('plans', {limit: 1});
      return isFound || (query.length > 9 && oldest?.seq === seq);
    }),
    'a search finds the plan after the one that it names, too': listing(
      (isFound, {seq}, query, view) => {
        const [next] = view.newest<Plan>('plans', {limit: 1});
        return isFound || (query.length > 8 && next?.seq === seq);
      },
    ),
  },
  'store.plans.list-shows-every-plan': {
    'the list without a query has no prepaid plan': listing(
      (isFound, {type}, query) => isFound && (query !== '' || type === 'recurring'),
    ),
    'the list without a query has no private plan': listing(
      (isFound, plan, query) => isFound && (query !== '' || !plan.private),
    ),
    'the newest plan is missing in the list without a query': listing(
      (isFound, {seq}, query, view) => {
        const [newest] = view.newest<Plan>('plans', {limit: 1});
        return isFound && (query !== '' || newest?.seq !== seq);
      },
    ),
  },
  'store.plans.search-without-a-match': {
    'a search that finds nothing is answered 400': refusedAs(
      'nothing-found',
      {status: 400},
      {in: LIST},
    ),
  },
  'store.plans.live-is-not-deleted': {
    'a plan that was not deleted has an empty date': shown('plan-page', '/data/*/deleted_at', '', {
      in: LIST,
    }),
    'a recommended plan has an empty date': afterwards(LIST, (done) => {
      const {data} = done.body as {data: {updated_at: string; recommended: boolean}[]};
      const rows = data.map((row) => (row.recommended ? {...row, deleted_at: ''} : row));
      return {...done, body: {CODE: 'success', data: rows}};
    }),
  },
  'store.plans.collections-are-names @ of many collections': {
    'ten collections are listed at most': afterwards(['listCollections'], (done) => {
      const {data} = done.body as {data: string[]};
      return {...done, body: {CODE: 'success', data: data.slice(0, 10)}};
    }),
  },
  'store.plans.duration-is-null-for-recurring': {
    'a recurring plan has one month': storing(CREATE, ({type, duration}) => ({
      duration: type === 'recurring' ? 1 : duration,
    })),
    'a recurring plan has 0 months': storing(CREATE, ({type, duration}) => ({
      duration: type === 'recurring' ? 0 : duration,
    })),
  },
  'store.plans.prices-are-shown @ a zero': {
    'a price of zero is left out': storing(CREATE, withoutZeros),
    'a price of zero is left out by an update': storing(UPDATE, withoutZeros),
    'a first price of zero is left out': storing(CREATE, ({prices}) => {
      const [first, ...others] = Object.entries(prices);
      return {prices: first?.[1] === 0 ? Object.fromEntries(others) : prices};
    }),
  },
  'store.plans.prices-are-shown @ in every currency': {
    'an update keeps twelve prices': storing(UPDATE, ({prices}) => ({
      prices: Object.fromEntries(Object.entries(prices).slice(0, 12)),
    })),
    'a creation loses the eleventh of its prices': storing(CREATE, ({prices}) => ({
      prices: Object.fromEntries(Object.entries(prices).filter((_, at) => at !== 10)),
    })),
  },
  'store.plans.prices-are-shown': {
    'prices are a cent less': storing(CREATE, ({prices}) => ({
      prices: Object.fromEntries(Object.entries(prices).map(([code, cents]) => [code, cents - 1])),
    })),
    'of several prices the last is shown in units, the others in cents': storing(
      CREATE,
      ({prices}) => {
        const entries = Object.entries(prices);
        return {
          prices: Object.fromEntries(
            entries.map(([code, cents], at) => [
              code,
              at > 0 && at === entries.length - 1 ? cents / 100 : cents,
            ]),
          ),
        };
      },
    ),
    'every currency has the price of the first': storing(CREATE, ({prices}) => {
      const [first = 0] = Object.values(prices);
      return {prices: Object.fromEntries(Object.keys(prices).map((code) => [code, first]))};
    }),
  },
});
