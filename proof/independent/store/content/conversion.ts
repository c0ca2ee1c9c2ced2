import {MINUTE} from '../time.ts';
import type {Context} from '../types.ts';
import {isAudio} from './shelve.ts';
import type {Conversion, Issue} from './types.ts';

/** How long the conversion of a file takes, in milliseconds. */
export function conversionTime(issue: Issue): number {
  if (issue.physical !== null) return 0;
  if (isAudio(issue)) return 80_000;
  return issue.extension === 'pdf' ? 45_000 : 30_000;
}

/** Whether a faulty server never ends a conversion. */
function isStuck({faults}: Context, issue: Issue): boolean {
  if (issue.conversion.takes === 0) return false;
  if (faults.has('conversion-never-done')) return true;
  if (faults.has('conversion-audio-never-done') && isAudio(issue)) return true;
  if (faults.has('conversion-second-lost') && issue.history.includes('in-a-row')) return true;
  return faults.has('conversion-resumed-never-done') && issue.history.includes('resumed');
}

/** How long conversions take on servers that are fast or slow, in milliseconds. */
function timeOf({variants}: Context): number | null {
  if (variants.has('conversion-done-at-once')) return 0;
  return variants.has('conversion-takes-an-hour') ? 60 * MINUTE : null;
}

/** How far a conversion is, from 0 to 1. */
function shareDone(context: Context, issue: Issue): number {
  const {since, takes: usual}: Conversion = issue.conversion;
  if (since === null) return 0;
  const takes = usual === 0 ? 0 : (timeOf(context) ?? usual);
  const share = takes === 0 ? 1 : Math.min(1, (context.now() - since) / takes);
  return isStuck(context, issue) ? Math.min(share, 0.99) : share;
}

/** The state of a conversion: its name, and how far it is. */
export function conversionState(context: Context, issue: Issue): {status: string; share: number} {
  const share = shareDone(context, issue);
  const {since} = issue.conversion;
  if (since === null) return {status: 'deferred', share};
  if (share >= 1) return {status: 'done', share};
  return {status: share < 0.7 ? 'started_dispatching_conversion' : 'converting_pages', share};
}

/** Whether a conversion is going on. */
export function isConverting(context: Context, issue: Issue): boolean {
  const {status} = conversionState(context, issue);
  const {faults} = context;
  if (faults.has('issues-converting-starting-only')) {
    return status === 'started_dispatching_conversion';
  }
  if (faults.has('issues-converting-with-deferred') && status === 'deferred') return true;
  return status !== 'done' && status !== 'deferred';
}
