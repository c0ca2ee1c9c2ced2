import type {Context} from '../types.ts';
import {isAudio} from './shelve.ts';
import type {Conversion, Issue} from './types.ts';

/** How long the conversion of a file takes, in milliseconds. */
export function conversionTime(issue: Issue): number {
  if (issue.physical !== null) return 0;
  if (isAudio(issue)) return 50_000;
  return issue.extension === 'pdf' ? 25_000 : 12_000;
}

/** How far a conversion is, from 0 to 1. */
function shareDone({now}: Context, {since, takes}: Conversion): number {
  if (since === null) return 0;
  return takes === 0 ? 1 : Math.min(1, (now() - since) / takes);
}

/** The state of a conversion: its name, and how far it is. */
export function conversionState(context: Context, issue: Issue): {status: string; share: number} {
  const share = shareDone(context, issue.conversion);
  const {since} = issue.conversion;
  if (since === null) return {status: 'deferred', share};
  if (share >= 1) return {status: 'done', share};
  return {status: share < 0.2 ? 'started_dispatching_conversion' : 'converting_pages', share};
}

/** Whether a conversion is going on. */
export function isConverting(context: Context, issue: Issue): boolean {
  const {status} = conversionState(context, issue);
  return status !== 'done' && status !== 'deferred';
}
