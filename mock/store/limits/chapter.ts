import type {Chapter} from '../../chapter.ts';

export const limits: Chapter = {
  name: 'store/limits',
  numbers: {
    'store.limits.requests_per_minute': 60,
    'store.limits.token_reads_per_day': 2000,
    'store.limits.store_reads_per_day': 5000,
  },
  refusals: {
    'rate-limited': 'Too many requests in a minute.',
    'quota-spent': 'The daily reads are spent.',
  },
};
