/** Defects of what is stored of a plan, by creations, updates and refusals. */

import type {Defect} from '../../../defect.ts';
import {refusedButDone, stale, together, unstored} from '../../families/seams.ts';
import {ascii, cut, escaping, without, withoutEmoji} from '../../families/texts.ts';
import {ABSENT} from '../../families/when.ts';
import {defects, eachPlace} from '../../table.ts';
import {firstPrices, priced} from '../members.ts';
import {
  CREATE,
  creation,
  isNewestOther,
  notingTheFirst,
  PLAN,
  UPDATE,
  update,
} from './changed-plans.ts';

const {doesThough, refuses, stores} = creation;

const withoutThai = without(/\p{Script=Thai}/gu, '?');

/** Prices with six in the place of seven cents. */
const sixForSeven = priced((cents) => (cents === 7 ? 6 : cents));
const withoutZeros = priced((cents) => cents || undefined);

/** Members by which an update is refused, by the place of its defect. */
const REFUSED: Record<string, string> = {
  'a prepaid plan that gets no months': 'duration',
  'a recurring plan that becomes prepaid without months': 'duration',
  'a free trial without days': 'free_trial_days',
  'an unknown collection': 'collections',
  'a currency that is not listed': 'prices',
};

/** Defects of creations. */
const created: Defect[] = defects({
  'store.plans.name-is-as-given': {
    'names are cut after 20 characters': stores('name', cut(20)),
    'letters outside ASCII are lost': stores('name', ascii),
    'an ampersand is stored as an entity': stores('name', escaping(/&/g)),
  },
  'store.plans.name-is-as-given @ each kind of value': {
    'a name loses its thai letters': stores('name', withoutThai),
    'a name loses its backslashes': stores('name', without('\\')),
  },
  'store.plans.created-is-as-given @ written with escapes': {
    'a later description with characters beyond 16 bits loses them': creation.takes(
      'details',
      withoutEmoji('??'),
      {body: {details: /[^\0-\uFFFF]/u}, from: 2},
    ),
  },
  'store.plans.created-is-as-given': {
    'every plan is recurring': PLAN.storing(CREATE, {}, {type: 'recurring', duration: null}),
    'the duration is one month more': stores('duration', (months) => months + 1),
    'a year is stored as one month': stores('duration', 1, {row: {duration: 12}}),
    'recommended is lost': stores('recommended', false),
    'downloads are allowed for recommended plans': stores('download_files', true, {
      row: {recommended: true},
    }),
    'a plan with a trial is not private': stores('private', false, {row: {free_trial: true}}),
    'a plan with a trial has none': PLAN.storing(
      CREATE,
      {},
      {free_trial: false, free_trial_days: null},
    ),
    'a trial has a day less': stores('free_trial_days', (days) => days - 1),
    'a concurrency limit of 100 and more is lost': stores('concurrency_limit', (limit) =>
      Math.min(99, limit),
    ),
    'the description loses its letters outside ASCII': stores('details', ascii),
    'the description is cut after 500 characters': stores('details', cut(500)),
  },
  'store.plans.created-is-as-given @ each kind of value': {
    'a plan of nine months is refused': refuses({duration: [9, '9']}),
    'a concurrency limit of 256 is stored as none': stores('concurrency_limit', 0, {
      row: {concurrency_limit: 256},
    }),
    'a description loses its greek letters': stores('details', without(/\p{Script=Greek}/gu, '?')),
  },
  'store.plans.created-is-as-given @ a zero': {
    'a description that is a zero is taken for none': stores('details', '', {row: {details: '0'}}),
  },
  'store.plans.duration-is-null-for-recurring': {
    'a recurring plan has one month': stores('duration', 1, {row: {type: 'recurring'}}),
    'a recurring plan has 0 months': stores('duration', 0, {row: {type: 'recurring'}}),
  },
  'store.plans.prices-are-shown @ a zero': {
    'a price of zero is left out': stores('prices', withoutZeros),
    'a price of zero is left out by an update': update.stores('prices', withoutZeros),
    'a first price of zero is left out': stores(
      'prices',
      priced((cents, at) => (at === 0 && cents === 0 ? undefined : cents)),
    ),
  },
  'store.plans.prices-are-shown @ in every currency': {
    'an update keeps twelve prices': update.stores('prices', firstPrices(12)),
    'a creation loses the eleventh of its prices': stores(
      'prices',
      priced((cents, at) => (at === 10 ? undefined : cents)),
    ),
  },
  'store.plans.prices-are-shown': {
    'prices are a cent less': stores(
      'prices',
      priced((cents) => cents - 1),
    ),
    'of several prices the last is shown in units, the others in cents': stores(
      'prices',
      priced((cents, at, {length}) => (at > 0 && at === length - 1 ? cents / 100 : cents)),
    ),
    'every currency has the price of the first': stores(
      'prices',
      priced((_cents, _at, [first]) => first),
    ),
  },
  'store.plans.prices-are-shown @ each kind of value': {
    'a price of seven cents is shown as six': stores('prices', sixForSeven),
  },
  'store.plans.prices-are-shown @ each kind of value of an update': {
    'an update to a price of seven cents stores six': update.stores('prices', sixForSeven),
  },
  'store.plans.refused-create-makes-nothing': {
    'a refused create makes the plan': refusedButDone(CREATE, 'invalid'),
    'a plan without the days of its trial is refused after it was made': doesThough(
      'free_trial_days',
      'trial-days-missing',
    ),
  },
});

/** Defects of updates. */
const updated: Defect[] = defects({
  'store.plans.update-is-kept': {
    'an update changes nothing': unstored(UPDATE, 'plans'),
    'the name stays': update.keeps(['name']),
    'the concurrency limit stays': update.keeps(['concurrency_limit']),
    'the description stays': update.keeps(['details']),
    'an update keeps one collection of several': update.stores('collections', (all) =>
      all.slice(0, 1),
    ),
    'a flag that is set cannot be unset': update.stores('recommended', true, {
      before: {recommended: true},
    }),
    'the duration cannot become shorter': update.stores('duration', (months, {before}) =>
      Math.max(months, before?.duration ?? 0),
    ),
    'the second update is ignored': PLAN.losing(UPDATE, {from: 2}),
    'the newest other plan changes too': PLAN.touching(UPDATE, isNewestOther, {
      concurrency_limit: 77,
    }),
  },
  'store.plans.update-is-kept @ each kind of value': {
    'an update loses the thai letters of a name': update.stores('name', withoutThai),
    'an update to a trial of 15 days stores 14': update.stores('free_trial_days', 14, {
      row: {free_trial_days: 15},
    }),
    'an update to 18 months is refused': update.refuses({duration: [18, '18']}),
  },
  'store.plans.update-is-kept @ a zero': {
    'an update refuses a name that is a zero': update.refuses({name: '0'}),
    'an update keeps the name where the new one is a zero': update.keeps(['name'], {
      row: {name: '0'},
    }),
    'an update keeps the description where the new one is a zero': update.keeps(['details'], {
      row: {details: '0'},
    }),
  },
  'store.plans.update-is-kept @ every pair of flags': {
    'an update that is private and has a free trial leaves the plan public': update.stores(
      'private',
      false,
      {row: {free_trial: true}},
    ),
    'an update with a free trial takes the downloads away': update.stores('download_files', false, {
      row: {free_trial: true},
    }),
    'an update with a free trial recommends no plan': update.stores('recommended', false, {
      row: {free_trial: true},
    }),
  },
  'store.plans.update-is-kept @ months of a plan that becomes prepaid': {
    'a plan that becomes prepaid has one month': update.stores('duration', 1, {
      before: {type: 'recurring'},
      row: {type: 'prepaid'},
    }),
  },
  'store.plans.update-is-kept @ after every change': {
    'another name brings the first prices back': together(
      notingTheFirst,
      update.stores('prices', (prices, {before, body}) =>
        body.name === before?.name ? prices : (before?.was?.prices ?? prices),
      ),
    ),
    'collections are only added': update.stores('collections', (all, {before}) => [
      ...new Set([...(before?.collections ?? []), ...all]),
    ]),
  },
  'store.plans.update-is-kept @ at the same moment': {
    'of two updates of a plan at once one undoes the other': stale(UPDATE, 'plans'),
  },
  'store.plans.duration-is-null-for-recurring @ once it was prepaid': {
    'a prepaid plan that becomes recurring keeps its months': update.keeps(['duration'], {
      row: {type: 'recurring'},
    }),
    'an update that makes a plan recurring and names no months keeps them': update.keeps(
      ['duration'],
      {row: {type: 'recurring'}, body: {duration: ABSENT}},
    ),
  },
  'store.plans.refused-update-changes-nothing': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'a refused update stores the flags': refusedButDone(UPDATE, 'invalid', {
      keep: ['name', 'type', 'duration', 'concurrency_limit', 'details'],
    }),
  },
  'store.plans.refused-update-changes-nothing @ after every change': {
    'a refused update stores the description': refusedButDone(UPDATE, 'invalid', {
      keep: ['name', 'type', 'duration', 'concurrency_limit'],
    }),
  },
  ...eachPlace('store.plans.refused-update-changes-nothing', Object.keys(REFUSED), (place) => [
    `an update with ${place} is refused, and stores the name`,
    update.leaves(REFUSED[place], ({before, body: {name}}) =>
      before && name ? [{table: 'plans', put: {...before, name}}] : undefined,
    ),
  ]),
});

/** Defects of what is stored. */
export const written: Defect[] = [...created, ...updated];
