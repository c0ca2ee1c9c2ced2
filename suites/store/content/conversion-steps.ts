import type {Exchange} from '../../../spec/exchange.ts';
import {seconds, type Handle, type Script} from '../../script.ts';
import {issueIn, type IssueRow} from '../issue-rows.ts';
import {readIssue} from '../issuing.ts';

/** The steps that wait for a conversion, and what responses show of one. */

/** The end of a conversion. */
export const DONE = 'done';

/** The status that the document shows of a conversion that is under way. */
export const STARTED = 'started_dispatching_conversion';

/** Reads until a conversion is over: ten minutes of them. */
const POLLS = 40;

/** Records reads of an issue until its conversion is over. */
export const polled = (s: Script, created: Handle): Handle<Exchange[]> =>
  s.repeat(POLLS, (each) => void readIssue(each, created), {
    first: seconds(2),
    every: seconds(15),
    until: {at: '/conversion_status', in: [DONE]},
  });

/** The status of a conversion, where an issue shows it. */
export const statusOf = (issue: IssueRow | undefined): unknown => issue?.conversion_status;

/** The status of a conversion, where a read shows it. */
export const statusIn = (read: Exchange): unknown =>
  read.situations.includes('issue') ? statusOf(issueIn(read)) : undefined;
