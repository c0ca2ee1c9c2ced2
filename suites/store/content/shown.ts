/** Judgements about an issue that a read or a list shows. */

import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import type {Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  nothing,
  summaryOf,
  undecided,
  whenServed,
} from '../../language/judge.ts';
import {expectRowShown} from '../../language/shown-row.ts';
import {issueIn, issuesIn, type IssueRow} from '../issue-rows.ts';
import {
  expectDescriptionGiven,
  expectFlagGiven,
  expectPublicationGiven,
  expectTextGiven,
  type Representation,
} from './update/kept-members.ts';
import {expectPricesGiven} from './upload/prices-shown.ts';
import {toText} from '../../../spec/json.ts';

/** The id of an uploaded issue. @throws NothingSeen for an upload that shows none */
export const idIn = (created: Exchange): unknown => issueIn(created).id;

/**
 * Ids are numbers; they may be shown as texts if the document does not show their form (NS-ST-95).
 */
const isId = (id: unknown, other: unknown): boolean => toText(id) === toText(other);

/** The row of an issue in pages of the list. */
export const rowOf = (pages: Exchange | Exchange[], created: Exchange): IssueRow | undefined => {
  const id = idIn(created);
  return issuesIn(pages).find((row) => isId(row.id, id));
};

/**
 * An issue is in the pages, and `judge` accepts its row. If a walk did not reach the end of the
 * list, a missing issue decides nothing.
 */
export function expectListed(
  pages: Exchange | Exchange[],
  created: Exchange,
  branch: string,
  judge?: (row: IssueRow) => Judgement,
): Judgement {
  return expectRowShown({
    kind: 'issue',
    row: rowOf(pages, created),
    pages: [pages].flat(),
    rows: issuesIn(pages).length,
    ifCut: undecided,
    branch,
    expected: 'the issue in the list',
    judge,
  });
}

/** An issue is not in the pages. */
export const expectNotListed = (
  pages: Exchange | Exchange[],
  created: Exchange,
  branch: string,
): Judgement =>
  expectThat(rowOf(pages, created) === undefined, {
    branch,
    expected: 'the issue not to be in the list',
    got: 'a list with it',
    at: [pages].flat()[0],
  });

/** A read shows the issue of an upload, and `judge` accepts it. */
export function expectRead(
  read: Exchange,
  created: Exchange,
  branch: string,
  judge?: (issue: IssueRow) => Judgement,
): Judgement {
  if (!read.situations.includes('issue'))
    return expectThat(false, {branch, expected: 'the issue', got: summaryOf(read), at: read});
  const issue = issueIn(read);
  return all(
    expectThat(isId(issue.id, idIn(created)), {
      branch: `${branch}: another issue`,
      expected: `the issue ${toText(idIn(created))}`,
      got: `the issue ${toText(issue.id)}`,
      at: read,
    }),
    () => (judge ? judge(issue) : nothing()),
  );
}

/** The response does not show the issue: it does not exist. */
export const expectGone = (read: Exchange, branch: string): Judgement =>
  expectThat(isClientError(read.status), {
    branch,
    expected: 'no issue',
    got: summaryOf(read),
    at: read,
  });

/** The judge of each member of a request. */
const JUDGES: Record<string, (representation: Representation, given: unknown) => Judgement> = {
  name: (representation, given) => expectTextGiven(representation, 'name', given),
  external_id: (representation, given) => expectTextGiven(representation, 'external_id', given),
  lang: (representation, given) => expectTextGiven(representation, 'lang', given, 'language'),
  free: (representation, given) => expectFlagGiven(representation, 'free', given),
  description: expectDescriptionGiven,
  publication_date: expectPublicationGiven,
  prices: expectPricesGiven,
};

/** The members that are compared; other rules judge lists of terms. */
const COMPARED = Object.keys(JUDGES);

/**
 * An issue shows the members of a request, if they are in the documented form (NS-ST-95).
 * @param name is appended to the name of a failure, for example `when read`
 * @param names of the members; all that can be compared without it
 */
export const expectAsGiven = (
  name: string,
  issue: IssueRow,
  request: Exchange,
  where: Exchange,
  names: readonly string[] = COMPARED,
): Judgement =>
  all(
    ...names.flatMap((member) => {
      const given: unknown = request.requestBody?.[member];
      return given === undefined ? [] : (JUDGES[member]?.({name, issue, where}, given) ?? []);
    }),
  );

/** Members that only requests change, not the conversion. */
const LASTING = [
  'id',
  'external_id',
  'name',
  'lang',
  'free',
  'description',
  'publication_date',
  'published_at',
  'prices',
  'file_type',
];

/** An issue is shown as before. */
export const expectAsBefore = (
  before: IssueRow | undefined,
  after: IssueRow | undefined,
  where: Exchange | undefined,
  branch: string,
): Judgement => {
  if (!before || !after) return undecided('the issue is not shown');
  return all(
    ...LASTING.filter((name) => isShownTwice(before, after, name)).map((name) =>
      expectEqual(
        [after[name]],
        [before[name]],
        `${branch}: ${name}`,
        where,
        `\`${name}\` of the issue`,
      ),
    ),
  );
};

/** A conversion may fill a member that was null before. */
const isShownTwice = (before: IssueRow, after: IssueRow, name: string): boolean =>
  (before[name] ?? undefined) !== undefined && (after[name] ?? undefined) !== undefined;

/** Judges the effect of an update that must be accepted. */
export const whenUpdateAccepted = (updated: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(updated, judgement);
