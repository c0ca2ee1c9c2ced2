import type {Foundation} from '../../language/foundation.ts';

const LIMITS = 'store.limits';

/** Rules whose checks need working daily quotas. */
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
  // If the minute limit refuses nothing, or not with 429, the other rules about it cannot be
  // judged.
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
  // If the limit lasts longer than a minute, all later requests of these checks are refused, too.
  {
    rule: `${LIMITS}.minute-passes`,
    spoils: [`${LIMITS}.sixty-a-minute`, ...DAILY, ...QUOTAS],
  },
  // If requests are counted separately or not at all, more than sixty are served.
  ...['counted-per-token', 'reads-and-writes-count-together'].map((key) => ({
    rule: `${LIMITS}.${key}`,
    spoils: [`${LIMITS}.sixty-a-minute`],
  })),
  // If a quota refuses in another way, it does so for the token and for the store.
  {
    rule: `${LIMITS}.two-thousand-reads-a-token`,
    spoils: [`${LIMITS}.five-thousand-reads-a-store`, ...DAILY],
  },
  {rule: `${LIMITS}.five-thousand-reads-a-store`, spoils: DAILY},
  // The headers of the limit are usually sent together or missing together.
  {
    rule: `${LIMITS}.limit-header-is-60`,
    spoils: [
      `${LIMITS}.remaining-header-is-a-count`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
    ],
  },
  // The check uses the remaining number to see whether the limit is used up.
  ...['remaining-header-is-a-count', 'remaining-falls'].map((key) => ({
    rule: `${LIMITS}.${key}`,
    spoils: [`${LIMITS}.reset-is-absent-before`],
  })),
  {
    rule: `${LIMITS}.reset-header-comes-with-the-refusal`,
    spoils: [`${LIMITS}.reset-lies-within-the-minute`],
  },
  // If writes count, the quota is used up before the reads that would show its headers.
  {
    rule: `${LIMITS}.writes-are-not-counted`,
    spoils: [`${LIMITS}.reset-header-comes-with-the-refusal`],
  },
];
