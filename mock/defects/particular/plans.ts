import type {Plan} from '../../store/plans/plan.ts';
import {afterwards, receiving} from '../breaking.ts';
import {
  before,
  CREATE,
  DELETE,
  LIST,
  listing,
  refusingWhere,
  storing,
  takingWhere,
  UPDATE,
} from '../store/plans/changed-plans.ts';
import {particular, type ParticularDefect} from './particular.ts';
import {refusedButStored} from '../families/seams.ts';

/** The particular defects of plans. */
export const plans: ParticularDefect[] = [
  ...particular('representations', 'store.plans.created-is-as-given', {
    'an odd duration is made even': [
      'A prepaid plan of an odd number of months beyond one has one less.',
      storing(CREATE, ({duration}) => ({
        duration: duration !== null && duration > 1 && duration % 2 ? duration - 1 : duration,
      })),
    ],
    'a private plan is never recommended': [
      'A plan that is private loses `recommended`.',
      storing(CREATE, (plan) => ({recommended: plan.recommended && !plan.private})),
    ],
    'a list in a description is lost': [
      'Of a description the items of lists are not stored.',
      storing(CREATE, ({details}) => ({details: details.replaceAll(/<li>.*?<\/li>/g, '')})),
    ],
  }),
  ...particular('representations', 'store.plans.name-is-as-given', {
    'an emoji in a name is lost': [
      'Characters beyond the basic plane are not stored in names.',
      storing(CREATE, ({name}) => ({name: name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '')})),
    ],
    'what follows a hash in a name is lost': [
      'A name ends before a number sign.',
      storing(CREATE, ({name}) => ({name: name.replace(/#.*$/s, '')})),
    ],
  }),
  ...particular('updates', 'store.plans.update-is-kept', {
    'the limit cannot rise by an update that renames': [
      'An update with another name keeps a smaller `concurrency_limit`.',
      afterwards(UPDATE, (done, view, input) => {
        const plan = before(view, input);
        const changes = (done.changes ?? []).map((change) => {
          if (!plan || !('put' in change)) return change;
          const next = change.put as Plan;
          const limit = Math.min(plan.concurrency_limit, next.concurrency_limit);
          const put: Plan = next.name === plan.name ? next : {...next, concurrency_limit: limit};
          return {table: 'plans', put};
        });
        return {...done, changes};
      }),
    ],
    'an update of a recurring plan ends its free trial': [
      'An update that gives a free trial to a recurring plan is stored without one.',
      storing(UPDATE, (plan) => ({free_trial: plan.free_trial && plan.type !== 'recurring'})),
    ],
  }),
  ...particular('filters', 'store.plans.search-finds-by-name', {
    'a plus in a search is read as a blank': [
      'A search for a name with a plus, correctly encoded, finds nothing.',
      receiving(LIST, ({query}) => ({
        query: {...query, ...(query['query'] && {query: query['query'].replaceAll('+', ' ')})},
      })),
    ],
    'a percent sign in a search finds nothing': [
      'A search with a percent sign finds nothing.',
      listing((isFound, _plan, query) => isFound && !query.includes('%')),
    ],
  }),
  ...particular('filters', 'store.plans.search-finds-by-type', {
    'a search by type leaves out recommended plans': [
      'A search by `prepaid` or `recurring` lacks plans that are recommended.',
      listing(
        (isFound, {recommended}, query) =>
          isFound && !(recommended && ['prepaid', 'recurring'].includes(query)),
      ),
    ],
  }),
  ...particular('refusals', 'store.plans.duration-is-required-for-prepaid', {
    'a prepaid plan with a price in euros needs no duration': [
      'A prepaid plan without a duration is taken where it has a price in euros.',
      takingWhere(CREATE, 'duration-missing', ({prices = {}}) => 'EUR' in prices),
    ],
  }),
  ...particular('refusals', 'store.plans.listed-currencies-are-accepted', {
    'rupees and euros exclude each other': [
      'A plan with prices in both INR and EUR is refused.',
      refusingWhere(CREATE, 'prices', ({prices = {}}) => 'INR' in prices && 'EUR' in prices),
    ],
  }),
  ...particular('states', 'store.plans.moves-are-the-listed-ones', {
    'a recommended plan is not deleted': [
      'A plan that is recommended stays though its deletion is answered as a success.',
      afterwards(DELETE, (done, view, {path}) => {
        const plan = view.find<Plan>('plans', path['plan_id'] ?? '');
        return plan && plan.recommended ? {...done, changes: []} : done;
      }),
    ],
  }),
  ...particular('updates', 'store.plans.refused-update-changes-nothing', {
    'a refused type is stored as recurring': [
      'An update with an unknown type is refused, and the plan is recurring from then on.',
      refusedButStored(UPDATE, 'invalid', (view) => {
        const [plan] = view.newest<Plan>('plans', {
          limit: 1,
          where: ({type}) => type === 'prepaid',
        });
        return plan ? [{table: 'plans', put: {...plan, type: 'recurring', duration: null}}] : [];
      }),
    ],
  }),
  ...particular('representations', 'store.plans.numbers-may-be-strings', {
    'a string of 100 and more is cut': [
      'A number of three digits that is sent as a string loses its last digit.',
      storing([...CREATE, ...UPDATE], ({concurrency_limit: limit}, {concurrency_limit: sent}) => ({
        concurrency_limit: typeof sent === 'string' && limit > 99 ? Math.floor(limit / 10) : limit,
      })),
    ],
  }),
];
