import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../check.ts';
import {isRefusedByLimit} from '../../judge.ts';
import {lastOf} from '../../rows.ts';
import {unlessBroken} from '../blocked-by.ts';

/** What the refusals of the two limits look like, and what they block where one does not work. */

/** The rule that says how many requests a minute are served. */
export const SIXTY = 'store.limits.sixty-a-minute';

/**
 * Seconds that a refusal of the minute can have in its `Retry-After`: a minute, and as much again,
 * since a deployment may count a minute too long. The end of a day is rarely so near.
 */
const LONGEST_WAIT = 120;

/** Seconds until the instant that `Retry-After` names, in seconds or as a date (RFC 9110, 10.2.3). */
function waitOf({headers, gotAt}: Exchange): number | undefined {
  const after = headers['retry-after'];
  if (after === undefined) return undefined;
  if (/^\d+$/.test(after)) return Number(after);
  const now = Date.parse(headers['date'] ?? '') || gotAt;
  return (Date.parse(after) - now) / 1000;
}

/**
 * Whether a refusal is surely that of a daily quota: it asks for more than a minute of patience.
 * Both limits answer 429, without a reason; only the quotas have to say when they end.
 */
export const isOfTheDay = (exchange: Exchange): boolean =>
  isRefusedByLimit(exchange) && (waitOf(exchange) ?? 0) > LONGEST_WAIT;

/** A judgement of what follows upon a burst: without a refusal at its end there is no limit. */
export const whenLimited = (burst: Exchange[], judgement: () => Judgement): Judgement =>
  unlessBroken(
    isRefusedByLimit(lastOf(burst)),
    SIXTY,
    `none of ${burst.length} requests without a pause was refused with 429`,
    judgement,
  );
