/**
 * The response to an upload, reads and the list show the values of the upload (Resources / Content
 * issue).
 */

import {isObject, toText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {checksOf, sharedScene, type AnyProperty, type Check, type Judgement} from '../../check.ts';
import {isCreated} from '../../outcome.ts';
import {
  all,
  concluded,
  expectEqual,
  expectThat,
  expectOutcome,
  notApplicable,
  NothingSeen,
  when,
  type LazyJudgement,
} from '../../judge.ts';
import {propertiesOf} from '../../property.ts';
import type {Handle, Script} from '../../script.ts';
import {issueIn, issueRow, type IssueRow} from '../issue-rows.ts';
import {fileOf, findIssues, newIssue, readByReference, readIssue, upload} from '../issuing.ts';
import {FREE_TERMS, ISSUE_VALUES, type DrawnIssue} from './issue-values.ts';
import {
  expectDescriptionGiven,
  expectFlagGiven,
  expectPublicationGiven,
  expectTermsGiven,
  termsShown,
  expectTextGiven,
  type Representation,
} from './kept-members.ts';
import {expectPricesGiven, pricesIn, recordsIn} from './prices-shown.ts';
import {expectListed, expectRead} from './shown.ts';

/** The responses in which an issue is shown. */
export type Shown = Record<'created' | 'read' | 'byReference' | 'list', Exchange>;

/** An issue as a response shows it; undefined if it shows none. */
function shownIn(exchange: Exchange): IssueRow | undefined {
  try {
    return issueIn(exchange);
  } catch (error) {
    if (error instanceof NothingSeen) return undefined;
    throw error;
  }
}

/** The responses that show an issue. Another rule judges whether reads and the list find it. */
function representationsOf({created, read, byReference, list}: Shown): Representation[] {
  const id = shownIn(created)?.id;
  const row = list.situations.includes('issue-page') ? issueRow(list, created) : undefined;
  const seen: [string, IssueRow | undefined, Exchange][] = [
    ['on create', shownIn(created), created],
    ['when read', shownIn(read), read],
    ['when read by its reference', shownIn(byReference), byReference],
    ['in the list', row, list],
  ];
  return seen.flatMap(([name, issue, where]) =>
    issue?.id === id && issue ? [{name, issue, where}] : [],
  );
}

/** Judges every response that shows the issue. */
export const judgeEachResponse = (
  seen: Shown,
  judge: (representation: Representation) => Judgement,
): Judgement =>
  when(isCreated(seen.created), 'the upload was not accepted', () =>
    all(
      ...representationsOf(seen).map(
        (representation): LazyJudgement =>
          () =>
            judge(representation),
      ),
    ),
  );

/** A given value is shown in at least one response, so it was not lost. */
function expectShownSomewhere(
  seen: Shown,
  member: string,
  isShown: (issue: IssueRow) => boolean,
): Judgement {
  const representations = representationsOf(seen);
  return when(isCreated(seen.created), 'the upload was not accepted', () =>
    expectThat(
      representations.some(({issue}) => isShown(issue)),
      {
        branch: `no ${member}`,
        expected: `\`${member}\` to be shown on create, when read or in the list`,
        got: 'it is in none of these responses',
        at: seen.created,
      },
    ),
  );
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const showsDescription = ({
  description,
  description_raw_text: raw,
  description_with_html: html,
}: IssueRow): boolean => [description, raw, html].some(isText);

const showsPrices = ({prices, price_morph: records}: IssueRow): boolean =>
  pricesIn(prices).size > 0 || recordsIn(records).size > 0;

/** The responses that have a list of terms under any of the names. */
const representationsWithTerms = (seen: Shown): Representation[] =>
  representationsOf(seen).filter(({issue}) => FREE_TERMS.some((name) => termsShown(issue, name)));

/** A read shows an issue that was uploaded. */
const expectFound = (read: Exchange, created: Exchange, branch: string): Judgement =>
  when(isCreated(created), 'the upload was not accepted', () => expectRead(read, created, branch));

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
      ? notApplicable('the external_id could be an id, too')
      : whenInNormalForm(givenIn(seen).external_id, () =>
          expectFound(seen.byReference, seen.created, 'not found by its external_id'),
        ),
  'store.content.name-finds-the-issue': (seen) =>
    when(isCreated(seen.created), 'the upload was not accepted', () =>
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
      () => expectShownSomewhere(seen, 'prices', showsPrices),
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

/** Records an upload with its reads: by its id, by its reference, and in the list by its name. */
export function uploadAndRead(
  s: Script,
  body: Record<string, Val>,
  externalId: Val,
): Record<keyof Shown, Handle> {
  const created = s.call('createIssue', {body});
  return {
    created,
    read: readIssue(s, created),
    byReference: readByReference(s, externalId),
    list: findIssues(s, body.name ?? ''),
  };
}

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

/** Two issues, one after the other, and the first once more. */
const twoIssues = sharedScene({
  id: 'store: two uploads',
  api: 'store',
  act: (s) => {
    const first = upload(s, {
      description: 'The first of two.',
      lang: 'en',
      free: true,
      prices: {USD: 9.99, EUR: 8.5},
    });
    const second = newIssue(s, {lang: 'es', free: false, prices: {USD: 1}});
    return {
      first: first.created,
      before: readIssue(s, first.created),
      second: s.call('createIssue', {body: second, expects: 'created'}),
      after: readIssue(s, first.created),
    };
  },
});

/** Members that the upload of another issue must not change. */
const STEADY = ['id', 'external_id', 'name', 'lang', 'free', 'prices', 'description'];

/** The parts of an issue refer to that issue. */
function expectPartsToNameIssue(created: Exchange): Judgement {
  const {id, file, price_morph: records} = issueIn(created);
  const prices = Array.isArray(records) ? records.filter(isObject) : [];
  const said: [string, unknown][] = [
    ['file.issue_id', isObject(file) ? file.issue_id : undefined],
    ...prices.map((one): [string, unknown] => ['price_morph.priceable_id', one.priceable_id]),
  ];
  const shown = said.filter(([, value]) => value !== undefined && value !== null);
  return when(shown.length > 0, 'no part of the issue names it', () =>
    all(
      ...shown.map(([name, value]) =>
        expectEqual(toText(value), toText(id), `another ${name}`, created, `\`${name}\``),
      ),
    ),
  );
}

/** Whether a record has a member that is named like a time or looks like one. */
const hasTimestamp = (record: Record<string, unknown>): boolean =>
  Object.entries(record).some(
    ([name, value]) =>
      /(_at|_on|time|timestamp|date|created|updated)$/i.test(name) ||
      /^\d{4}-\d\d-\d\d/.test(toText(value)),
  );

/** Each issue has its own id, members and parts. */
export const ownIssues: Check[] = checksOf(twoIssues, {
  'store.content.each-has-its-own-id': ({first, second}) =>
    expectThat(issueIn(first).id !== issueIn(second).id, {
      branch: 'one id of two issues',
      expected: 'the ids of two issues to differ',
      got: toText(issueIn(second).id),
      at: second,
    }),
  'store.content.upload-changes-no-other': ({before, after}) =>
    all(
      ...STEADY.filter((name) => issueIn(before)[name] !== undefined).map((name) =>
        concluded(() =>
          expectEqual(
            [issueIn(after)[name]],
            [issueIn(before)[name]],
            `${name} changed`,
            after,
            `\`${name}\` of another issue`,
          ),
        ),
      ),
    ),
  'store.content.issue-description-names-the-issue': ({first}) => {
    const {id, issue_description: description} = issueIn(first);
    const named = isObject(description) ? description.issue_id : null;
    return when(named !== null && named !== undefined, 'there is no `issue_description`', () =>
      expectEqual(
        toText(named),
        toText(id),
        'another issue',
        first,
        '`issue_description.issue_id`',
      ),
    );
  },
  'store.content.parts-name-the-issue': ({first}) => expectPartsToNameIssue(first),
  'store.content.price-records-have-timestamps': ({first}) => {
    const records = issueIn(first).price_morph;
    const shown = Array.isArray(records) ? records.filter(isObject) : [];
    return when(shown.length > 0, 'no price record is shown', () =>
      expectThat(
        shown.every((one) => hasTimestamp(one)),
        {
          branch: 'no timestamps',
          expected: 'each record of `price_morph` to have timestamps',
          got: Object.keys(shown[0] ?? {}).join(', '),
          at: first,
        },
      ),
    );
  },
});
