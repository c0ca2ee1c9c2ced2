/** The refusals of the two limits, and the judgements that need a working limit. */

import {MINUTE_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {retryAfterMs} from '../../rate-limits/retry-after.ts';
import {lastOf} from '../../language/rows.ts';
import {whenHolds} from '../../language/blocked-by.ts';

/** The rule that says how many requests a minute are served. */
export const SIXTY = 'store.limits.sixty-a-minute';

/**
 * The longest `Retry-After` of a refusal by the minute limit: a minute, and as much again, because a deployment may
 * count a minute too long. The end of a day is rarely so near.
 */
const MAX_MINUTE_WAIT_MS = 2 * MINUTE_MS;

/** Whether the daily quotas count an operation: "writes are not counted" (Limits). */
const isRead = ({op}: Exchange): boolean => /^(get|list)/.test(op);

/**
 * Whether a refusal certainly comes from a daily quota: it asks for a wait of more than a minute.
 * Both limits answer 429 without a reason; only the quotas must say when they end.
 */
export const isFromDailyQuota = (exchange: Exchange): boolean =>
  isRefusedByLimit(exchange) &&
  isRead(exchange) &&
  (retryAfterMs(exchange) ?? 0) > MAX_MINUTE_WAIT_MS;

/** Judges only with a burst that a refusal ends: without one there is no limit. */
export const whenLimited = (burst: Exchange[], judgement: () => Judgement): Judgement =>
  whenHolds(
    isRefusedByLimit(lastOf(burst)),
    SIXTY,
    `none of ${burst.length} requests without a pause was refused with 429`,
    judgement,
  );
