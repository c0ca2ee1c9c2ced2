import type {Defect, Seam} from '../../../defect.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {CREATE, making, UPDATE, taken} from './changed-users.ts';

/** Operations with a body. */
const WRITES = ['createUser', 'updateUser'];

/** Makes one defect for each of some values, by name. */
const each = (values: string[], defect: (value: string) => [string, Seam]) =>
  Object.fromEntries(values.map(defect));

/** Requires a member that the document calls optional. */
const requiring = (operation: string, ...members: string[]): Record<string, Seam> =>
  each(members, (member) => [
    `${member} is required`,
    {
      seam: 'schema',
      in: operation,
      pointer: `/${member}`,
      keyword: 'required',
      as: true,
    },
  ]);

/** Accepts values of other types in a member. */
const accepting = (operation: string, pointer: string, ...types: string[]): Seam => ({
  seam: 'schema',
  in: operation,
  pointer,
  keyword: 'type',
  as: types,
});

/** Refuses 0 as the limit of sessions, and accepts the numbers below it. */
const acceptingBelowZero = (operation: string): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: operation, pointer: '/sessions_limit', keyword: 'minimum'},
    around([operation], (next) => (view, input) => {
      const {sessions_limit: limit} = input.body as {sessions_limit?: unknown};
      return limit === 0 ? taken('sessions_limit') : next(view, input);
    }),
  ],
});

/** Replaces the documented format of a member by a pattern. */
const matching = (operation: string, pointer: string, pattern: string): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: operation, pointer, keyword: 'format'},
    {seam: 'schema', in: operation, pointer, keyword: 'pattern', as: pattern},
  ],
});

/** Accepts another type than boolean in flags. */
const acceptingFlags = (operation: string): Record<string, Seam> =>
  Object.fromEntries(
    ['admin', 'plan_admin', 'only_sees_readable'].flatMap((member) => [
      [
        `${operation} accepts a number as ${member}`,
        accepting(operation, `/${member}`, 'boolean', 'number'),
      ],
      [
        `${operation} accepts an object as ${member}`,
        accepting(operation, `/${member}`, 'boolean', 'object'),
      ],
    ]),
  );

/** Lets an operation accept any text for a plan, and refuse numbers that are no plan. */
const acceptingText = (operation: string): Seam => ({
  seam: 'several',
  seams: [
    accepting(operation, '/assign_new_plan', 'integer', 'string'),
    around([operation], (next, without) => {
      const unguarded = without((guard) => guard === 'plan-unknown');
      return (view, input) => {
        const {assign_new_plan: plan} = input.body as {assign_new_plan?: unknown};
        return typeof plan === 'string' ? unguarded(view, input) : next(view, input);
      };
    }),
  ],
});

/** Lets a creation assign a plan that only another store has. */
const acceptingForeignPlan = around(CREATE, (next, without) => {
  const unguarded = without((guard) => guard === 'plan-unknown');
  return (view, input) => {
    const {assign_new_plan: plan} = input.body as {assign_new_plan?: unknown};
    return plan === 503 ? unguarded(view, input) : next(view, input);
  };
});

/** Accepts these values of the query parameter `anonymize`. */
const anonymizeAccepts = (...values: string[]): Seam => ({
  seam: 'schema',
  in: 'deactivateUser',
  pointer: 'query/anonymize',
  keyword: 'enum',
  as: values,
});

/** Stores another limit of sessions than the request contains. */
const storingLimit = (operation: string[], other: (limit: number) => number | null): Seam =>
  making(operation, ({sessions_limit: limit}) =>
    limit === null ? undefined : {sessions_limit: other(limit)},
  );

/** Defects of which requests are accepted (Resources / User; Endpoints / Users). */
export const bounds: Defect[] = [
  ...breaking('store.users.create-needs-no-optional-member', {
    ...requiring('createUser', 'sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'),
    'new_plan_custom_valid_to is required beside a plan': around(
      CREATE,
      (next) => (view, input) => {
        const body = input.body as object;
        const lacksEnd = 'assign_new_plan' in body && !('new_plan_custom_valid_to' in body);
        return lacksEnd ? taken('new_plan_custom_valid_to') : next(view, input);
      },
    ),
  }),
  ...breaking(
    'store.users.update-needs-no-optional-member',
    requiring(
      'updateUser',
      'new_password',
      'sessions_limit',
      'admin',
      'plan_admin',
      'user_plan_name',
    ),
  ),
  ...atPlace('the least and the greatest limit', [
    ...breaking('store.users.created-is-as-given', {
      'a create takes a limit of 1 for none': storingLimit(CREATE, (limit) =>
        limit === 1 ? null : limit,
      ),
      'a create takes the greatest limit for none': storingLimit(CREATE, (limit) =>
        limit === 999_999 ? null : limit,
      ),
    }),
    ...breaking('store.users.update-is-kept', {
      'an update takes a limit of 1 for none': storingLimit(UPDATE, (limit) =>
        limit === 1 ? null : limit,
      ),
      'an update takes the greatest limit for none': storingLimit(UPDATE, (limit) =>
        limit === 999_999 ? null : limit,
      ),
    }),
  ]),
  ...breaking('store.users.invalid-create-answers-422', {
    'an invalid create is answered 400': {
      seam: 'refusal',
      situation: 'invalid',
      in: CREATE,
      as: {status: 400},
    },
    'an invalid create is answered 404': {
      seam: 'refusal',
      situation: 'invalid',
      in: CREATE,
      as: {status: 404},
    },
  }),
  ...breaking('store.users.assigned-plan-must-exist', {
    'createUser accepts any plan': {seam: 'skip', situation: 'plan-unknown', in: CREATE},
    'updateUser accepts any plan': {seam: 'skip', situation: 'plan-unknown', in: UPDATE},
    'createUser accepts a plan of another store': acceptingForeignPlan,
    'createUser accepts any text as a plan': acceptingText('createUser'),
    'updateUser accepts any text as a plan': acceptingText('updateUser'),
  }),
  ...breaking('store.users.assigned-plan-must-be-subscribable', {
    'createUser accepts a plan that is not subscribable': {
      seam: 'skip',
      situation: 'plan-unknown',
      in: CREATE,
    },
    'updateUser accepts a plan that is not subscribable': {
      seam: 'skip',
      situation: 'plan-unknown',
      in: UPDATE,
    },
  }),
  ...breaking('store.users.assigned-plan-is-given', {
    'createUser forgets the plan': {
      seam: 'change',
      in: CREATE,
      table: 'subscriptions',
      drop: true,
    },
    'updateUser forgets the plan': {
      seam: 'change',
      in: UPDATE,
      table: 'subscriptions',
      drop: true,
    },
    'every plan is refused': around(
      CREATE,
      (next) => (view, input) =>
        'assign_new_plan' in (input.body as object) ? taken('assign_new_plan') : next(view, input),
    ),
  }),
  ...breaking(
    'store.users.email-must-be-valid',
    each(WRITES, (operation) => [
      `${operation} accepts any text with an @`,
      matching(operation, '/email', '@'),
    ]),
  ),
  ...breaking(
    'store.users.plan-end-is-a-date',
    each(WRITES, (operation) => [
      `${operation} accepts any digits and dashes`,
      matching(operation, '/new_plan_custom_valid_to', '^[0-9-]+$'),
    ]),
  ),
  ...breaking('store.users.flags-must-be-boolean', {
    ...acceptingFlags('createUser'),
    ...acceptingFlags('updateUser'),
  }),
  ...breaking('store.users.sessions-limit-is-1-to-999999', {
    'createUser accepts an object': accepting('createUser', '/sessions_limit', 'integer', 'object'),
    'updateUser accepts an object': accepting('updateUser', '/sessions_limit', 'integer', 'object'),
    'createUser accepts numbers below zero': acceptingBelowZero('createUser'),
    'updateUser accepts numbers below zero': acceptingBelowZero('updateUser'),
  }),
  ...breaking('store.users.anonymize-must-be-boolean', {
    'yes and no are accepted': anonymizeAccepts('true', '1', 'false', '0', 'yes', 'no'),
    'other numbers than 0 and 1 are accepted': anonymizeAccepts(
      'true',
      '1',
      'false',
      '0',
      '2',
      '-1',
    ),
  }),
  ...breaking('store.users.email-is-required', {
    'null is accepted': accepting('createUser', '/email', 'string', 'null'),
  }),
  ...breaking('store.users.external-id-is-required', {
    'null is accepted': accepting('createUser', '/external_id', 'string', 'null'),
  }),
  ...breaking('store.users.password-is-required-on-create', {
    'null is accepted': accepting('createUser', '/new_password', 'string', 'null'),
  }),
  ...breaking('store.users.only-sees-readable-is-required-on-update', {
    'null is accepted': accepting('updateUser', '/only_sees_readable', 'boolean', 'null'),
  }),
];
