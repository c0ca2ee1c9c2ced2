/** The responses that show an uploaded issue: its creation, two reads, and the list. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {Judgement} from '../../language/check.ts';
import {expectThat, judgeEach, NothingSeen, whenServed} from '../../language/judge.ts';
import type {Script, Handle} from '../../language/script.ts';
import {issueIn, issueRow, type IssueRow} from '../issue-rows.ts';
import {readIssue, readByReference, findIssues} from '../issuing.ts';
import {FREE_TERMS} from './issue-values.ts';
import {termsShown, type ShownIssue} from './update/kept-members.ts';

/** The responses in which an issue is shown. */
export type SeenIssue = Record<'created' | 'read' | 'byReference' | 'list', Exchange>;

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
function shownBy({created, read, byReference, list}: SeenIssue): ShownIssue[] {
  const id = shownIn(created)?.id;
  const row = list.situations.includes('issue-page') ? issueRow(list, created) : undefined;
  const seen: [string, IssueRow | undefined, Exchange][] = [
    ['on create', shownIn(created), created],
    ['when read', shownIn(read), read],
    ['when read by its reference', shownIn(byReference), byReference],
    ['in the list', row, list],
  ];
  return seen.flatMap(([how, issue, where]) =>
    issue?.id === id && issue ? [{how, row: issue, where}] : [],
  );
}

/** Judges what was uploaded, if the upload was accepted. */
export const whenUploaded = (created: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(created, judgement);

/** Judges every response that shows the issue. */
export const judgeEachResponse = (
  seen: SeenIssue,
  judge: (shown: ShownIssue) => Judgement,
): Judgement => whenUploaded(seen.created, () => judgeEach(shownBy(seen), (shown) => judge(shown)));

/** A given value is shown in at least one response, so it was not lost. */
export function expectShownSomewhere(
  seen: SeenIssue,
  member: string,
  isShown: (issue: IssueRow) => boolean,
): Judgement {
  return whenUploaded(seen.created, () =>
    expectThat(
      shownBy(seen).some(({row}) => isShown(row)),
      {
        branch: `no ${member}`,
        expected: `\`${member}\` to be shown on create, when read or in the list`,
        got: 'it is in none of these responses',
        at: seen.created,
      },
    ),
  );
}

/** The responses that have a list of terms under any of the names. */
export const shownWithTerms = (seen: SeenIssue): ShownIssue[] =>
  shownBy(seen).filter(({row}) => FREE_TERMS.some((name) => termsShown(row, name)));

/** Records an upload with its reads: by its id, by its reference, and in the list by its name. */
export function uploadAndRead(
  s: Script,
  body: Record<string, Val>,
  externalId: Val,
): Record<keyof SeenIssue, Handle> {
  const created = s.call('createIssue', {body});
  return {
    created,
    read: readIssue(s, created),
    byReference: readByReference(s, externalId),
    list: findIssues(s, body.name ?? ''),
  };
}
