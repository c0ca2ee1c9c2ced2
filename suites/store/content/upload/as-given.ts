/**
 * The response to an upload, reads and the list show the values of the upload (Resources / Content
 * issue).
 */

import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {AnyProperty, Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, notApplicable, nothing} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import type {IssueRow} from '../../issue-rows.ts';
import {fileOf} from '../../issuing.ts';
import {FREE_TERMS, ISSUE_VALUES, type DrawnIssue} from '../issue-values.ts';
import {termsGiven, type ShownIssue} from '../update/kept-members.ts';
import {pricesIn, recordsIn} from './prices-shown.ts';
import {expectAsGiven, expectListed, expectRead} from '../shown.ts';
import {
  whenUploaded,
  judgeEachResponse,
  expectShownSomewhere,
  shownWithTerms,
  uploadAndRead,
  type SeenIssue,
} from '../issue-shown.ts';

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const showsDescription = ({
  description,
  description_raw_text: raw,
  description_with_html: html,
}: IssueRow): boolean => [description, raw, html].some(isText);

const showsPrices = ({prices, price_morph: records}: IssueRow): boolean =>
  pricesIn(prices).size > 0 || recordsIn(records).size > 0;

/** A read shows an issue that was uploaded. */
const expectFound = (read: Exchange, created: Exchange, branch: string): Judgement =>
  whenUploaded(created, () => expectRead(read, created, branch));

/**
 * Judges texts that are in normal form (NFC): a deployment may store texts in that form, but search
 * for the text that was sent.
 */
const whenInNormalForm = (text: unknown, judgement: () => Judgement): Judgement =>
  typeof text === 'string' && text.normalize('NFC') === text
    ? judgement()
    : notApplicable('the text has another normal form');

/** Whether a reference could be taken for the id of another issue (NS-ST-17). */
const mayBeAnId = (reference: unknown): boolean => /^[\d.e+-]*$/i.test(toText(reference));

/** The members that one rule each is about. */
const MEMBERS: Record<RuleId, string> = {
  'store.content.name-is-as-given': 'name',
  'store.content.external-id-is-as-given': 'external_id',
  'store.content.lang-is-as-given': 'lang',
  'store.content.free-is-as-given': 'free',
  'store.content.publication-is-as-given': 'publication_date',
};

/** A response shows a member of the upload as it was given. */
const expectGiven =
  ({created}: SeenIssue, member: string) =>
  ({how, row, where}: ShownIssue): Judgement =>
    expectAsGiven(how, row, created, where, [member]);

/** The judgements about an upload, by rule. */
export const JUDGES: Record<string, (seen: SeenIssue) => Judgement> = {
  'store.content.read-gives-the-issue': (seen) =>
    expectFound(seen.read, seen.created, 'not read by its id'),
  'store.content.reference-finds-the-issue': (seen) =>
    mayBeAnId(givenIn(seen).external_id)
      ? notApplicable(
          'the external_id consists of digits, so the deployment may take it for the id of another issue',
        )
      : whenInNormalForm(givenIn(seen).external_id, () =>
          expectFound(seen.byReference, seen.created, 'not found by its external_id'),
        ),
  'store.content.name-finds-the-issue': (seen) =>
    whenUploaded(seen.created, () =>
      whenInNormalForm(givenIn(seen).name, () =>
        expectListed(seen.list, seen.created, 'not found by its name'),
      ),
    ),
  ...Object.fromEntries(
    Object.entries(MEMBERS).map(([rule, member]) => [
      rule,
      (seen) => judgeEachResponse(seen, expectGiven(seen, member)),
    ]),
  ),
  'store.content.description-is-as-given': (seen) =>
    all(judgeEachResponse(seen, expectGiven(seen, 'description')), () =>
      expectShownSomewhere(seen, 'description', showsDescription),
    ),
  'store.content.prices-are-as-given': (seen) =>
    all(
      judgeEachResponse(seen, expectGiven(seen, 'prices')),
      // The document does not say whether content that is free shows its prices.
      () =>
        givenIn(seen).free === true ? nothing() : expectShownSomewhere(seen, 'prices', showsPrices),
    ),
  'store.content.terms-are-as-given': (seen) =>
    isCreated(seen.created) && shownWithTerms(seen).length === 0
      ? notApplicable('no response shows the taxonomy of an issue')
      : judgeEachResponse(seen, (shown) => all(...termsGiven(shown, seen.created, FREE_TERMS))),
};

/** The members in the request of the upload. */
const givenIn = ({created}: SeenIssue): Record<string, unknown> => created.requestBody ?? {};

/** Properties of every upload, whatever its values. */
export const asGiven: AnyProperty[] = propertiesOf<DrawnIssue, Record<keyof SeenIssue, Handle>>(
  {
    scene: 'store: any upload',
    forAll: ISSUE_VALUES as never,
    maxDrawsOnShared: 4,
    act: (s, {extension, ...values}) =>
      uploadAndRead(s, {...values, extension, file_url: fileOf(s, extension)}, values.external_id),
  },
  {
    'store.content.create-answers-201': ({created}) => expectOutcome(created, 'created', 'refused'),
    ...JUDGES,
  },
);
