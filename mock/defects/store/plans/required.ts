import type {Defect} from '../../../defect.ts';
import {afterwards} from '../../breaking.ts';
import {
  CREATE,
  LIST,
  refusingWhere,
  storing,
  takingWhere,
  UPDATE,
  WRITES,
} from './changed-plans.ts';
import {refusedAs, unguarded} from '../../families/seams.ts';
import {defects} from '../../table.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Defects of what create and update accept and refuse. */
export const required: Defect[] = defects({
  'store.plans.duration-is-required-for-prepaid': {
    'a prepaid plan needs none': unguarded('duration-missing', CREATE),
    'null is a duration of a prepaid plan': takingWhere(
      CREATE,
      'duration-missing',
      ({duration}) => duration === null,
    ),
  },
  'store.plans.trial-needs-its-days': {
    'a free trial needs no days': unguarded('trial-days-missing', CREATE),
    'the free trial of a prepaid plan needs no days': takingWhere(
      CREATE,
      'trial-days-missing',
      ({type}) => type === 'prepaid',
    ),
    'a free trial that an update begins needs no days': unguarded('trial-days-missing', UPDATE),
  },
  'store.plans.trial-days-may-be-absent': {
    'days are demanded without a trial': refusingWhere(
      CREATE,
      'free_trial_days',
      (body) => !('free_trial_days' in body),
    ),
    'days are demanded of prepaid plans': refusingWhere(
      CREATE,
      'free_trial_days',
      (body) => body.type === 'prepaid' && !('free_trial_days' in body),
    ),
  },
  'store.plans.collections-exist': {
    'any collection is accepted': unguarded('collection-unknown', CREATE),
    'an unknown collection is accepted beside a known one': takingWhere(
      CREATE,
      'collection-unknown',
      ({collections = []}, view) =>
        collections.some((name) => view.by('collections', 'name', name) !== undefined),
    ),
  },
  'store.plans.collection-is-accepted': {
    'every collection is refused': refusingWhere(
      CREATE,
      'collections',
      ({collections = []}) => collections.length > 0,
    ),
    'collections are lost': storing(CREATE, () => ({collections: []})),
    'collections with a sign in their name are refused': refusingWhere(
      CREATE,
      'collections',
      ({collections = []}) => collections.some((name) => /[&<>'"]/.test(name)),
    ),
    'collections with a number in their name are refused': refusingWhere(
      CREATE,
      'collections',
      ({collections = []}) => collections.some((name) => /^Collection \d/.test(name)),
    ),
  },
  'store.plans.has-collections': {
    'collections are numbers': afterwards(LIST, (done) => {
      const {data} = done.body as {data: {collections: string[]}[]};
      const rows = data.map((row) => ({...row, collections: row.collections.map((_, i) => i)}));
      return {...done, body: {CODE: 'success', data: rows}};
    }),
  },
  'store.plans.listed-currencies-are-accepted': {
    'the lempira is refused': refusingWhere(CREATE, 'prices', ({prices = {}}) => 'HNL' in prices),
    'only ten currencies are taken at once': refusingWhere(
      CREATE,
      'prices',
      ({prices = {}}) => Object.keys(prices).length > 10,
    ),
  },
  'store.plans.unlisted-currency-is-refused': {
    'a price in any currency is taken': unguarded('currency-unlisted', CREATE),
  },
  'store.plans.invalid-create-answers-422': {
    'an invalid create is answered 400': refusedAs('invalid', {status: 400}, {in: CREATE}),
    'an unknown type is answered 409': refusedAs(
      'invalid',
      {status: 409},
      {in: CREATE, when: 'invalid'},
    ),
  },
  'store.plans.invalid-update-answers-422': {
    'an invalid update is answered 400': refusedAs('invalid', {status: 400}, {in: UPDATE}),
    'an unknown type is answered 403 on update': refusedAs(
      'invalid',
      {status: 403},
      {in: UPDATE, when: 'invalid'},
    ),
  },
  'store.plans.numbers-are-accepted': {
    'numbers have to be strings': refusingWhere(
      CREATE,
      'concurrency_limit',
      ({concurrency_limit: limit}) => isNumber(limit),
    ),
    'a duration has to be a string': refusingWhere(CREATE, 'duration', ({duration}) =>
      isNumber(duration),
    ),
  },
  'store.plans.numbers-may-be-strings': {
    'strings are refused': refusingWhere(
      WRITES,
      'concurrency_limit',
      ({concurrency_limit: limit}) => typeof limit === 'string',
    ),
    'a price as a string is refused': refusingWhere(CREATE, 'prices', ({prices = {}}) =>
      Object.values(prices).some((amount) => typeof amount === 'string'),
    ),
    'the days of a trial as a string are refused': refusingWhere(
      CREATE,
      'free_trial_days',
      ({free_trial_days: days}) => typeof days === 'string',
    ),
    'a duration as a string is stored as 0': storing(WRITES, ({duration}, body) =>
      typeof body.duration === 'string' ? {duration: 0} : {duration},
    ),
    'a price as a string is taken for units, one as a number for cents': storing(
      CREATE,
      ({prices}, body) => ({
        prices: Object.fromEntries(
          Object.entries(prices).map(([code, cents]) => [
            code,
            typeof body.prices?.[code] === 'string' ? cents * 100 : cents,
          ]),
        ),
      }),
    ),
    'of two digits in a string the first is stored': storing(
      WRITES,
      ({concurrency_limit: limit}, body) => ({
        concurrency_limit:
          typeof body.concurrency_limit === 'string' ? Number(String(limit)[0]) : limit,
      }),
    ),
  },
  'store.plans.external-members-are-taken': {
    'an update with a customer is refused': refusingWhere(
      UPDATE,
      'customer',
      (body) => 'customer' in body,
    ),
    'an update with a file name is refused': refusingWhere(
      UPDATE,
      'file_name',
      (body) => 'file_name' in body,
    ),
  },
});
