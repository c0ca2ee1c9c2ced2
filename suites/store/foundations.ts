import type {Foundation} from '../check.ts';
import {ISSUE_FOUNDATIONS} from './issue-foundations.ts';
import {ORDER_FOUNDATIONS} from './order-foundations.ts';
import {READING_FOUNDATIONS} from './reading-foundations.ts';
import {UPLOAD_FOUNDATIONS} from './upload-foundations.ts';

const USERS = 'store.users';
const LIMITS = 'store.limits';
const ACCESS = 'store.access';
const EVENTS = 'store.events';
const ORDERS = 'store.orders';

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

/** What is judged with users whom an update changed, or tried to change. */
const UPDATING = [
  'update-answers-200-or-204',
  'unknown-is-not-found',
  'email-is-required',
  'email-must-be-valid',
  'external-id-is-required',
  'password-is-8-to-255',
  'sessions-limit-is-1-to-999999',
  'plan-end-is-a-date',
  'flags-must-be-boolean',
  'only-sees-readable-is-required-on-update',
  'assigned-plan-is-given',
  'email-is-unique',
  'external-id-cannot-change',
  'external-id-change-changes-nothing',
  'external-id-change-is-called-prohibited',
  'own-external-id-is-accepted',
  'refused-update-changes-nothing',
  'update-is-kept',
  'query-admins-lists-admins-only',
].map((key) => `${USERS}.${key}`);

/** What is judged with users who are active. */
const ACTIVE = [
  `${LIMITS}.refused-has-no-effect`,
  ...[
    'deleted-at-is-null-while-active',
    'refused-anonymize-changes-nothing',
    'reactivating-an-active-user-changes-nothing',
    'list-without-query-is-unfiltered',
    'update-needs-no-optional-member',
    'others-stay-as-they-are',
  ].map((key) => `${USERS}.${key}`),
];

/** What is judged with users who were deactivated. */
const DEACTIVATING = [
  `${ACCESS}.refusal-without-token-has-no-effect`,
  `${ACCESS}.foreign-write-has-no-effect`,
  ...[
    'deleted-at-is-set-while-deactivated',
    'reactivate-answers-200',
    'query-deactivated-lists-deactivated-only',
    'deactivation-keeps-the-person',
    'deactivated-cannot-log-in',
    'deactivated-can-be-reactivated',
    'deactivated-can-be-anonymized',
    'reactivated-leaves-the-deactivated',
    'deactivating-twice-changes-nothing',
    'force-logout-keeps-the-state',
    'anonymize-false-only-deactivates',
    // One of those who are anonymized was deactivated and reactivated before.
    'active-can-be-anonymized',
  ].map((key) => `${USERS}.${key}`),
];

/** What is judged with users who were anonymized. */
const ANONYMIZING = [
  'anonymizing-replaces-the-email',
  'anonymizing-clears-the-name',
  'anonymizing-clears-the-external-id',
  'anonymizing-sets-the-flag',
  'old-email-finds-nobody',
  'anonymized-cannot-be-reactivated',
  'anonymization-is-irreversible',
  'deactivating-an-anonymized-user-changes-nothing',
].map((key) => `${USERS}.${key}`);

/** The rules of the store without which others cannot be judged. */
export const STORE_FOUNDATIONS: readonly Foundation[] = [
  ...ISSUE_FOUNDATIONS,
  ...UPLOAD_FOUNDATIONS,
  ...ORDER_FOUNDATIONS,
  ...READING_FOUNDATIONS,
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
      `${ACCESS}.token-is-accepted`,
      `${ACCESS}.workspace-key-is-refused`,
      `${ACCESS}.missing-token-comes-first`,
      `${ACCESS}.refusal-without-token-has-no-effect`,
    ],
  },
  // A token that is no longer valid is refused like one that never was.
  ...['missing-token-is-refused', 'unknown-token-is-refused'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.deleted-token-is-refused`, `${ACCESS}.regenerated-token-replaces-the-old`],
  })),
  // A failure that has not the general shape lacks all its members.
  {
    rule: `${ACCESS}.failure-has-code`,
    spoils: [`${ACCESS}.failure-has-message`, `${ACCESS}.failure-has-errors-by-field`],
  },
  // What is served is JSON when any success, or any failure, is.
  ...['success-is-json', 'failure-is-json'].map((key) => ({
    rule: `${ACCESS}.${key}`,
    spoils: [`${ACCESS}.json-requests-are-served`],
  })),
  // Where one store changes the users of another, all of them are in one place.
  {
    rule: `${ACCESS}.foreign-write-has-no-effect`,
    spoils: [`${ACCESS}.list-shows-own-only`, `${USERS}.uniqueness-ends-at-the-store`],
  },
  // Fields that are refused though they are right stand beside the one that is wrong.
  ...[
    `${ACCESS}.failure-has-errors-by-field`,
    `${USERS}.email-is-unique`,
    `${USERS}.external-id-is-unique`,
    `${USERS}.own-external-id-is-accepted`,
    `${USERS}.create-needs-no-optional-member`,
    `${USERS}.update-needs-no-optional-member`,
  ].map((rule) => ({rule, spoils: [`${ACCESS}.errors-name-the-failing-field`]})),
  {
    rule: `${USERS}.update-needs-no-optional-member`,
    spoils: [...UPDATING, `${USERS}.uniqueness-ends-at-the-store`],
  },
  {rule: `${USERS}.update-answers-200-or-204`, spoils: [`${USERS}.assigned-plan-is-given`]},
  // Most requests name no optional member.
  {
    rule: `${USERS}.create-needs-no-optional-member`,
    spoils: [
      `${ACCESS}.token-is-accepted`,
      `${ACCESS}.operations-stand-under-the-prefix`,
      `${ACCESS}.json-requests-are-served`,
      ...['assigned-plan-is-given', 'plan-end-is-a-date', 'parallel-creates-stay-unique'].map(
        (key) => `${USERS}.${key}`,
      ),
    ],
  },
  // A user is looked up by the email.
  {
    rule: `${USERS}.query-by-email-finds-that-user-only`,
    spoils: [
      `${ACCESS}.refusal-without-token-has-no-effect`,
      `${ACCESS}.list-shows-own-only`,
      `${LIMITS}.refused-has-no-effect`,
      ...[
        'nothing-found-answers-404',
        'old-email-finds-nobody',
        'others-stay-as-they-are',
        'refused-create-makes-nobody',
        'refused-update-changes-nothing',
        'update-is-kept',
      ].map((key) => `${USERS}.${key}`),
    ],
  },
  // A value within its bounds that is refused, or a flag that is lost, is not as it was given.
  ...['external-id-is-at-most-64', 'flags-given-are-kept', 'sessions-limit-is-1-to-999999'].map(
    (key) => ({rule: `${USERS}.${key}`, spoils: [`${USERS}.created-is-as-given`]}),
  ),
  {
    rule: `${USERS}.flags-given-are-kept`,
    spoils: [`${USERS}.query-admins-lists-admins-only`],
  },
  {
    rule: `${USERS}.deactivated-can-be-reactivated`,
    spoils: [
      'deactivated-cannot-log-in',
      'reactivated-leaves-the-deactivated',
      'active-can-be-anonymized',
    ].map((key) => `${USERS}.${key}`),
  },
  {rule: `${USERS}.deactivation-deactivates`, spoils: DEACTIVATING},
  {rule: `${USERS}.active-can-be-anonymized`, spoils: ANONYMIZING},
  {rule: `${USERS}.deactivated-can-be-anonymized`, spoils: ANONYMIZING},
  ...[`${USERS}.active-can-be-anonymized`, `${USERS}.deactivated-can-be-anonymized`].map(
    (rule) => ({
      rule,
      spoils: [`${USERS}.anonymize-takes-true-and-1`],
    }),
  ),
  // By a word that is not taken nobody is anonymized.
  {rule: `${USERS}.anonymize-takes-true-and-1`, spoils: ANONYMIZING},
  // Who was reactivated is anonymized no more.
  {
    rule: `${USERS}.anonymized-cannot-be-reactivated`,
    spoils: [`${USERS}.anonymization-is-irreversible`],
  },
  {
    rule: `${USERS}.anonymizing-replaces-the-email`,
    spoils: [`${USERS}.old-email-finds-nobody`, `${USERS}.anonymization-is-irreversible`],
  },
  ...['clears-the-external-id', 'clears-the-name', 'sets-the-flag'].map((key) => ({
    rule: `${USERS}.anonymizing-${key}`,
    spoils: [`${USERS}.anonymization-is-irreversible`],
  })),
  {
    rule: `${USERS}.created-is-active`,
    spoils: [`${USERS}.deactivation-deactivates`, ...ACTIVE, ...UPDATING, ...DEACTIVATING],
  },
  // That somebody is deactivated is seen by `deleted_at`, and by the list of the deactivated.
  {
    rule: `${USERS}.deleted-at-is-set-while-deactivated`,
    spoils: [
      `${USERS}.query-deactivated-lists-deactivated-only`,
      `${ACCESS}.refusal-without-token-has-no-effect`,
      `${ACCESS}.foreign-write-has-no-effect`,
    ],
  },
  {
    rule: `${USERS}.query-deactivated-lists-deactivated-only`,
    spoils: [
      'reactivated-leaves-the-deactivated',
      'anonymize-takes-true-and-1',
      'force-logout-keeps-the-state',
    ].map((key) => `${USERS}.${key}`),
  },
  // A list that shows other values than those of the creation shows them after every request.
  {
    rule: `${USERS}.created-is-as-given`,
    spoils: [
      `${ACCESS}.malformed-body-is-refused`,
      `${USERS}.anonymize-false-only-deactivates`,
      `${USERS}.anonymizing-replaces-the-email`,
    ],
  },
  {
    rule: `${ACCESS}.failure-has-errors-by-field`,
    spoils: [`${USERS}.external-id-change-is-called-prohibited`],
  },
  // Who was made an admin by an update has to be one; what is lost in a race may be an address.
  {
    rule: `${USERS}.update-is-kept`,
    spoils: [`${USERS}.query-admins-lists-admins-only`, `${USERS}.email-is-unique`],
  },
  {
    rule: `${USERS}.deactivation-keeps-the-person`,
    spoils: ['deactivated-can-be-reactivated', 'anonymize-false-only-deactivates'].map(
      (key) => `${USERS}.${key}`,
    ),
  },
  // What a refused creation stores is shown as it was given.
  {
    rule: `${USERS}.refused-create-makes-nobody`,
    spoils: [
      'has-email',
      'has-external-id',
      'has-flags',
      'has-sessions-limit',
      'email-is-unique',
      'external-id-is-unique',
    ].map((key) => `${USERS}.${key}`),
  },
  // What a refused update stores may lack members, and may be anybody's.
  {
    rule: `${USERS}.refused-update-changes-nothing`,
    spoils: [
      `${ACCESS}.foreign-write-has-no-effect`,
      ...['external-id-change-changes-nothing', 'anonymization-is-irreversible', 'has-email'].map(
        (key) => `${USERS}.${key}`,
      ),
    ],
  },
  {
    rule: `${USERS}.force-logout-keeps-the-state`,
    spoils: [`${USERS}.force-logout-takes-the-external-id`],
  },
  // The clock of the deployment is read from a date object.
  {
    rule: `${USERS}.creation-date-is-one-instant`,
    spoils: [`${LIMITS}.reset-lies-within-the-minute`],
  },
  ...[`${USERS}.email-is-unique`, `${USERS}.external-id-is-unique`].map((rule) => ({
    rule,
    spoils: [`${USERS}.parallel-creates-stay-unique`, `${USERS}.uniqueness-ends-at-the-store`],
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
  // What was accepted though it is invalid is shown as it was given.
  ...[
    ['external-id-is-required', 'has-external-id'],
    ['email-is-required', 'has-email'],
    ['flags-must-be-boolean', 'has-flags'],
    ['sessions-limit-is-1-to-999999', 'has-sessions-limit'],
  ].map(([key, shown]) => ({rule: `${USERS}.${key}`, spoils: [`${USERS}.${shown}`]})),
  // Responses without one header of the limit have none of them.
  {
    rule: `${LIMITS}.limit-header-is-60`,
    spoils: [
      `${LIMITS}.remaining-header-is-a-count`,
      `${LIMITS}.reset-header-comes-with-the-refusal`,
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
  // A member that is missing, or has another form, is not another value.
  {
    rule: `${USERS}.has-flags`,
    spoils: [
      `${USERS}.flags-given-are-kept`,
      `${USERS}.update-is-kept`,
      `${USERS}.query-admins-lists-admins-only`,
    ],
  },
  {
    rule: `${USERS}.listed-only-sees-readable-may-be-a-number`,
    spoils: [`${USERS}.flags-given-are-kept`, `${USERS}.update-is-kept`],
  },
  ...['has-email', 'has-external-id', 'has-sessions-limit'].map((key) => ({
    rule: `${USERS}.${key}`,
    spoils: [
      `${USERS}.created-is-as-given`,
      `${USERS}.update-is-kept`,
      `${USERS}.external-id-change-changes-nothing`,
      `${USERS}.deactivation-keeps-the-person`,
    ],
  })),
  {
    rule: `${USERS}.has-external-id`,
    spoils: [
      'anonymizing-clears-the-external-id',
      'anonymization-is-irreversible',
      'anonymize-false-only-deactivates',
    ].map((key) => `${USERS}.${key}`),
  },
  {
    rule: `${USERS}.has-email`,
    spoils: [
      'anonymizing-replaces-the-email',
      'anonymization-is-irreversible',
      'anonymize-false-only-deactivates',
      'deactivating-twice-changes-nothing',
    ].map((key) => `${USERS}.${key}`),
  },
  // Whether a refused write changed anything is seen by the flag and the limit that it gives.
  ...['has-flags', 'has-sessions-limit'].map((key) => ({
    rule: `${USERS}.${key}`,
    spoils: [
      `${ACCESS}.refusal-without-token-has-no-effect`,
      `${ACCESS}.foreign-write-has-no-effect`,
      `${LIMITS}.refused-has-no-effect`,
      `${USERS}.refused-update-changes-nothing`,
    ],
  })),
  ...[
    'deleted-at-is-null-while-active',
    'dates-are-iso-strings-in-lists',
    'list-item-has-counts',
    'list-item-has-lists',
  ].map((key) => ({
    rule: `${USERS}.${key}`,
    spoils: [
      `${USERS}.deleted-at-is-set-while-deactivated`,
      `${USERS}.list-item-has-day-of-creation`,
      `${USERS}.assigned-plan-is-given`,
    ],
  })),
  {
    rule: `${USERS}.dates-are-objects-on-create`,
    spoils: [`${USERS}.creation-date-is-one-instant`],
  },
  {
    rule: `${USERS}.dates-are-iso-strings-in-lists`,
    spoils: [`${USERS}.creation-date-is-one-instant`],
  },
  // A sale that is not pending at first cannot be seen to be approved by its payment.
  {
    rule: `${ORDERS}.sale-is-pending-at-first`,
    spoils: [`${ORDERS}.unpaid-order-is-not-approved`, `${EVENTS}.approved-sale-mails-the-user`],
  },
  // Where nobody is created, or everybody twice, reports and parallel orders do no better.
  {
    rule: `${ORDERS}.unknown-user-is-created`,
    spoils: [`${ORDERS}.unknown-user-of-a-report-may-be-created`],
  },
  {
    rule: `${ORDERS}.known-user-is-not-created-again`,
    spoils: [`${ORDERS}.parallel-orders-create-one-user`],
  },
  // An order that is shown by the id of another is not found by it.
  {
    rule: `${ORDERS}.ids-differ`,
    spoils: [`${ORDERS}.same-reference-twice-is-consistent`],
  },
  // What is told of a payment, to the buyer and to the shop, is judged by what it does to the order.
  ...['payment-approves-the-order', 'unpaid-order-is-not-approved'].map((key) => ({
    rule: `${ORDERS}.${key}`,
    spoils: [
      `${ORDERS}.redirect-agrees-with-the-order`,
      `${EVENTS}.approved-sale-mails-the-user`,
      `${EVENTS}.sale-mail-can-be-switched-off`,
    ],
  })),
  // Without its token a checkout URL leads nowhere.
  {
    rule: `${ORDERS}.checkout-url-carries-the-token`,
    spoils: [`${ORDERS}.checkout-opens-within-its-ttl`, `${ORDERS}.token-signs-the-buyer-in`],
  },
];
