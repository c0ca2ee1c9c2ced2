import type {RuleId} from '../../../spec/rule.ts';
import type {Foundation} from '../../language/foundation.ts';
import {rulesOf} from '../../language/foundations-of.ts';

const users = (...keys: string[]): RuleId[] => rulesOf('store.users', keys);
const limits = (...keys: string[]): RuleId[] => rulesOf('store.limits', keys);
const access = (...keys: string[]): RuleId[] => rulesOf('store.access', keys);

/** Declares that rules cannot be judged while one of these rules about users is broken. */
const foundations = (keys: string[], spoils: RuleId[]): Foundation[] =>
  users(...keys).map((rule) => ({rule, spoils}));

/** Rules whose checks update users. */
const UPDATING = users(
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
);

/** Rules whose checks need active users. */
const ACTIVE = [
  ...limits('refused-has-no-effect'),
  ...users(
    'deleted-at-is-null-while-active',
    'refused-anonymize-changes-nothing',
    'reactivating-an-active-user-changes-nothing',
    'list-without-query-is-unfiltered',
    'update-needs-no-optional-member',
    'others-stay-as-they-are',
  ),
];

/** Rules whose checks deactivate users. */
const DEACTIVATING = [
  ...access('refusal-without-token-has-no-effect', 'foreign-write-has-no-effect'),
  ...users(
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
  ),
];

/** Rules whose checks anonymize users. */
const ANONYMIZING = users(
  'anonymizing-replaces-the-email',
  'anonymizing-clears-the-name',
  'anonymizing-clears-the-external-id',
  'anonymizing-sets-the-flag',
  'old-email-finds-nobody',
  'anonymized-cannot-be-reactivated',
  'anonymization-is-irreversible',
  'deactivating-an-anonymized-user-changes-nothing',
);

/** Rules without which requests do not succeed, or do not show whether they did. */
const REQUESTS: readonly Foundation[] = [
  // If a write is refused for another reason, it does not show whether writes are counted.
  ...foundations(
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
    limits('writes-are-not-counted'),
  ),
  ...foundations(
    ['update-needs-no-optional-member'],
    [...UPDATING, ...users('uniqueness-ends-at-the-store')],
  ),
  ...foundations(['update-answers-200-or-204'], users('assigned-plan-is-given')),
  // Most requests have no optional members.
  ...foundations(
    ['create-needs-no-optional-member'],
    [
      ...access(
        'token-is-accepted',
        'operations-stand-under-the-prefix',
        'json-requests-are-served',
      ),
      ...users('assigned-plan-is-given', 'plan-end-is-a-date', 'parallel-creates-stay-unique'),
    ],
  ),
  // The checks search users by email.
  ...foundations(
    ['query-by-email-finds-that-user-only'],
    [
      ...access('refusal-without-token-has-no-effect', 'list-shows-own-only'),
      ...rulesOf('store.orders', ['unknown-user-is-created', 'known-user-is-not-created-again']),
      ...limits('refused-has-no-effect'),
      ...users(
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
      ),
    ],
  ),
  // If a valid value is refused or a flag is lost, the user does not have the given values.
  ...foundations(
    ['external-id-is-at-most-64', 'flags-given-are-kept', 'sessions-limit-is-1-to-999999'],
    users('created-is-as-given'),
  ),
  ...foundations(['flags-given-are-kept'], users('query-admins-lists-admins-only')),
];

/** Rules without which a user is not in the state that other checks need. */
const STATES: readonly Foundation[] = [
  ...foundations(
    ['deactivated-can-be-reactivated'],
    users(
      'deactivated-cannot-log-in',
      'reactivated-leaves-the-deactivated',
      'active-can-be-anonymized',
    ),
  ),
  ...foundations(['deactivation-deactivates'], DEACTIVATING),
  ...foundations(['active-can-be-anonymized', 'deactivated-can-be-anonymized'], ANONYMIZING),
  ...foundations(
    ['active-can-be-anonymized', 'deactivated-can-be-anonymized'],
    users('anonymize-takes-true-and-1'),
  ),
  // If a value of `anonymize` is not accepted, no user is anonymized.
  ...foundations(['anonymize-takes-true-and-1'], ANONYMIZING),
  // A reactivated user is no longer anonymized.
  ...foundations(['anonymized-cannot-be-reactivated'], users('anonymization-is-irreversible')),
  // The requests that may not undo an anonymization include a plain deactivation.
  ...foundations(
    ['deactivating-an-anonymized-user-changes-nothing'],
    users('anonymization-is-irreversible', 'moves-are-the-listed-ones'),
  ),
  // Who is active again by an update may log in again.
  {
    rule: 'store.users.moves-are-the-listed-ones',
    spoils: users('deactivated-cannot-log-in'),
    branches: [
      'admitted-with-a-new-password',
      'admitted-with-the-old-password',
      'admitted: deactivated, then updated',
    ],
  },
  ...foundations(
    ['anonymizing-replaces-the-email'],
    users('old-email-finds-nobody', 'anonymization-is-irreversible'),
  ),
  ...foundations(
    [
      'anonymizing-clears-the-external-id',
      'anonymizing-clears-the-name',
      'anonymizing-sets-the-flag',
    ],
    users('anonymization-is-irreversible'),
  ),
  ...foundations(
    ['created-is-active'],
    [
      ...users(
        'deactivation-deactivates',
        'refused-create-makes-nobody',
        'has-uuid',
        'created-is-as-given',
        'external-id-is-unique',
      ),
      ...ACTIVE,
      ...UPDATING,
      ...DEACTIVATING,
    ],
  ),
  // The checks use `deleted_at` and the list of deactivated users to see whether a user is
  // deactivated.
  ...foundations(
    ['deleted-at-is-set-while-deactivated'],
    [
      ...users('query-deactivated-lists-deactivated-only'),
      ...access('refusal-without-token-has-no-effect', 'foreign-write-has-no-effect'),
    ],
  ),
  ...foundations(
    ['query-deactivated-lists-deactivated-only'],
    users(
      'reactivated-leaves-the-deactivated',
      'anonymize-takes-true-and-1',
      'force-logout-keeps-the-state',
    ),
  ),
];

/** Rules without which a user does not have the values that other checks expect. */
const VALUES: readonly Foundation[] = [
  // If the list shows wrong values after a creation, it does so after every request.
  ...foundations(
    ['created-is-as-given'],
    [
      ...access('malformed-body-is-refused'),
      ...users('anonymize-false-only-deactivates', 'anonymizing-replaces-the-email'),
    ],
  ),
  // Users become admins by updates, and a race may lose an address.
  ...foundations(['update-is-kept'], users('query-admins-lists-admins-only', 'email-is-unique')),
  ...foundations(
    ['deactivation-keeps-the-person'],
    users('deactivated-can-be-reactivated', 'anonymize-false-only-deactivates'),
  ),
  // If a refused creation is stored, the list shows its invalid values.
  {
    rule: 'store.users.refused-create-makes-nobody',
    spoils: users('has-email', 'has-external-id', 'has-flags', 'has-sessions-limit'),
    operations: ['listUsers'],
  },
  ...foundations(
    ['refused-create-makes-nobody'],
    users('email-is-unique', 'external-id-is-unique'),
  ),
  // If a refused update is stored, members may be missing, and it may be on users of another store.
  ...foundations(
    ['refused-update-changes-nothing'],
    [
      ...access('foreign-write-has-no-effect'),
      ...users('external-id-change-changes-nothing', 'anonymization-is-irreversible', 'has-email'),
    ],
  ),
  ...foundations(['force-logout-keeps-the-state'], users('force-logout-takes-the-external-id')),
  // The check reads the clock of the deployment from a date object.
  ...foundations(['creation-date-is-one-instant'], limits('reset-lies-within-the-minute')),
  ...foundations(
    ['email-is-unique', 'external-id-is-unique'],
    users('parallel-creates-stay-unique', 'uniqueness-ends-at-the-store'),
  ),
  // The checks use the answer to an unknown external_id to see that no user has it any more.
  ...foundations(
    ['unknown-is-not-found'],
    [
      ...access('foreign-is-not-found', 'foreign-write-has-no-effect'),
      ...users(
        'force-logout-takes-the-external-id',
        'anonymizing-clears-the-external-id',
        'anonymization-is-irreversible',
      ),
    ],
  ),
  // If an invalid value is accepted, it is shown as it was given.
  ...foundations(['external-id-is-required'], users('has-external-id')),
  ...foundations(['email-is-required'], users('has-email')),
  ...foundations(['flags-must-be-boolean'], users('has-flags')),
  ...foundations(['sessions-limit-is-1-to-999999'], users('has-sessions-limit')),
  ...foundations(
    ['external-id-cannot-change'],
    users('external-id-change-is-called-prohibited', 'external-id-change-changes-nothing'),
  ),
];

/** The violations of checks that find another flag than was given. */
const OTHER_FLAG = [
  'admin-updated',
  'admin lost',
  'another admin',
  "another user's admin changed",
  'refused: admin changed',
];

/** Rules about members: if one is missing or has another form, its value is not judged. */
const MEMBERS: readonly Foundation[] = [
  // The checks compare ids of several responses.
  ...foundations(
    ['has-id'],
    [
      ...access('list-shows-own-only'),
      ...users(
        'has-uuid',
        'created-is-as-given',
        'created-is-active',
        'list-without-query-is-unfiltered',
        'refused-create-makes-nobody',
        'refused-update-changes-nothing',
      ),
    ],
  ),
  // If a flag is lost or made up, these checks find another one than was given.
  ...foundations(
    ['flags-given-are-kept'],
    [
      ...access('refusal-without-token-has-no-effect', 'foreign-write-has-no-effect'),
      ...limits('refused-has-no-effect'),
      ...users('update-is-kept', 'others-stay-as-they-are', 'refused-update-changes-nothing'),
    ],
  ).map((one) => ({...one, branches: OTHER_FLAG})),
  ...foundations(
    ['has-flags'],
    users('flags-given-are-kept', 'update-is-kept', 'query-admins-lists-admins-only'),
  ),
  ...foundations(
    ['listed-only-sees-readable-may-be-a-number'],
    users('flags-given-are-kept', 'update-is-kept'),
  ),
  ...foundations(
    ['has-email', 'has-external-id', 'has-sessions-limit'],
    users(
      'created-is-as-given',
      'update-is-kept',
      'external-id-change-changes-nothing',
      'deactivation-keeps-the-person',
    ),
  ),
  ...foundations(
    ['has-external-id'],
    users(
      'anonymizing-clears-the-external-id',
      'anonymization-is-irreversible',
      'anonymize-false-only-deactivates',
    ),
  ),
  ...foundations(
    ['has-email'],
    users(
      'anonymizing-replaces-the-email',
      'anonymization-is-irreversible',
      'anonymize-false-only-deactivates',
      'deactivating-twice-changes-nothing',
    ),
  ),
  // The checks use a flag and a limit to see whether a refused write changed anything.
  ...foundations(
    ['has-flags', 'has-sessions-limit'],
    [
      ...access('refusal-without-token-has-no-effect', 'foreign-write-has-no-effect'),
      ...limits('refused-has-no-effect'),
      ...users('refused-update-changes-nothing'),
    ],
  ),
  ...foundations(
    [
      'deleted-at-is-null-while-active',
      'dates-are-iso-strings-in-lists',
      'list-item-has-counts',
      'list-item-has-lists',
    ],
    users(
      'deleted-at-is-set-while-deactivated',
      'list-item-has-day-of-creation',
      'assigned-plan-is-given',
    ),
  ),
  ...foundations(
    ['dates-are-objects-on-create', 'dates-are-iso-strings-in-lists'],
    users('creation-date-is-one-instant'),
  ),
];

/** Rules about users without which others cannot be judged. */
export const USER_FOUNDATIONS: readonly Foundation[] = [
  ...REQUESTS,
  ...STATES,
  ...VALUES,
  ...MEMBERS,
];
