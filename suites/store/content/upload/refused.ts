/**
 * The required members of an upload, and the values that it refuses (Content, Upload body; Content,
 * Rules).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {isClientError} from '../../../../spec/status.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectNone,
  saw,
  summaryOf,
  when,
  whenServed,
} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {issueIn, issuesIn} from '../../issue-rows.ts';
import {coverOf, findIssues, newIssue, readByReference, send} from '../../issuing.ts';
import {aCollection} from '../../plans/values/collections.ts';
import {pricesIn, recordsIn} from './prices-shown.ts';
import {expectNotServed, whenObeyed} from '../../../language/blocked-by.ts';

/** Judges only with an accepted upload that differs only in this one value. */
export const whenTwinAccepted = (twin: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(twin, judgement);

/** The body of an upload without some of its members. */
const lacking = (s: Script, ...names: string[]): Record<string, Val> =>
  Object.fromEntries(Object.entries(newIssue(s)).filter(([name]) => !names.includes(name)));

/** Uploads without their file, each beside a complete one. */
const withoutFile = sharedScene({
  id: 'store: uploads without their file',
  api: 'store',
  act: (s) => {
    const bare = lacking(s, 'extension', 'file_url');
    return {
      right: send(s, newIssue(s)),
      noExtension: send(s, lacking(s, 'extension')),
      nullExtension: send(s, newIssue(s, {extension: null})),
      noFile: send(s, lacking(s, 'file_url')),
      nullFile: send(s, newIssue(s, {file_url: null})),
      neither: send(s, bare),
      read: readByReference(s, bare.external_id ?? ''),
      listed: findIssues(s, bare.name ?? ''),
    };
  },
});

/** No list shows what a refused upload named. */
export const expectNotListed = (refusal: Exchange, list: Exchange): Judgement =>
  when(refusal.status >= 400, 'the upload was accepted', () =>
    expectNone(
      issuesIn(list).filter(({name}) => name === refusal.requestBody?.name),
      'content of the refused upload',
      'a refused upload is listed',
      list,
    ),
  );

/** No read finds what a refused upload named. */
export const expectNotRead = (refusal: Exchange, read: Exchange): Judgement =>
  when(refusal.status >= 400, 'the upload was accepted', () =>
    expectThat(read.status >= 400, {
      branch: 'a refused upload can be read',
      expected: 'no content with the reference of a refused upload',
      got: summaryOf(read),
      at: read,
    }),
  );

/** Collections that the store has, and one that it does not have. */
const collectionsNamed = sharedScene({
  id: 'store: uploads into collections',
  api: 'store',
  given: aCollection,
  act: (s, {name}: {name: Val}) => ({
    known: send(s, newIssue(s, {collection: [name]})),
    unknown: send(s, newIssue(s, {collection: [s.fresh('text')]})),
    besideKnown: send(s, newIssue(s, {collection: [name, s.fresh('text')]})),
    first: send(s, newIssue(s, {collection: [s.fresh('text'), name]})),
  }),
});

/** A code in the form of currency codes that no currency has. */
const NO_CURRENCY = 'QQQ';

/** The currencies in which a created issue has an amount. */
function currenciesIn(created: Exchange): string[] {
  const {prices, price_morph: records} = issueIn(created);
  return [...pricesIn(prices).keys(), ...recordsIn(records).keys()];
}

/** Uploads with one wrong member, and what the store shows afterwards. */
export const refused: Check[] = [
  ...checksOf(withoutFile, {
    'store.content.extension-is-required': ({right, noExtension, nullExtension}) =>
      whenTwinAccepted(right, () =>
        all(
          expectOutcome(noExtension, 'invalid', 'accepted without an extension'),
          expectOutcome(nullExtension, 'invalid', 'accepted with the extension null'),
        ),
      ),
    'store.content.file-url-is-required': ({right, noFile, nullFile}) =>
      whenTwinAccepted(right, () =>
        all(
          expectOutcome(noFile, 'invalid', 'accepted without a file'),
          expectOutcome(nullFile, 'invalid', 'accepted with the file null'),
        ),
      ),
    'store.content.physical-is-said-by-its-type': ({right, neither}) =>
      whenTwinAccepted(right, () =>
        expectOutcome(neither, 'invalid', 'accepted without a file and without a type'),
      ),
  }),
  ...checksAt(withoutFile, 'store.content.refused-create-makes-nothing', {
    'without its file': ({neither, read, listed}) =>
      all(expectNotRead(neither, read), () => expectNotListed(neither, listed)),
  }),
  ...checksOf(collectionsNamed, {
    'store.content.collections-exist': ({known, unknown, besideKnown, first}) =>
      whenTwinAccepted(known, () =>
        all(
          expectOutcome(unknown, 'invalid', 'accepted'),
          expectOutcome(besideKnown, 'invalid', 'accepted after one that exists'),
          expectOutcome(first, 'invalid', 'accepted before one that exists'),
        ),
      ),
  }),
  check({
    rule: 'store.content.prices-are-in-listed-currencies',
    act: (s) => ({
      listed: send(s, newIssue(s, {prices: {USD: 9.99, EUR: 9.99}})),
      unlisted: send(s, newIssue(s, {prices: {USD: 9.99, [NO_CURRENCY]: 9.99}})),
    }),
    // The document does not say whether the whole upload is refused or the price is ignored.
    judge: ({listed, unlisted}) =>
      whenTwinAccepted(listed, () =>
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
            ),
      ),
  }),
  check({
    rule: 'store.content.other-covers-are-refused',
    act: (s) => ({
      right: send(s, newIssue(s, {cover: coverOf(s, 'jpg')})),
      gif: send(s, newIssue(s, {cover: 'https://files.presscheck.example/cover.gif'})),
      pdf: send(s, newIssue(s, {cover: 'https://files.presscheck.example/cover.pdf'})),
      text: send(s, newIssue(s, {cover: 'covers/cover.txt'})),
    }),
    judge: ({right, gif, pdf, text}) =>
      whenTwinAccepted(right, () =>
        all(
          expectOutcome(gif, 'invalid', 'a gif is accepted'),
          expectOutcome(pdf, 'invalid', 'a pdf is accepted'),
          expectOutcome(text, 'invalid', 'a text is accepted'),
        ),
      ),
  }),
  check({
    rule: 'store.content.invalid-create-answers-422',
    act: (s) => ({
      empty: send(s, {}),
      several: send(s, newIssue(s, {publication_date: 'tomorrow', extension: 'docx'})),
    }),
    judge: (seen) =>
      all(
        ...Object.entries(seen).map(([name, response]) =>
          whenObeyed(
            name === 'empty'
              ? 'store.content.name-is-required'
              : 'store.content.publication-date-is-a-day',
            expectNotServed(response, name === 'empty' ? 'no member' : 'a day that is none'),
            () => expectOutcome(response, 'invalid', `another status: ${name}`),
          ),
        ),
      ),
  }),
];
