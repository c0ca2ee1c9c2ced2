/**
 * The response to an upload, reads and the list show the values of the upload (Resources / Content
 * issue).
 */

import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, notApplicable, nothing} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import type {IssueRow} from '../../issue-rows.ts';
import {fileOf} from '../../issuing.ts';
import {FREE_TERMS, ISSUE_VALUES, type DrawnIssue} from '../issue-values.ts';
import {
  expectDescriptionGiven,
  expectFlagGiven,
  expectPublicationGiven,
  expectTermsGiven,
  expectTextGiven,
} from '../update/kept-members.ts';
import {expectPricesGiven, pricesIn, recordsIn} from './prices-shown.ts';
import {expectListed, expectRead} from '../shown.ts';
import {
  whenUploaded,
  judgeEachResponse,
  expectShownSomewhere,
  representationsWithTerms,
  uploadAndRead,
  type Shown,
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

/** The judgements about an upload, by rule. */
export const JUDGES: Record<string, (seen: Shown) => Judgement> = {
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
  'store.content.name-is-as-given': (seen) =>
    judgeEachResponse(seen, (representation) =>
      expectTextGiven(representation, 'name', givenIn(seen).name),
    ),
  'store.content.external-id-is-as-given': (seen) =>
    judgeEachResponse(seen, (representation) =>
      expectTextGiven(representation, 'external_id', givenIn(seen).external_id),
    ),
  'store.content.lang-is-as-given': (seen) =>
    judgeEachResponse(seen, (representation) =>
      expectTextGiven(representation, 'lang', givenIn(seen).lang, 'language'),
    ),
  'store.content.free-is-as-given': (seen) =>
    judgeEachResponse(seen, (representation) =>
      expectFlagGiven(representation, 'free', givenIn(seen).free),
    ),
  'store.content.description-is-as-given': (seen) =>
    all(
      judgeEachResponse(seen, (representation) =>
        expectDescriptionGiven(representation, givenIn(seen).description),
      ),
      () => expectShownSomewhere(seen, 'description', showsDescription),
    ),
  'store.content.publication-is-as-given': (seen) =>
    judgeEachResponse(seen, (representation) =>
      expectPublicationGiven(representation, givenIn(seen).publication_date),
    ),
  'store.content.prices-are-as-given': (seen) =>
    all(
      judgeEachResponse(seen, (representation) =>
        expectPricesGiven(representation, givenIn(seen).prices),
      ),
      // The document does not say whether content that is free shows its prices.
      () =>
        givenIn(seen).free === true ? nothing() : expectShownSomewhere(seen, 'prices', showsPrices),
    ),
  'store.content.terms-are-as-given': (seen) =>
    isCreated(seen.created) && representationsWithTerms(seen).length === 0
      ? notApplicable('no response shows the taxonomy of an issue')
      : judgeEachResponse(seen, (representation) =>
          all(
            ...FREE_TERMS.map((name) =>
              expectTermsGiven(representation, name, givenIn(seen)[name]),
            ),
          ),
        ),
};

/** The members in the request of the upload. */
const givenIn = ({created}: Shown): Record<string, unknown> => created.requestBody ?? {};

/** Properties of every upload, whatever its values. */
export const asGiven: AnyProperty[] = propertiesOf<DrawnIssue, Record<keyof Shown, Handle>>(
  {
    scene: 'store: any upload',
    forAll: ISSUE_VALUES as never,
    maxDrawsOnShared: 4,
    drawFactor: 2,
    act: (s, {extension, ...values}) =>
      uploadAndRead(s, {...values, extension, file_url: fileOf(s, extension)}, values.external_id),
  },
  {
    'store.content.create-answers-201': ({created}) => expectOutcome(created, 'created', 'refused'),
    ...JUDGES,
  },
);
