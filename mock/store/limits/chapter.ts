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
    /** How the minute is counted: `sliding`, `fixed`, `aligned` or a token `bucket` (NS-ST-72). */
    'store.limits.window': 'sliding',
    /**
     * First response of a minute with `X-RateLimit-Reset`: the last one that is served
     * (`last_served`) or the 429 (`refusal`) (NS-ST-74).
     */
    'store.limits.reset_from': 'last_served',
    /** A 429 of the minute has the header `Retry-After` too (NS-ST-73). */
    'store.limits.minute_retry_after': false,
    /** Reads that are refused on a spent day count as well (NS-ST-75). */
    'store.limits.refused_reads_counted': false,
    /** HEAD is served like GET (`as_get`) or answered 405 (`refused`) (NS-ST-76). */
    'store.limits.head': 'as_get',
  },
  refusals: {
    'rate-limited': 'Too many requests in a minute.',
    'quota-spent': 'The daily reads are spent.',
  },
};
