import {receiving} from '../breaking.ts';
import {refusedButStored} from '../families/seams.ts';
import {isText, withoutEmoji, without} from '../families/texts.ts';
import type {Plan} from '../../store/plans/plan.ts';
import {
  creation,
  DELETE,
  hiding,
  LIST,
  PLAN,
  UPDATE,
  update,
  writes,
} from '../store/plans/changed-plans.ts';
import {particular, type ParticularDefect} from './particular.ts';

/** The particular defects of plans. */
export const plans: ParticularDefect[] = [
  ...particular('representations', 'store.plans.created-is-as-given', {
    // A prepaid plan of an odd number of months beyond one has one less.
    'an odd duration is made even': creation.stores('duration', (months) =>
      months > 1 ? months - (months % 2) : months,
    ),
    // A plan that is private loses `recommended`.
    'a private plan is never recommended': creation.stores('recommended', false, {
      row: {private: true},
    }),
    // Of a description the items of lists are not stored.
    'a list in a description is lost': creation.stores('details', without(/<li>.*?<\/li>/g)),
  }),
  ...particular('representations', 'store.plans.name-is-as-given', {
    // Characters beyond the basic plane are not stored in names.
    'an emoji in a name is lost': creation.stores('name', withoutEmoji()),
    // A name ends before a number sign.
    'what follows a hash in a name is lost': creation.stores('name', without(/#.*$/gs)),
  }),
  ...particular('updates', 'store.plans.update-is-kept', {
    // An update with another name keeps a smaller `concurrency_limit`.
    'the limit cannot rise by an update that renames': update.stores(
      'concurrency_limit',
      (limit, {before, row}) =>
        before && row?.name !== before.name ? Math.min(before.concurrency_limit, limit) : limit,
    ),
    // An update that gives a free trial to a recurring plan is stored without one.
    'an update of a recurring plan ends its free trial': update.stores('free_trial', false, {
      row: {type: 'recurring'},
    }),
  }),
  ...particular('filters', 'store.plans.search-finds-by-name', {
    // A search for a name with a plus, correctly encoded, finds nothing.
    'a plus in a search is read as a blank': receiving(LIST, ({query}) => ({
      query: {...query, ...(query['query'] && {query: query['query'].replaceAll('+', ' ')})},
    })),
    // A search with a percent sign finds nothing.
    'a percent sign in a search finds nothing': hiding(/%/),
  }),
  ...particular('filters', 'store.plans.search-finds-by-type', {
    // A search by `prepaid` or `recurring` lacks plans that are recommended.
    'a search by type leaves out recommended plans': hiding(/^(prepaid|recurring)$/, {
      recommended: true,
    }),
  }),
  ...particular('refusals', 'store.plans.duration-is-required-for-prepaid', {
    // A prepaid plan without a duration is taken where it has a price in euros.
    'a prepaid plan with a price in euros needs no duration': creation.accepts('duration-missing', {
      prices: (prices) => 'EUR' in prices,
    }),
  }),
  ...particular('refusals', 'store.plans.listed-currencies-are-accepted', {
    // A plan with prices in both INR and EUR is refused.
    'rupees and euros exclude each other': creation.refuses({
      prices: (prices) => 'INR' in prices && 'EUR' in prices,
    }),
  }),
  ...particular('states', 'store.plans.moves-are-the-listed-ones', {
    // A plan that is recommended stays though its deletion is answered as a success.
    'a recommended plan is not deleted': PLAN.losing(DELETE, {before: {recommended: true}}),
  }),
  ...particular('updates', 'store.plans.refused-update-changes-nothing', {
    // An update with an unknown type is refused, and the plan is recurring from then on.
    'a refused type is stored as recurring': refusedButStored(UPDATE, 'invalid', (view) =>
      view
        .newest<Plan>('plans', {limit: 1, where: ({type}) => type === 'prepaid'})
        .map((plan) => ({table: 'plans', put: {...plan, type: 'recurring', duration: null}})),
    ),
  }),
  ...particular('representations', 'store.plans.numbers-may-be-strings', {
    // A number of three digits that is sent as a string loses its last digit.
    'a string of 100 and more is cut': writes.stores(
      'concurrency_limit',
      (limit) => (limit > 99 ? Math.floor(limit / 10) : limit),
      {
        body: {concurrency_limit: isText},
      },
    ),
  }),
];
