import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, when} from '../../../language/judge.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {newIssue, readIssue, send, upload} from '../../issuing.ts';
import {issueIn} from '../../issue-rows.ts';
import {update} from '../issue-steps.ts';
import {expectTermsGiven} from '../update/kept-members.ts';
import {expectPricesGiven} from './prices-shown.ts';
import {expectAsGiven, expectRead} from '../shown.ts';
import {uploadAndRead, judgeEachResponse, type SeenIssue} from '../issue-shown.ts';

/** A text that some programming languages treat as empty. */
const ZERO = '0';

/** Another text of one letter, which none treats as empty: the document gives no minimum length. */
const OTHER = '7';

/** An upload and an update whose texts are zeros; they are read by their ids. */
const zeros = sharedScene({
  id: 'store: texts of content that are a zero',
  onlyOnTestTargets: true,
  act: (s) => {
    const texts = (one: string) => ({name: one, description: one, author: [one], keyword: [one]});
    const createdOther = send(s, newIssue(s, texts(OTHER)));
    const created = send(s, newIssue(s, texts(ZERO)));
    const issue = upload(s, {description: 'What the moon does to harbours.'});
    const updatedOther = update(s, issue, texts(OTHER));
    const updated = update(s, issue, texts(ZERO));
    return {
      createdOther,
      created,
      first: issue.created,
      updatedOther,
      updated,
      read: readIssue(s, issue.created),
    };
  },
});

/** A response shows the texts of a request. */
function expectZerosShown(where: Exchange, request: Exchange, how: string): Judgement {
  const issue = issueIn(where);
  return all(
    expectAsGiven(how, issue, request, where, ['name', 'description']),
    ...['author', 'keyword'].map((member) =>
      expectTermsGiven({how, row: issue, where}, member, request.requestBody?.[member]),
    ),
  );
}

/** An upload with a price of zero beside another. */
const zeroPrice = sharedScene({
  id: 'store: a price of content that is a zero',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = newIssue(s, {prices: {USD: 0, EUR: 9.99}});
    return uploadAndRead(s, body, body.external_id);
  },
});

/**
 * A price of zero is shown among the prices by currency. It is open whether it is accepted, and
 * whether it has a record in `price_morph`.
 */
const expectZeroPriceShown = (seen: SeenIssue): Judgement =>
  isCreated(seen.created)
    ? judgeEachResponse(seen, (shown) =>
        expectPricesGiven(
          {...shown, row: {...shown.row, price_morph: undefined}},
          seen.created.requestBody?.prices,
        ),
      )
    : notApplicable('a price of zero is not accepted');

/** The text `0` is a text, and a price of zero is a price. */
export const zeroTexts: Check[] = [
  ...checksOf(zeroPrice, {'store.content.prices-are-as-given @ a zero': expectZeroPriceShown}),
  ...checksOf(zeros, {
    'store.content.name-is-as-given @ a zero': ({createdOther, created}) =>
      when(isCreated(createdOther), 'texts of one letter are refused', () =>
        all(expectOutcome(created, 'created', 'a zero is refused'), () =>
          expectZerosShown(created, created, 'of zeros'),
        ),
      ),
    'store.content.update-is-kept @ a zero': ({first, updatedOther, updated, read}) =>
      when(isUpdated(updatedOther), 'texts of one letter are refused', () =>
        all(
          expectOutcome(updated, 'updated', 'a zero is refused'),
          () => expectRead(read, first, 'not read after an update'),
          () => expectZerosShown(read, updated, 'when read after an update with zeros'),
        ),
      ),
  }),
];
