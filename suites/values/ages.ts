/**
 * Judgements about time go by measured ages: between two requests a run may pause for longer than
 * its steps say, so as to stay below a limit.
 */

import type {Exchange} from '../../spec/exchange.ts';

/** How much time lies between two events, in milliseconds. */
export interface Age {
  least: number;
  most: number;
}

/** When a request was sent and how long its response took, by the clock that the deployment reads. */
export const spanOf = ({sentAt, gotAt, targetTime}: Exchange): {sent: number; took: number} =>
  targetTime === undefined ? {sent: sentAt, took: gotAt - sentAt} : {sent: targetTime, took: 0};

/**
 * The age that what one response brought had when another request was served: each of both events
 * lies somewhere between its request and its response.
 */
export function ageAt(later: Exchange, earlier: Exchange): Age {
  const [made, used] = [spanOf(earlier), spanOf(later)];
  return {
    least: used.sent - (made.sent + made.took),
    most: used.sent + used.took - made.sent,
  };
}

/** Milliseconds by which an end may lie elsewhere, for example since it is told in seconds. */
export const CLOCK_TOLERANCE_MS = 2000;

/**
 * How long before an end something is used that has to work still: requests and hooks may take seconds more than the
 * tolerance, and an end that is 10 seconds off is noticed.
 */
export const BEFORE_AN_END_MS = 7000;

/** How long after an end something is used that has to be over. */
export const AFTER_AN_END_MS = 5000;

/** On which side of an end something happened: where it was too near to the end, both are right. */
export type SideOfEnd = 'before' | 'near' | 'after';

/** On which side of an end, as an age in milliseconds, an age surely lies. */
export function sideOf({least, most}: Age, end: number): SideOfEnd {
  if (most <= end - CLOCK_TOLERANCE_MS) return 'before';
  return least >= end + CLOCK_TOLERANCE_MS ? 'after' : 'near';
}

/** Whether a link was surely older than its lifetime, in milliseconds, when it was used. */
export const hasExpired = (minted: Exchange, used: Exchange, lifetime: number): boolean =>
  sideOf(ageAt(used, minted), lifetime) === 'after';
