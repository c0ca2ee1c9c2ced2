import type {Foundation} from '../../foundation.ts';

const LIMITS = 'store.limits';

/** What the daily quotas are judged by. */
const DAILY = [
  'head-counts-as-read',
  'writes-are-not-counted',
  'day-rolls',
  'store-quota-is-per-store',
  'versions-count-apart',
  'quota-refusal-has-retry-after',
].map((key) => `${LIMITS}.${key}`);

/** The daily quotas themselves. */
const QUOTAS = ['two-thousand-reads-a-token', 'five-thousand-reads-a-store'].map(
  (key) => `${LIMITS}.${key}`,
);

/** Rules about the minute and the daily quotas without which others cannot be judged. */
export const LIMIT_FOUNDATIONS: readonly Foundation[] = [
  // Nothing can be said of the minute where it refuses nobody, or not with 429.
  {
    rule: `${LIMITS}.sixty-a-minute`,
    spoils: [
      `${LIMITS}.refused-has-no-effect`,
      `${LIMITS}.minute-refusal-may-have-retry-after`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
      `${LIMITS}.reset-lies-within-the-minute`,
      `${LIMITS}.reset-is-absent-before`,
      `${LIMITS}.remaining-falls`,
      `${LIMITS}.remaining-falls-by-one`,
      ...DAILY,
      ...QUOTAS,
    ],
  },
  // Who is kept waiting after the minute is kept from all that is judged afterwards.
  {
    rule: `${LIMITS}.minute-passes`,
    spoils: [`${LIMITS}.sixty-a-minute`, ...DAILY, ...QUOTAS],
  },
  // Requests that are counted elsewhere, or not at all, are missing among the sixty.
  ...['counted-per-token', 'reads-and-writes-count-together'].map((key) => ({
    rule: `${LIMITS}.${key}`,
    spoils: [`${LIMITS}.sixty-a-minute`],
  })),
  // A quota that refuses in another way does so for the token and for the store.
  {
    rule: `${LIMITS}.two-thousand-reads-a-token`,
    spoils: [`${LIMITS}.five-thousand-reads-a-store`, ...DAILY],
  },
  {rule: `${LIMITS}.five-thousand-reads-a-store`, spoils: DAILY},
  // The headers of the limit are written together, or left out together.
  {
    rule: `${LIMITS}.limit-header-is-60`,
    spoils: [
      `${LIMITS}.remaining-header-is-a-count`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
    ],
  },
  // Whether the limit is exhausted is seen by what remains.
  ...['remaining-header-is-a-count', 'remaining-falls'].map((key) => ({
    rule: `${LIMITS}.${key}`,
    spoils: [`${LIMITS}.reset-is-absent-before`],
  })),
  {
    rule: `${LIMITS}.reset-header-comes-with-the-refusal`,
    spoils: [`${LIMITS}.reset-lies-within-the-minute`],
  },
  // A quota that writes spend is spent before the reads that would show its headers.
  {
    rule: `${LIMITS}.writes-are-not-counted`,
    spoils: [`${LIMITS}.reset-header-comes-with-the-refusal`],
  },
];
