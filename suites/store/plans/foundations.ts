import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.plans');

/** Rules whose checks read the row of a plan that a search by its name finds. */
const FOUND = [
  'created-is-as-given',
  'has-collections',
  'duration-is-null-for-recurring',
  'prices-are-shown',
  'collection-is-accepted',
  'search-leaves-others-out',
  'search-finds-by-type',
  'list-shows-every-plan',
  'update-answers-204',
  'delete-answers-200',
  'update-is-kept',
  'invalid-update-answers-422',
  'refused-update-changes-nothing',
  'numbers-may-be-strings',
  'external-members-are-taken',
  'live-is-not-deleted',
  'deleted-is-gone',
  'deletion-keeps-the-others',
  'deleted-cannot-be-assigned',
  'moves-are-the-listed-ones',
  'foreign-write-has-no-effect',
  'custom-end-is-kept',
  'prepaid-ends-after-its-months',
  'anonymizing-cancels-recurring-subscriptions',
  'anonymizing-cancels-prepaid-subscriptions',
  'user-plan-name-is-taken',
];

/** The same without the rule about searches that find too much, which comes before the others. */
const FOUND_BY_NAME = FOUND.filter((key) => key !== 'search-leaves-others-out');

/** Rules whose checks create plans with the simplest body. */
const WITH_PLANS = [
  'create-answers-201',
  'listed-currencies-are-accepted',
  'duration-is-required-for-prepaid',
  'trial-needs-its-days',
  'trial-days-may-be-absent',
  'numbers-are-accepted',
  'refused-create-makes-nothing',
  'name-is-as-given',
  'search-finds-by-name',
  ...FOUND,
];

/** The booleans of a plan. */
const FLAGS = ['recommended', 'private', 'assigns_collections', 'download_files', 'free_trial'];

/** The rules of plans without which others cannot be judged. */
export const PLAN_FOUNDATIONS: readonly Foundation[] = [
  // The checks use `deleted_at` to see whether a plan exists.
  foundation('live-is-not-deleted', [
    'deletion-keeps-the-others',
    'foreign-write-has-no-effect',
    'moves-are-the-listed-ones',
  ]),
  // If only the first of several collections is read, the others are neither checked nor stored.
  foundation('collection-is-accepted', ['collections-exist'], {
    branches: ['accepted beside one that exists'],
  }),
  // If an invalid type is accepted, it is also shown.
  foundation('type-is-recurring-or-prepaid', ['has-type']),
  foundation('search-finds-by-name', FOUND_BY_NAME),
  // A search that finds everything also finds plans of the other type, and shows another plan on
  // its first page.
  foundation('search-leaves-others-out', [
    ...FOUND_BY_NAME,
    'search-finds-by-name',
    'search-finds-by-description',
    'name-is-as-given',
  ]),
  // If a name is stored in another form, no search for it finds the plan.
  foundation('name-is-as-given', [...FOUND_BY_NAME, 'search-finds-by-name']),
  foundation('search-finds-by-description', ['name-is-as-given', 'created-is-as-given']),
  foundation('trial-days-may-be-absent', WITH_PLANS),
  foundation(
    'numbers-are-accepted',
    WITH_PLANS.filter((key) => key !== 'trial-days-may-be-absent'),
  ),
  foundation('listed-currencies-are-accepted', ['created-is-as-given', 'update-is-kept']),
  // If a value is stored wrongly, it is wrong after every request.
  foundation('created-is-as-given', [
    'update-is-kept',
    'search-finds-by-type',
    'duration-is-null-for-recurring',
    'prepaid-ends-after-its-months',
    'collection-is-accepted',
    'moves-are-the-listed-ones',
  ]),
  foundation('update-is-kept', ['moves-are-the-listed-ones', 'numbers-may-be-strings']),
  foundation('deleted-is-gone', ['deleted-cannot-be-assigned', 'moves-are-the-listed-ones']),
  foundation('deletion-keeps-the-others', ['moves-are-the-listed-ones']),
  foundation('refused-create-makes-nothing', [
    'has-type',
    'has-details',
    'has-duration',
    'has-flags',
    'has-concurrency-limit',
    'has-collections',
    'created-is-as-given',
    'name-is-as-given',
  ]),
  foundation('refused-update-changes-nothing', [
    'has-type',
    'update-is-kept',
    'moves-are-the-listed-ones',
  ]),
  // If refusals have a wrong status, these refusals do, too.
  foundation(
    ['invalid-create-answers-422', 'invalid-update-answers-422'],
    ['type-is-recurring-or-prepaid'],
  ),
  foundation('invalid-create-answers-422', [
    'duration-is-required-for-prepaid',
    'trial-needs-its-days',
    'collections-exist',
  ]),
  // If one store can change the plans of another, all plans may be in one table, so lists are
  // wrong, too.
  foundation('foreign-write-has-no-effect', ['list-shows-own-only', 'access.foreign-is-not-found']),
  foundation('unknown-is-not-found', ['access.foreign-is-not-found']),
  // A foreign plan must look like a nonexistent one, so a wrong 404 breaks both rules.
  foundation('unknown-is-not-found', ['foreign-write-has-no-effect'], {alike: 'operation'}),
  // If an update of a deleted plan is answered as a success, no list shows its values.
  foundation('unknown-is-not-found', ['update-is-kept'], {
    branches: ['name', 'type', 'duration', 'concurrency_limit', 'details', ...FLAGS].map(
      (name) => `another ${name} in the list`,
    ),
  }),
].flat();
