import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.limits');

/** Rules whose checks need working daily quotas. */
const DAILY = [
  'head-counts-as-read',
  'writes-are-not-counted',
  'day-rolls',
  'store-quota-is-per-store',
  'versions-count-apart',
  'quota-refusal-has-retry-after',
];

/** The daily quotas themselves. */
const QUOTAS = ['two-thousand-reads-a-token', 'five-thousand-reads-a-store'];

/** Rules about the minute and the daily quotas without which others cannot be judged. */
export const LIMIT_FOUNDATIONS: readonly Foundation[] = [
  // If the minute limit refuses nothing, or not with 429, the other rules about it cannot be
  // judged.
  foundation('sixty-a-minute', [
    'refused-has-no-effect',
    'minute-refusal-may-have-retry-after',
    'reset-header-comes-with-the-refusal',
    'reset-lies-within-the-minute',
    'reset-is-absent-before',
    'remaining-falls',
    'remaining-falls-by-one',
    ...DAILY,
    ...QUOTAS,
  ]),
  // If the limit lasts longer than a minute, all later requests of these checks are refused, too.
  foundation('minute-passes', ['sixty-a-minute', ...DAILY, ...QUOTAS]),
  // If requests are counted separately or not at all, more than sixty are served.
  foundation(['counted-per-token', 'reads-and-writes-count-together'], ['sixty-a-minute']),
  // If a quota refuses in another way, it does so for the token and for the store.
  foundation('two-thousand-reads-a-token', ['five-thousand-reads-a-store', ...DAILY]),
  foundation('five-thousand-reads-a-store', DAILY),
  // The headers of the limit are usually sent together or missing together.
  foundation('limit-header-is-60', [
    'remaining-header-is-a-count',
    'reset-header-comes-with-the-refusal',
  ]),
  // The check uses the remaining number to see whether the limit is used up.
  foundation(['remaining-header-is-a-count', 'remaining-falls'], ['reset-is-absent-before']),
  foundation('reset-header-comes-with-the-refusal', ['reset-lies-within-the-minute']),
  // If writes count, the quota is used up before the reads that would show its headers.
  foundation('writes-are-not-counted', ['reset-header-comes-with-the-refusal']),
].flat();
