import {DAY_MS} from '../../../spec/durations.ts';
import type {Chapter} from '../../chapter.ts';

const READS = ['GET', 'HEAD'];

/** The limits on requests in a minute and on reads in a day (Limits). */
export const limits: Chapter = {
  name: 'store/limits',
  numbers: {
    'store.limits.requests_per_minute': 60,
    'store.limits.token_reads_per_day': 2000,
    'store.limits.store_reads_per_day': 5000,
  },
  counters: {
    'store.limits.minute': {by: ['credential'], span: 60_000},
    'store.limits.token_reads': {by: ['credential', 'version'], span: DAY_MS, methods: READS},
    'store.limits.store_reads': {by: ['tenant', 'version'], span: DAY_MS, methods: READS},
  },
  freedoms: {
    /** How the minute is measured: `sliding`, `fixed`, `aligned` or a token `bucket` (NS-ST-72). */
    'store.limits.window': 'sliding',
    /**
     * The first response of a minute with `X-RateLimit-Reset`: the last one that is served (`last_served`) or the 429
     * (`refusal`) (NS-ST-74).
     */
    'store.limits.reset_from': 'last_served',
    /** Whether a 429 of the minute also has the header `Retry-After` (NS-ST-73). */
    'store.limits.minute_retry_after': false,
    /** Whether reads that are refused because of the daily quota count as well (NS-ST-75). */
    'store.limits.refused_reads_counted': false,
    /** Whether HEAD is served like GET (`as_get`) or refused with 405 (`refused`) (NS-ST-76). */
    'store.limits.head': 'as_get',
  },
  refusals: {
    'rate-limited': 'Too many requests in a minute.',
    'quota-spent': 'The daily reads are spent.',
  },
};
