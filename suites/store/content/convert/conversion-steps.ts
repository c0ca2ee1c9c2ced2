/** The steps that wait for a conversion, and the status of a conversion in responses. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {notApplicable} from '../../../language/judge.ts';
import {longerPauses, seconds, type Handle, type Script} from '../../../language/script.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {readIssue} from '../../issuing.ts';

/** The end of a conversion. */
export const DONE = 'done';

/** The documented status of a conversion in progress. */
export const STARTED = 'started_dispatching_conversion';

/** Without the end of a conversion, it is unknown how filters treat finished issues. */
export const NOT_DONE =
  'the file was not converted while the check waited: ten minutes, or longer with the hook `advance`; ' +
  'the sample `epub_file` names one that is';

/** The most reads until a conversion is over: ten minutes, or a hundred with the hook `advance`. */
const MAX_POLLS = 40;

/** Records reads of an issue until its conversion is over. The document does not say how long it takes. */
export const pollConversion = (s: Script, created: Handle): Handle<Exchange[]> =>
  s.repeat(MAX_POLLS, (each) => void readIssue(each, created), {
    first: seconds(2),
    every: seconds(15),
    ...longerPauses(s),
    until: {at: '/conversion_status', in: [DONE]},
  });

/** The conversion status of an issue, if it shows one. */
export const statusOf = (issue: IssueRow | undefined): unknown => issue?.conversion_status;

/** The conversion status in a read, if there is one. */
export const statusIn = (read: Exchange): unknown =>
  read.situations.includes('issue') ? statusOf(issueIn(read)) : undefined;

/** Whether a conversion was over when the creation was answered, and stayed so. */
export const isOverAtOnce = (created: Exchange, reads: (Exchange | undefined)[]): boolean =>
  [issueIn(created), ...reads.map((read) => read && issueIn(read))].every(
    (issue) => statusOf(issue) === DONE,
  );

/** Nothing is listed as converting where conversions take no time: the document says nothing of their time. */
export const expectConvertedAtOnce = (): Judgement =>
  notApplicable('a conversion is over when the creation is answered');
