import type {Foundation} from '../../foundation.ts';

const USERS = 'store.users';
const LIMITS = 'store.limits';
const ACCESS = 'store.access';

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

/** Rules about users without which others cannot be judged. */
export const USER_FOUNDATIONS: readonly Foundation[] = [
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
];
