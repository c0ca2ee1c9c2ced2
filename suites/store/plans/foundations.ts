import type {Foundation} from '../../language/foundation.ts';
import {rulesOf} from '../../language/foundations-of.ts';

const PLANS = 'store.plans';

const inPlans = (keys: readonly string[]): string[] => rulesOf(PLANS, keys);

/** Rules whose checks name plans by their id. */
const BY_ID = inPlans([
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
]);

/** Rules whose checks read the row of a plan that a search by its name finds. */
const FOUND = inPlans([
  'created-is-as-given',
  'has-collections',
  'duration-is-null-for-recurring',
  'prices-are-shown',
  'collection-is-accepted',
  'search-leaves-others-out',
  'search-finds-by-type',
  'list-shows-every-plan',
  ...BY_ID.map((rule) => rule.slice(PLANS.length + 1)),
]);

/** The same without the rule about searches that find too much, which comes before the others. */
const FOUND_BY_NAME = FOUND.filter((rule) => !rule.endsWith('search-leaves-others-out'));

/** Rules whose checks create plans with the simplest body. */
const WITH_PLANS = inPlans([
  'create-answers-201',
  'listed-currencies-are-accepted',
  'duration-is-required-for-prepaid',
  'trial-needs-its-days',
  'trial-days-may-be-absent',
  'numbers-are-accepted',
  'refused-create-makes-nothing',
  'name-is-as-given',
  'search-finds-by-name',
  ...FOUND.map((rule) => rule.slice(PLANS.length + 1)),
]);

/** The booleans of a plan. */
const FLAGS = ['recommended', 'private', 'assigns_collections', 'download_files', 'free_trial'];

/** The rules of plans without which others cannot be judged. */
export const PLAN_FOUNDATIONS: readonly Foundation[] = [
  {
    rule: `${PLANS}.has-id`,
    spoils: [...BY_ID, ...inPlans(['name-is-as-given', 'created-is-as-given'])],
  },
  {rule: `${PLANS}.has-name`, spoils: FOUND},
  // The checks use `deleted_at` to see whether a plan exists.
  ...inPlans(['has-deleted-at', 'live-is-not-deleted']).map((rule) => ({
    rule,
    spoils: inPlans([
      ...(rule.endsWith('has-deleted-at') ? ['live-is-not-deleted'] : []),
      'deletion-keeps-the-others',
      'foreign-write-has-no-effect',
      'moves-are-the-listed-ones',
    ]),
  })),
  ...inPlans(['collections-are-names', 'has-collections']).map((rule) => ({
    rule,
    spoils: inPlans(['collection-is-accepted']),
  })),
  // If only the first of several collections is read, the others are neither checked nor stored.
  {
    rule: `${PLANS}.collection-is-accepted`,
    spoils: inPlans(['collections-exist']),
    branches: ['accepted beside one that exists'],
  },
  // If an invalid type is accepted, it is also shown.
  {rule: `${PLANS}.type-is-recurring-or-prepaid`, spoils: inPlans(['has-type'])},
  // If a member is missing or has another type, its value is not judged.
  ...inPlans(['has-type', 'has-duration', 'has-flags', 'has-concurrency-limit']).map((rule) => ({
    rule,
    spoils: inPlans(['created-is-as-given', 'update-is-kept', 'numbers-may-be-strings']),
  })),
  {rule: `${PLANS}.search-finds-by-name`, spoils: FOUND_BY_NAME},
  // A search that finds everything also finds plans of the other type, and shows another plan on
  // its first page.
  {
    rule: `${PLANS}.search-leaves-others-out`,
    spoils: [
      ...FOUND_BY_NAME,
      ...inPlans(['search-finds-by-name', 'search-finds-by-description', 'name-is-as-given']),
    ],
  },
  // If a name is stored in another form, no search for it finds the plan.
  {
    rule: `${PLANS}.name-is-as-given`,
    spoils: [...FOUND_BY_NAME, ...inPlans(['search-finds-by-name'])],
  },
  {
    rule: `${PLANS}.search-finds-by-description`,
    spoils: inPlans(['name-is-as-given', 'created-is-as-given']),
  },
  {
    rule: `${PLANS}.trial-days-may-be-absent`,
    spoils: WITH_PLANS.filter((rule) => !rule.endsWith('trial-days-may-be-absent')),
  },
  {
    rule: `${PLANS}.numbers-are-accepted`,
    spoils: WITH_PLANS.filter((rule) => !/(numbers-are-accepted|days-may-be-absent)$/.test(rule)),
  },
  {
    rule: `${PLANS}.listed-currencies-are-accepted`,
    spoils: inPlans(['created-is-as-given', 'update-is-kept']),
  },
  // If a value is stored wrongly, it is wrong after every request.
  {
    rule: `${PLANS}.created-is-as-given`,
    spoils: inPlans([
      'update-is-kept',
      'search-finds-by-type',
      'duration-is-null-for-recurring',
      'prepaid-ends-after-its-months',
      'collection-is-accepted',
      'moves-are-the-listed-ones',
    ]),
  },
  {
    rule: `${PLANS}.update-is-kept`,
    spoils: inPlans(['moves-are-the-listed-ones', 'numbers-may-be-strings']),
  },
  {
    rule: `${PLANS}.deleted-is-gone`,
    spoils: inPlans(['deleted-cannot-be-assigned', 'moves-are-the-listed-ones']),
  },
  {
    rule: `${PLANS}.deletion-keeps-the-others`,
    spoils: inPlans(['moves-are-the-listed-ones']),
  },
  {
    rule: `${PLANS}.refused-create-makes-nothing`,
    spoils: inPlans([
      'has-type',
      'has-details',
      'has-duration',
      'has-flags',
      'has-concurrency-limit',
      'has-collections',
      'created-is-as-given',
      'name-is-as-given',
    ]),
  },
  {
    rule: `${PLANS}.refused-update-changes-nothing`,
    spoils: inPlans(['has-type', 'update-is-kept', 'moves-are-the-listed-ones']),
  },
  // If refusals have a wrong status, these refusals do, too.
  ...['create', 'update'].map((write) => ({
    rule: `${PLANS}.invalid-${write}-answers-422`,
    spoils: inPlans([
      'type-is-recurring-or-prepaid',
      ...(write === 'create'
        ? ['duration-is-required-for-prepaid', 'trial-needs-its-days', 'collections-exist']
        : []),
    ]),
  })),
  // If one store can change the plans of another, all plans may be in one table, so lists are
  // wrong, too.
  {
    rule: `${PLANS}.foreign-write-has-no-effect`,
    spoils: [...inPlans(['list-shows-own-only']), 'store.access.foreign-is-not-found'],
  },
  {rule: `${PLANS}.unknown-is-not-found`, spoils: ['store.access.foreign-is-not-found']},
  // A foreign plan must look like a nonexistent one, so a wrong 404 breaks both rules.
  {
    rule: `${PLANS}.unknown-is-not-found`,
    spoils: inPlans(['foreign-write-has-no-effect']),
    alike: 'operation',
  },
  // If an update of a deleted plan is answered as a success, no list shows its values.
  {
    rule: `${PLANS}.unknown-is-not-found`,
    spoils: inPlans(['update-is-kept']),
    branches: ['name', 'type', 'duration', 'concurrency_limit', 'details', ...FLAGS].map(
      (name) => `another ${name} in the list`,
    ),
  },
];
