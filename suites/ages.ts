/**
 * Judgements about time go by measured ages: between two requests a run may pause for longer than
 * its steps say, so as to stay below a limit.
 */

import type {Exchange} from '../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {expectOutcome, undecided} from './judge.ts';
import {spanOf} from './rate-limits/limit-kinds.ts';

/** How much time lies between two events, in milliseconds. */
export interface Age {
  least: number;
  most: number;
}

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

/** A presigned link and its use. */
interface UsedLink {
  /** The response that brought the link. */
  minted: Exchange;
  /** The request to it. */
  used: Exchange;
  /** How long it is valid, in milliseconds. */
  lifetime: number;
  /** The situation of its success, such as `stored`. */
  works: string;
}

/** Whether a link was surely older than its lifetime, in milliseconds, when it was used. */
export const hasExpired = (minted: Exchange, used: Exchange, lifetime: number): boolean =>
  ageAt(used, minted).least >= lifetime + CLOCK_TOLERANCE_MS;

/**
 * A presigned link works until its lifetime is over, and then no longer. At an age so near to the
 * end that both would be right nothing is decided.
 * @param dead names that it is refused too early, `alive` that it works for too long
 */
export function expectLifetime(
  {minted, used, lifetime, works}: UsedLink,
  {dead, alive}: {dead: string; alive: string},
): Judgement {
  const {least, most} = ageAt(used, minted);
  if (most <= lifetime - CLOCK_TOLERANCE_MS) return expectOutcome(used, works, dead);
  if (least >= lifetime + CLOCK_TOLERANCE_MS) return expectOutcome(used, 'storage-refused', alive);
  const seconds = [least, most].map((ms) => Math.round(ms / 1000));
  return undecided(`the link was ${seconds.join(' to ')} s old when it was used`);
}
