/** The required members of an upload, and the values that it refuses (Content, Upload body; Content, Rules). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {isClientError} from '../../../../spec/status.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectNone,
  saw,
  summaryOf,
} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {changed, checksOfTrials, type Change} from '../../../tables/trials.ts';
import {issueIn} from '../../issue-rows.ts';
import {coverOf, newIssue, send} from '../../issuing.ts';
import {aCollection} from '../../plans/values/collections.ts';
import {pricesIn, recordsIn} from './prices-shown.ts';
import {expectNotServed, whenObeyed} from '../../../language/blocked-by.ts';

/** Uploads of a file with a change. @param more members that all of them have */
export const uploadsOf = (s: Script, more: Record<string, Val> = {}) => ({
  send: (change: Change) => send(s, changed(newIssue(s, more), change)),
});

const withoutFile = checksOfTrials({
  scene: 'store: uploads without their file',
  begin: (s) => uploadsOf(s),
  rows: {
    'store.content.extension-is-required': {
      'accepted without an extension': {'/extension': undefined},
      'accepted with the extension null': {'/extension': null},
    },
    'store.content.file-url-is-required': {
      'accepted without a file': {'/file_url': undefined},
      'accepted with the file null': {'/file_url': null},
    },
    'store.content.physical-is-said-by-its-type': {
      'accepted without a file and without a type': {
        '/extension': undefined,
        '/file_url': undefined,
      },
    },
  },
});

/** Collections that the store has, and one that it does not have. */
const collectionsNamed = checksOfTrials({
  scene: 'store: uploads into collections',
  given: aCollection,
  begin: (s, {name}: {name: Val}) => ({name, ...uploadsOf(s, {collection: [name]})}),
  rows: {
    'store.content.collections-exist': {
      accepted: (s) => ({'/collection': [s.fresh('text')]}),
      'accepted after one that exists': (s, {name}) => ({'/collection': [name, s.fresh('text')]}),
      'accepted before one that exists': (s, {name}) => ({'/collection': [s.fresh('text'), name]}),
    },
  },
});

const covers = checksOfTrials({
  scene: 'store.content.other-covers-are-refused',
  begin: (s) => uploadsOf(s, {cover: coverOf(s, 'jpg')}),
  rows: {
    'store.content.other-covers-are-refused': {
      'a gif is accepted': {'/cover': 'https://files.presscheck.example/cover.gif'},
      'a pdf is accepted': {'/cover': 'https://files.presscheck.example/cover.pdf'},
      'a text is accepted': {'/cover': 'covers/cover.txt'},
    },
  },
});

/** A code in the form of currency codes that no currency has. */
const NO_CURRENCY = 'QQQ';

/** The currencies in which a created issue has an amount. */
function currenciesIn(created: Exchange): string[] {
  const {prices, price_morph: records} = issueIn(created);
  return [...pricesIn(prices).keys(), ...recordsIn(records).keys()];
}

/** The document does not say whether the whole upload is refused or the price is ignored. */
const expectRefusedOrLeftOut = (unlisted: Exchange): Judgement =>
  isCreated(unlisted)
    ? all(
        saw('left out'),
        expectNone(
          currenciesIn(unlisted).filter((code) => code === NO_CURRENCY),
          `price in ${NO_CURRENCY}`,
          'a price in no currency is kept',
          unlisted,
        ),
      )
    : all(
        saw('refused'),
        expectThat(isClientError(unlisted.status), {
          branch: 'neither refused nor left out',
          expected: `a price in ${NO_CURRENCY} to be refused`,
          got: summaryOf(unlisted),
          at: unlisted,
        }),
      );

const prices = checksOfTrials({
  scene: 'store.content.prices-are-in-listed-currencies',
  begin: (s) => uploadsOf(s, {prices: {USD: 9.99, EUR: 9.99}}),
  rows: {
    'store.content.prices-are-in-listed-currencies': {
      requests: {unlisted: {'/prices': {USD: 9.99, [NO_CURRENCY]: 9.99}}},
      judge: ({unlisted}: {unlisted: Exchange}) => expectRefusedOrLeftOut(unlisted),
    },
  },
});

/** Uploads with one wrong member. */
export const refused: Check[] = [
  ...withoutFile,
  ...collectionsNamed,
  ...prices,
  ...covers,
  check({
    rule: 'store.content.invalid-create-answers-422',
    act: (s) => ({
      empty: send(s, {}),
      several: send(s, newIssue(s, {publication_date: 'tomorrow', extension: 'docx'})),
    }),
    judge: ({empty, several}) =>
      all(
        whenObeyed('store.content.name-is-required', expectNotServed(empty, 'no member'), () =>
          expectOutcome(empty, 'invalid', 'another status: empty'),
        ),
        whenObeyed(
          'store.content.publication-date-is-a-day',
          expectNotServed(several, 'a day that is none'),
          () => expectOutcome(several, 'invalid', 'another status: several'),
        ),
      ),
  }),
];
