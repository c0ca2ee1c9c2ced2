/** Judgements about an issue that a read or a list shows. */

import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import type {Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  judgeEach,
  nothing,
  summaryOf,
  undecided,
  whenServed,
} from '../../language/judge.ts';
import {issueIn, issues, type IssueRow} from '../issue-rows.ts';
import {
  expectDescriptionGiven,
  expectFlagGiven,
  expectPublicationGiven,
  expectTextGiven,
  type ShownIssue,
} from './update/kept-members.ts';
import {expectPricesGiven} from './upload/prices-shown.ts';
import {toText} from '../../../spec/json.ts';

export const {idIn, rowOf, expectListed, expectNotListed} = issues;

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
    expectThat(toText(issue.id) === idIn(created), {
      branch: `${branch}: another issue`,
      expected: `the issue ${toText(issueIn(created).id)}`,
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
const JUDGES: Record<string, (shown: ShownIssue, given: unknown) => Judgement> = {
  name: (shown, given) => expectTextGiven(shown, 'name', given),
  external_id: (shown, given) => expectTextGiven(shown, 'external_id', given),
  lang: (shown, given) => expectTextGiven(shown, 'lang', given, 'language'),
  free: (shown, given) => expectFlagGiven(shown, 'free', given),
  description: expectDescriptionGiven,
  publication_date: expectPublicationGiven,
  prices: expectPricesGiven,
};

/** The members that are compared; other rules judge lists of terms. */
const COMPARED = Object.keys(JUDGES);

/**
 * An issue shows the members of a request, if they are in the documented form (NS-ST-95).
 * @param how as in `Shown`
 * @param names of the members; all that can be compared without it
 */
export const expectAsGiven = (
  how: string,
  row: IssueRow,
  request: Exchange,
  where: Exchange,
  names: readonly string[] = COMPARED,
): Judgement =>
  all(
    ...names.flatMap((member) => {
      const given: unknown = request.requestBody?.[member];
      return given === undefined ? [] : (JUDGES[member]?.({how, row, where}, given) ?? []);
    }),
  );

/** The reads of an issue, and the list that shows it. */
interface FoundIssue {
  created: Exchange;
  reads: Exchange[];
  list: Exchange;
}

/**
 * Reads and the list show what a request gave.
 * @param when names the moment in failures, for example `after an update`
 */
export const expectShownAsGiven = (
  {created, reads, list}: FoundIssue,
  request: Exchange,
  when: string,
): Judgement =>
  all(
    judgeEach(reads, (read) =>
      expectRead(read, created, `not read ${when}`, (issue) =>
        expectAsGiven(`when read ${when}`, issue, request, read),
      ),
    ),
    () =>
      expectListed(list, created, `not found ${when}`, (row) =>
        expectAsGiven(`in the list ${when}`, row, request, list),
      ),
  );

/** Members that only requests change, not the conversion. */
export const LASTING = [
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
  names: readonly string[] = LASTING,
): Judgement => {
  if (!before || !after) return undecided('the issue is not shown');
  return all(
    ...names
      .filter((name) => isShownTwice(before, after, name))
      .map((name) =>
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

/** An issue is read as before. @param names of the members; all that last without it */
export const expectReadAsBefore = (
  before: Exchange,
  after: Exchange,
  branch: string,
  names?: readonly string[],
): Judgement => expectAsBefore(issueIn(before), issueIn(after), after, branch, names);

/** An issue is listed as before. @param names of the members; all that last without it */
export const expectListedAsBefore = (
  created: Exchange,
  [before, after]: [Exchange, Exchange],
  branch: string,
  names?: readonly string[],
): Judgement => expectAsBefore(rowOf(before, created), rowOf(after, created), after, branch, names);

/** A conversion may fill a member that was null before. */
const isShownTwice = (before: IssueRow, after: IssueRow, name: string): boolean =>
  (before[name] ?? undefined) !== undefined && (after[name] ?? undefined) !== undefined;

/** Judges the effect of an update that must be accepted. */
export const whenUpdateAccepted = (updated: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(updated, judgement);
