import type {Foundation} from '../../foundation.ts';

const USERS = 'store.users';
const LIMITS = 'store.limits';
const ACCESS = 'store.access';

/** Rules whose checks update users. */
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

/** Rules whose checks need active users. */
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

/** Rules whose checks deactivate users. */
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
    // One of the anonymized users was deactivated and reactivated before.
    'active-can-be-anonymized',
  ].map((key) => `${USERS}.${key}`),
];

/** Rules whose checks anonymize users. */
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
  // If a write is refused for another reason, it does not show whether writes are counted.
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
  // Most requests have no optional members.
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
  // The checks search users by email.
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
  // If a valid value is refused or a flag is lost, the user does not have the given values.
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
  // If a value of `anonymize` is not accepted, no user is anonymized.
  {rule: `${USERS}.anonymize-takes-true-and-1`, spoils: ANONYMIZING},
  // A reactivated user is no longer anonymized.
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
  // The checks use `deleted_at` and the list of deactivated users to see whether a user is
  // deactivated.
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
  // If the list shows wrong values after a creation, it does so after every request.
  {
    rule: `${USERS}.created-is-as-given`,
    spoils: [
      `${ACCESS}.malformed-body-is-refused`,
      `${USERS}.anonymize-false-only-deactivates`,
      `${USERS}.anonymizing-replaces-the-email`,
    ],
  },
  // Users become admins by updates, and a race may lose an address.
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
  // If a refused creation is stored, its invalid values are shown.
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
  // If a refused update is stored, members may be missing, and it may be on users of another store.
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
  // The check reads the clock of the deployment from a date object.
  {
    rule: `${USERS}.creation-date-is-one-instant`,
    spoils: [`${LIMITS}.reset-lies-within-the-minute`],
  },
  ...[`${USERS}.email-is-unique`, `${USERS}.external-id-is-unique`].map((rule) => ({
    rule,
    spoils: [`${USERS}.parallel-creates-stay-unique`, `${USERS}.uniqueness-ends-at-the-store`],
  })),
  // The checks use the answer to an unknown external_id to see that no user has it any more.
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
  // If an invalid value is accepted, it is shown as it was given.
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
  // If a member is missing or has another form, its value is not judged.
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
  // The checks use a flag and a limit to see whether a refused write changed anything.
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
