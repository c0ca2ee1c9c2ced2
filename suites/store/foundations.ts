import type {Foundation} from '../check.ts';

const USERS = 'store.users';
const LIMITS = 'store.limits';
const ACCESS = 'store.access';

/** What the daily quotas are judged by. */
const DAILY = [
  'head-counts-as-read',
  'writes-are-not-counted',
  'day-rolls',
  'store-quota-is-per-store',
  'versions-count-apart',
  'quota-refusal-has-retry-after',
].map((key) => `${LIMITS}.${key}`);

/** The rules of the store without which others cannot be judged. */
export const STORE_FOUNDATIONS: readonly Foundation[] = [
  // Nothing can be said of the minute where it refuses nobody, or not with 429.
  {
    rule: `${LIMITS}.sixty-a-minute`,
    spoils: [
      `${LIMITS}.minute-passes`,
      `${LIMITS}.refused-has-no-effect`,
      `${LIMITS}.minute-refusal-may-have-retry-after`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
      `${LIMITS}.reset-lies-within-the-minute`,
      `${LIMITS}.reset-is-absent-before`,
      `${LIMITS}.remaining-falls-by-one`,
    ],
  },
  // Requests that are counted elsewhere, or not at all, are missing among the sixty.
  ...['counted-per-token', 'reads-and-writes-count-together'].map((key) => ({
    rule: `${LIMITS}.${key}`,
    spoils: [`${LIMITS}.sixty-a-minute`],
  })),
  {rule: `${LIMITS}.two-thousand-reads-a-token`, spoils: DAILY},
  {rule: `${LIMITS}.five-thousand-reads-a-store`, spoils: DAILY},
  // The headers of the limit are written together, or left out together.
  {
    rule: `${LIMITS}.limit-header-is-60`,
    spoils: [
      `${LIMITS}.remaining-header-is-a-count`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
    ],
  },
  {
    rule: `${LIMITS}.remaining-header-is-a-count`,
    spoils: [`${LIMITS}.reset-is-absent-before`],
  },
  {
    rule: `${LIMITS}.reset-header-comes-with-the-refusal`,
    spoils: [`${LIMITS}.reset-lies-within-the-minute`],
  },
  // A write that is refused for a reason of its own is not refused for the reads.
  ...[
    'create-answers-201',
    'update-answers-200-or-204',
    'deactivate-answers-200',
    'reactivate-answers-200',
    'force-logout-answers-200',
    'email-is-unique',
    'own-external-id-is-accepted',
    'update-needs-no-optional-member',
  ].map((key) => ({rule: `${USERS}.${key}`, spoils: [`${LIMITS}.writes-are-not-counted`]})),
  {
    rule: `${ACCESS}.missing-token-is-refused`,
    // What is served without a token is served with a wrong one, too.
    spoils: [
      `${ACCESS}.unknown-token-is-refused`,
      `${ACCESS}.workspace-key-is-refused`,
      `${ACCESS}.missing-token-comes-first`,
      `${ACCESS}.refusal-without-token-has-no-effect`,
    ],
  },
  {rule: `${ACCESS}.foreign-is-not-found`, spoils: [`${ACCESS}.foreign-write-has-no-effect`]},
  // Fields that are refused though they are right stand beside the one that is wrong.
  ...[
    `${ACCESS}.failure-has-errors-by-field`,
    `${USERS}.email-is-unique`,
    `${USERS}.external-id-is-unique`,
    `${USERS}.own-external-id-is-accepted`,
  ].map((rule) => ({rule, spoils: [`${ACCESS}.errors-name-the-failing-field`]})),
  ...[`${USERS}.email-is-unique`, `${USERS}.external-id-is-unique`].map((rule) => ({
    rule,
    spoils: [`${USERS}.parallel-creates-stay-unique`],
  })),
  // That nobody has an external id any more is seen by the answer for an unknown one.
  {
    rule: `${USERS}.unknown-is-not-found`,
    spoils: [
      `${ACCESS}.foreign-is-not-found`,
      `${ACCESS}.foreign-write-has-no-effect`,
      `${USERS}.force-logout-takes-the-external-id`,
      `${USERS}.anonymizing-clears-the-external-id`,
      `${USERS}.anonymization-is-irreversible`,
    ],
  },
  {
    rule: `${USERS}.deactivation-deactivates`,
    spoils: [
      `${ACCESS}.refusal-without-token-has-no-effect`,
      `${ACCESS}.foreign-write-has-no-effect`,
      `${USERS}.deactivation-keeps-the-person`,
      `${USERS}.force-logout-keeps-the-state`,
      `${USERS}.reactivate-answers-200`,
    ],
  },
  {
    rule: `${USERS}.external-id-cannot-change`,
    spoils: [
      `${USERS}.external-id-change-is-called-prohibited`,
      `${USERS}.external-id-change-changes-nothing`,
    ],
  },
  ...['external-id', 'name', 'email'].map((member) => ({
    rule: `${USERS}.anonymizing-${member === 'email' ? 'replaces' : 'clears'}-the-${member}`,
    spoils: [`${USERS}.anonymization-is-irreversible`],
  })),
  {
    rule: `${USERS}.has-flags`,
    spoils: [`${USERS}.flags-given-are-kept`, `${USERS}.update-is-kept`],
  },
];
