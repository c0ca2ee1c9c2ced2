/** Defects of what create and update of plans accept and refuse. */

import type {Defect, Seam} from '../../../defect.ts';
import {answered, together, unguarded} from '../../families/seams.ts';
import {isText, someFit} from '../../families/texts.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {fromEveryStore} from '../from-every-store.ts';
import {priced} from '../members.ts';
import {isKnownCollection} from '../requests.ts';
import {CREATE, creation, UPDATE, update, writes} from './changed-plans.ts';

const {accepts, refuses, stores} = creation;

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Checks only some of the collections in a body. @param which of the names they check */
const checkingOnly = (
  operation: typeof creation,
  which: (names: readonly string[]) => readonly (string | undefined)[],
): Seam =>
  operation.accepts(
    'collection-unknown',
    ({collections: names = []}, {view}) =>
      names.length > 1 && which(names).every((name) => isKnownCollection(view, name)),
  );

const outerOnes = (names: readonly string[]): (string | undefined)[] => [names[0], names.at(-1)];

/** Defects of requests. */
export const required: Defect[] = defects({
  'store.plans.duration-is-required-for-prepaid': {
    'a prepaid plan needs none': unguarded('duration-missing', CREATE),
    'null is a duration of a prepaid plan': accepts('duration-missing', {duration: null}),
  },
  'store.plans.duration-is-required-for-prepaid @ on update': {
    'an update makes a plan prepaid without months': unguarded('duration-missing', UPDATE),
    'an update that does not speak of months makes a plan prepaid': update.accepts(
      'duration-missing',
      {duration: ABSENT},
    ),
  },
  'store.plans.duration-is-required-for-prepaid @ of a prepaid plan that is updated': {
    'an update takes the months of a prepaid plan': update.accepts('duration-missing', {
      duration: null,
    }),
    'an update with the duration null makes it 0': together(
      update.accepts('duration-missing', {duration: null}),
      update.stores('duration', 0, {row: {type: 'prepaid'}, body: {duration: null}}),
    ),
  },
  'store.plans.trial-needs-its-days': {
    'a free trial needs no days': unguarded('trial-days-missing', CREATE),
    'the free trial of a prepaid plan needs no days': accepts('trial-days-missing', {
      type: 'prepaid',
    }),
    'a free trial that an update begins needs no days': unguarded('trial-days-missing', UPDATE),
  },
  'store.plans.trial-days-may-be-absent': {
    'days are demanded without a trial': refuses({free_trial_days: ABSENT}),
    'days are demanded of prepaid plans': refuses({free_trial_days: ABSENT, type: 'prepaid'}),
  },
  'store.plans.collections-exist': {
    'any collection is accepted': unguarded('collection-unknown', CREATE),
    'an unknown collection is accepted beside a known one': accepts(
      'collection-unknown',
      ({collections = []}, {view}) => collections.some((name) => isKnownCollection(view, name)),
    ),
  },
  'store.plans.collections-exist @ of another store': {
    'a plan may name the collections of every store': fromEveryStore(CREATE, 'collections'),
  },
  'store.plans.collections-exist @ wherever it stands': {
    'only the last of several collections has to exist': checkingOnly(creation, (names) =>
      names.slice(-1),
    ),
    'only the first and the last of several collections have to exist': checkingOnly(
      creation,
      outerOnes,
    ),
  },
  'store.plans.collections-exist @ on update': {
    'an update may name any collection': unguarded('collection-unknown', UPDATE),
    'only the first of the collections of an update has to exist': checkingOnly(update, (names) =>
      names.slice(0, 1),
    ),
    'the collections of an update need not exist but for the first and the last': checkingOnly(
      update,
      outerOnes,
    ),
  },
  'store.plans.collection-is-accepted': {
    'every collection is refused': refuses({collections: ({length}) => length > 0}),
    'collections are lost': stores('collections', []),
    'collections with a sign in their name are refused': refuses({
      collections: someFit(/[&<>'"]/),
    }),
    'collections with a number in their name are refused': refuses({
      collections: someFit(/^Collection \d/),
    }),
  },
  'store.plans.listed-currencies-are-accepted': {
    'the lempira is refused': refuses({prices: (prices) => 'HNL' in prices}),
    'only ten currencies are taken at once': refuses({
      prices: (prices) => Object.keys(prices).length > 10,
    }),
  },
  'store.plans.listed-currencies-are-accepted @ on update': {
    'an update refuses the lempira': update.refuses({prices: (prices) => 'HNL' in prices}),
  },
  'store.plans.unlisted-currency-is-refused': {
    'a price in any currency is taken': unguarded('currency-unlisted', CREATE),
  },
  'store.plans.invalid-create-answers-422': {
    'an invalid create is answered 400': answered(CREATE, 'invalid', 400),
    'an unknown type is answered 409': answered(CREATE, 'invalid', 409, 'invalid'),
  },
  'store.plans.invalid-update-answers-422': {
    'an invalid update is answered 400': answered(UPDATE, 'invalid', 400),
    'an unknown type is answered 403 on update': answered(UPDATE, 'invalid', 403, 'invalid'),
  },
  'store.plans.numbers-are-accepted': {
    'numbers have to be strings': refuses({concurrency_limit: isNumber}),
    'a duration has to be a string': refuses({duration: isNumber}),
  },
  'store.plans.numbers-may-be-strings': {
    'strings are refused': writes.refuses({concurrency_limit: isText}),
    'a price as a string is refused': refuses({
      prices: (prices) => Object.values(prices).some(isText),
    }),
    'the days of a trial as a string are refused': refuses({free_trial_days: isText}),
    'a duration as a string is stored as 0': writes.stores('duration', 0, {
      body: {duration: isText},
    }),
    'a price as a string is taken for units, one as a number for cents': stores(
      'prices',
      (prices, {body}) =>
        priced((cents, _at, _all, code) => (isText(body.prices?.[code]) ? cents * 100 : cents))(
          prices,
        ),
    ),
    'of two digits in a string the first is stored': writes.stores(
      'concurrency_limit',
      (limit) => Number(String(limit)[0]),
      {body: {concurrency_limit: isText}},
    ),
  },
  'store.plans.numbers-may-be-strings @ days of a trial on update': {
    'an update refuses the days of a trial as a string': update.refuses({free_trial_days: isText}),
  },
  'store.plans.external-members-are-taken': {
    'an update with a customer is refused': update.refuses({customer: GIVEN}),
    'an update with a file name is refused': update.refuses({file_name: GIVEN}),
  },
});
