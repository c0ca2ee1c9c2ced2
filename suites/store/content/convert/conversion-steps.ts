/** The steps that wait for a conversion, and the status of a conversion in responses. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {notApplicable, notExercised, nothing, whenTimely} from '../../../language/judge.ts';
import {lastOf} from '../../../language/rows.ts';
import {hours, longerPauses, seconds, type Handle, type Script} from '../../../language/script.ts';
import {issueIn, type IssueRow} from '../../issue-rows.ts';
import {readIssue} from '../../issuing.ts';
import {expectListed, expectNotListed, rowOf} from '../shown.ts';

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

/** Longer than any conversion takes. */
export const CONVERSION_TIME_MS = hours(24);

/** An issue between reads, and the lists of conversions. */
interface UnderWay {
  created: Exchange;
  /** Reads before and after the lists. */
  reads: Exchange[];
  converting: Exchange | Exchange[];
  deferred: Exchange | Exchange[];
}

/**
 * An issue whose conversion was in progress before and after the lists is listed as converting or
 * deferred. If the pacer paused between the requests, the scene is run again.
 */
export function expectListedMeanwhile(
  {created, reads, converting, deferred}: UnderWay,
  branch = 'not listed meanwhile',
): Judgement {
  const shown = [issueIn(created), ...reads.map(issueIn)];
  // The document says nothing of the time of a conversion: nothing is listed where it takes none.
  if (shown.every((issue) => statusOf(issue) === DONE))
    return notApplicable('a conversion is over when the creation is answered');
  const isUnderWay = reads.every((read) => statusIn(read) === STARTED);
  return whenTimely(isUnderWay, `the issue was not shown as ${STARTED}`, () =>
    rowOf(deferred, created) ? nothing() : expectListed(converting, created, branch),
  );
}

/** An issue with a finished conversion is not in a list of conversions. */
export const expectUnlistedOnceDone = (
  list: Exchange[],
  created: Exchange,
  polls: Exchange[],
): Judgement =>
  statusIn(lastOf(polls)) === DONE
    ? expectNotListed(list, created, 'listed though it is done')
    : notExercised(NOT_DONE);
