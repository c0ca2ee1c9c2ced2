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
    'store.limits.window': {
      values: ['sliding', 'fixed', 'aligned', 'bucket'],
      meaning: 'How the minute is measured: `sliding`, `fixed`, `aligned` or a token `bucket`.',
      open: ['NS-ST-72'],
    },
    'store.limits.reset_from': {
      values: ['last_served', 'refusal'],
      meaning:
        'The first response of a minute with `X-RateLimit-Reset`: the last one that is served (`last_served`) or the 429 (`refusal`).',
      open: ['NS-ST-74'],
    },
    'store.limits.minute_retry_after': {
      values: [false, true],
      meaning: 'Whether a 429 of the minute also has the header `Retry-After`.',
      open: ['NS-ST-73'],
    },
    'store.limits.refused_reads_counted': {
      values: [false, true],
      meaning: 'Whether reads that are refused because of the daily quota count as well.',
      open: ['NS-ST-75'],
    },
    'store.limits.head': {
      values: ['as_get', 'refused'],
      meaning: 'Whether HEAD is served like GET (`as_get`) or refused with 405 (`refused`).',
      open: ['NS-ST-76'],
    },
  },
  refusals: {
    'rate-limited': 'Too many requests in a minute.',
    'quota-spent': 'The daily reads are spent.',
  },
};
