import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.users');

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
];

/** Rules whose checks need active users. */
const ACTIVE = [
  'limits.refused-has-no-effect',
  'deleted-at-is-null-while-active',
  'refused-anonymize-changes-nothing',
  'reactivating-an-active-user-changes-nothing',
  'list-without-query-is-unfiltered',
  'update-needs-no-optional-member',
  'others-stay-as-they-are',
];

/** Rules whose checks deactivate users. */
const DEACTIVATING = [
  'access.refusal-without-token-has-no-effect',
  'access.foreign-write-has-no-effect',
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
];

/** The violations of checks that find another flag than was given. */
const OTHER_FLAG = [
  'admin-updated',
  'another admin in the list',
  "another user's admin changed",
  'refused: admin changed',
];

/** Rules about users without which others cannot be judged. */
export const USER_FOUNDATIONS: readonly Foundation[] = [
  // Rules without which requests do not succeed, or do not show whether they did.

  // If a write is refused for another reason, it does not show whether writes are counted.
  foundation(
    [
      'create-answers-201',
      'update-answers-200-or-204',
      'deactivate-answers-200',
      'reactivate-answers-200',
      'force-logout-answers-200',
      'email-is-unique',
      'own-external-id-is-accepted',
      'update-needs-no-optional-member',
    ],
    ['limits.writes-are-not-counted'],
  ),
  foundation('update-needs-no-optional-member', [...UPDATING, 'uniqueness-ends-at-the-store']),
  foundation('update-answers-200-or-204', ['assigned-plan-is-given']),
  // Most requests have no optional members.
  foundation('create-needs-no-optional-member', [
    'access.token-is-accepted',
    'access.operations-stand-under-the-prefix',
    'access.json-requests-are-served',
    'assigned-plan-is-given',
    'plan-end-is-a-date',
    'parallel-creates-stay-unique',
  ]),
  // The checks search users by email.
  foundation('query-by-email-finds-that-user-only', [
    'access.refusal-without-token-has-no-effect',
    'access.list-shows-own-only',
    'orders.unknown-user-is-created',
    'orders.known-user-is-not-created-again',
    'limits.refused-has-no-effect',
    'has-uuid',
    'created-is-as-given',
    'created-is-active',
    'external-id-change-changes-nothing',
    'nothing-found-answers-404',
    'old-email-finds-nobody',
    'others-stay-as-they-are',
    'refused-create-makes-nobody',
    'refused-update-changes-nothing',
    'update-is-kept',
  ]),
  // If a valid value is refused or a flag is lost, the user does not have the given values.
  foundation(
    ['external-id-is-at-most-64', 'flags-given-are-kept', 'sessions-limit-is-1-to-999999'],
    ['created-is-as-given'],
  ),
  foundation('flags-given-are-kept', ['query-admins-lists-admins-only']),

  // Rules without which a user is not in the state that other checks need.

  foundation('deactivated-can-be-reactivated', [
    'deactivated-cannot-log-in',
    'reactivated-leaves-the-deactivated',
    'active-can-be-anonymized',
  ]),
  foundation('deactivation-deactivates', DEACTIVATING),
  foundation(
    ['active-can-be-anonymized', 'deactivated-can-be-anonymized'],
    [...ANONYMIZING, 'anonymize-takes-true-and-1'],
  ),
  // If a value of `anonymize` is not accepted, no user is anonymized.
  foundation('anonymize-takes-true-and-1', ANONYMIZING),
  // A reactivated user is no longer anonymized.
  foundation('anonymized-cannot-be-reactivated', ['anonymization-is-irreversible']),
  // The requests that may not undo an anonymization include a plain deactivation.
  foundation('deactivating-an-anonymized-user-changes-nothing', [
    'anonymization-is-irreversible',
    'moves-are-the-listed-ones',
  ]),
  // Who is active again by an update may log in again.
  foundation('moves-are-the-listed-ones', ['deactivated-cannot-log-in'], {
    branches: [
      'admitted-with-a-new-password',
      'admitted-with-the-old-password',
      'admitted: deactivated, then updated',
    ],
  }),
  foundation('anonymizing-replaces-the-email', [
    'old-email-finds-nobody',
    'anonymization-is-irreversible',
  ]),
  foundation(
    [
      'anonymizing-clears-the-external-id',
      'anonymizing-clears-the-name',
      'anonymizing-sets-the-flag',
    ],
    ['anonymization-is-irreversible'],
  ),
  foundation('created-is-active', [
    'deactivation-deactivates',
    'refused-create-makes-nobody',
    'has-uuid',
    'created-is-as-given',
    'external-id-is-unique',
    ...ACTIVE,
    ...UPDATING,
    ...DEACTIVATING,
  ]),
  foundation('query-deactivated-lists-deactivated-only', [
    'reactivated-leaves-the-deactivated',
    'anonymize-takes-true-and-1',
    'force-logout-keeps-the-state',
  ]),

  // Rules without which a user does not have the values that other checks expect.

  // If the list shows wrong values after a creation, it does so after every request.
  foundation('created-is-as-given', [
    'access.malformed-body-is-refused',
    'anonymize-false-only-deactivates',
    'anonymizing-replaces-the-email',
  ]),
  // Users become admins by updates, and a race may lose an address.
  foundation('update-is-kept', ['query-admins-lists-admins-only', 'email-is-unique']),
  foundation('deactivation-keeps-the-person', [
    'deactivated-can-be-reactivated',
    'anonymize-false-only-deactivates',
  ]),
  // If a refused creation is stored, the list shows its invalid values.
  foundation(
    'refused-create-makes-nobody',
    ['has-email', 'has-external-id', 'has-flags', 'has-sessions-limit'],
    {operations: ['listUsers']},
  ),
  foundation('refused-create-makes-nobody', ['email-is-unique', 'external-id-is-unique']),
  // If a refused update is stored, members may be missing, and it may be on users of another store.
  foundation('refused-update-changes-nothing', [
    'access.foreign-write-has-no-effect',
    'external-id-change-changes-nothing',
    'anonymization-is-irreversible',
    'has-email',
  ]),
  foundation('force-logout-keeps-the-state', ['force-logout-takes-the-external-id']),
  // The check reads the clock of the deployment from a date object.
  foundation('creation-date-is-one-instant', ['limits.reset-lies-within-the-minute']),
  foundation(
    ['email-is-unique', 'external-id-is-unique'],
    ['parallel-creates-stay-unique', 'uniqueness-ends-at-the-store'],
  ),
  // The checks use the answer to an unknown external_id to see that no user has it any more.
  foundation('unknown-is-not-found', [
    'access.foreign-is-not-found',
    'access.foreign-write-has-no-effect',
    'force-logout-takes-the-external-id',
    'anonymizing-clears-the-external-id',
    'anonymization-is-irreversible',
  ]),
  // If an invalid value is accepted, it is shown as it was given.
  foundation('external-id-is-required', ['has-external-id']),
  foundation('email-is-required', ['has-email']),
  foundation('flags-must-be-boolean', ['has-flags']),
  foundation('sessions-limit-is-1-to-999999', ['has-sessions-limit']),
  foundation('external-id-cannot-change', [
    'external-id-change-is-called-prohibited',
    'external-id-change-changes-nothing',
  ]),
  // If a flag is lost or made up, these checks find another one than was given.
  foundation(
    'flags-given-are-kept',
    [
      'access.refusal-without-token-has-no-effect',
      'access.foreign-write-has-no-effect',
      'limits.refused-has-no-effect',
      'update-is-kept',
      'others-stay-as-they-are',
      'refused-update-changes-nothing',
    ],
    {branches: OTHER_FLAG},
  ),
].flat();
