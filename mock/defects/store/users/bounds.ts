import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, breaking, hearing, viewWith} from '../../breaking.ts';
import {CREATE, UPDATE, allTheSame} from './changed-users.ts';

/** An update that changes the other users of the store too. */
const alsoOf = (other: (user: User, put: User) => User): Seam =>
  afterwards(UPDATE, (done, view) => {
    const [change] = done.changes ?? [];
    const put = change && 'put' in change ? (change.put as User) : undefined;
    const others = put
      ? view.oldest<User>('users', {limit: 10_000, where: ({key}) => key !== put.key})
      : [];
    return {
      ...done,
      changes: [
        ...(done.changes ?? []),
        ...others.map((one) => ({table: 'users', put: other(one, put!)})),
      ],
    };
  });

/** A create that is refused for a member, and made without asking for it. */
const refusedTooLate = (field: string): Seam =>
  around(CREATE, (next) => (view, input) => {
    const done = next(view, input);
    if (!isRefused(done) || Object.keys(done.errors ?? {}).join() !== field) return done;
    const made = next(
      viewWith(view, () => ({checks: () => false})),
      input,
    );
    return isRefused(made) ? done : allTheSame(done, made.changes);
  });

/** Another form of a member, instead of its own. */
const formed = (op: string, pointer: string, pattern: string): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: op, pointer, keyword: 'format'},
    {seam: 'schema', in: op, pointer, keyword: 'pattern', as: pattern},
  ],
});

/** What a create and an update take and keep. */
export const bounds: Defect[] = [
  ...breaking('store.users.created-is-as-given', {
    'the email is answered in capitals': afterwards(CREATE, (done) =>
      withData(done, ({email}) => ({email: String(email).toUpperCase()})),
    ),
    'the external id is cut short': hearing(CREATE, ({body}) => ({
      body: {...(body as object), external_id: externalIdIn(body).slice(0, 12)},
    })),
    'the list shows another email': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/email',
      edit: {set: 'somebody@readers.example'},
    },
    'the sessions_limit is lost': hearing(CREATE, ({body}) => without(body, 'sessions_limit')),
    'the list shows another external id': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/external_id',
      edit: {set: 'reader-x'},
    },
  }),
  ...breaking(
    'store.users.create-needs-no-optional-member',
    Object.fromEntries(
      ['sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'].map(
        (name): [string, Seam] => [
          `${name} is demanded`,
          {seam: 'schema', in: 'createUser', pointer: `/${name}`, keyword: 'required', as: true},
        ],
      ),
    ),
  ),
  ...breaking(
    'store.users.update-needs-no-optional-member',
    Object.fromEntries(
      ['new_password', 'sessions_limit', 'admin', 'plan_admin', 'user_plan_name'].map(
        (name): [string, Seam] => [
          `${name} is demanded`,
          {seam: 'schema', in: 'updateUser', pointer: `/${name}`, keyword: 'required', as: true},
        ],
      ),
    ),
  ),
  ...breaking('store.users.flags-given-are-kept', {
    ...Object.fromEntries(
      ['admin', 'plan_admin', 'only_sees_readable'].map((name) => [
        `${name} is lost`,
        hearing(CREATE, ({body}) => without(body, name)),
      ]),
    ),
    'the list shows every user as an admin': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/admin',
      edit: {set: true},
    },
    'the list shows no plan admin': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/plan_admin',
      edit: {set: false},
    },
  }),
  ...breaking('store.users.assigned-plan-must-exist', {
    'any plan does on create': {seam: 'skip', situation: 'plan-unknown', in: CREATE},
    'any plan does on update': {seam: 'skip', situation: 'plan-unknown', in: UPDATE},
  }),
  ...breaking('store.users.update-is-kept', {
    'nothing is': {seam: 'change', in: UPDATE, table: 'users', drop: true},
    ...Object.fromEntries(
      ['email', 'sessions_limit', 'admin', 'only_sees_readable'].map((name): [string, Seam] => [
        `${name} is not`,
        {seam: 'change', in: UPDATE, table: 'users', keep: [name]},
      ]),
    ),
  }),
  ...breaking('store.users.update-is-kept', {
    'everybody gets the sessions_limit': alsoOf((other, {sessions_limit}) => ({
      ...other,
      sessions_limit,
    })),
    'everybody becomes an admin': alsoOf((other) => ({...other, admin: true})),
  }),
  ...breaking(
    'store.users.email-must-be-valid',
    Object.fromEntries(
      ['createUser', 'updateUser'].map((op) => [
        `an @ is enough: ${op}`,
        formed(op, '/email', '@'),
      ]),
    ),
  ),
  ...breaking(
    'store.users.plan-end-is-a-date',
    Object.fromEntries(
      ['createUser', 'updateUser'].map((op) => [
        `figures and dashes are enough: ${op}`,
        formed(op, '/new_plan_custom_valid_to', '^[0-9-]+$'),
      ]),
    ),
  ),
  ...breaking(
    'store.users.flags-must-be-boolean',
    Object.fromEntries(
      ['createUser', 'updateUser'].flatMap((op) =>
        ['admin', 'plan_admin', 'only_sees_readable'].flatMap((name) =>
          ['number', 'object'].map((type): [string, Seam] => [
            `${name} may be a ${type}: ${op}`,
            {seam: 'schema', in: op, pointer: `/${name}`, keyword: 'type', as: ['boolean', type]},
          ]),
        ),
      ),
    ),
  ),
  ...breaking('store.users.sessions-limit-is-1-to-999999', {
    'it may be an object': {
      seam: 'schema',
      in: 'createUser',
      pointer: '/sessions_limit',
      keyword: 'type',
      as: ['integer', 'object'],
    },
    'it may be an object on update': {
      seam: 'schema',
      in: 'updateUser',
      pointer: '/sessions_limit',
      keyword: 'type',
      as: ['integer', 'object'],
    },
  }),
  ...breaking('store.users.anonymize-must-be-boolean', {
    'yes and no are': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['true', '1', 'false', '0', 'yes', 'no'],
    },
    'any number is': {
      seam: 'schema',
      in: 'deactivateUser',
      pointer: 'query/anonymize',
      keyword: 'enum',
      as: ['true', '1', 'false', '0', '2', '-1'],
    },
  }),
  ...breaking('store.users.email-is-required', {
    'null will do': {
      seam: 'schema',
      in: 'createUser',
      pointer: '/email',
      keyword: 'type',
      as: ['string', 'null'],
    },
  }),
  ...breaking('store.users.external-id-is-required', {
    'null will do': {
      seam: 'schema',
      in: 'createUser',
      pointer: '/external_id',
      keyword: 'type',
      as: ['string', 'null'],
    },
  }),
  ...breaking('store.users.password-is-required-on-create', {
    'null will do': {
      seam: 'schema',
      in: 'createUser',
      pointer: '/new_password',
      keyword: 'type',
      as: ['string', 'null'],
    },
  }),
  ...breaking('store.users.only-sees-readable-is-required-on-update', {
    'null will do': {
      seam: 'schema',
      in: 'updateUser',
      pointer: '/only_sees_readable',
      keyword: 'type',
      as: ['boolean', 'null'],
    },
  }),
  ...breaking('store.users.dates-are-objects-on-create', {
    'it is no date': {
      seam: 'member',
      situation: 'created',
      pointer: '/data/updated_at/date',
      edit: {set: '2026-99-99 99:99:99'},
    },
  }),
  ...breaking('store.users.dates-are-iso-strings-in-lists', {
    'it is no date': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/updated_at',
      edit: {set: '2026-99-99T99:99:99'},
    },
  }),
  ...breaking('store.users.has-uuid', {
    'it is empty': {seam: 'member', situation: 'created', pointer: '/data/uuid', edit: {set: ''}},
    'it is empty in lists': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/uuid',
      edit: {set: ''},
    },
  }),
  ...breaking('store.users.list-item-has-day-of-creation', {
    'always the same': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/created_at_date_string',
      edit: {set: '1999-01-01'},
    },
  }),
  ...breaking('store.users.refused-create-makes-nobody', {
    'it makes the user': {seam: 'effect', situation: 'invalid', in: CREATE},
    'an unknown plan is refused when the user is made': refusedTooLate('assign_new_plan'),
    'a taken external id is refused when the user is made': refusedTooLate('external_id'),
  }),
  ...breaking('store.users.password-is-never-shown', {
    'create repeats it': afterwards(CREATE, (done, _view, {body}) =>
      withData(done, () => ({new_password: (body as {new_password: string}).new_password})),
    ),
    'it is the name': afterwards(CREATE, (done, _view, {body}) => {
      const {new_password: name} = body as {new_password: string};
      return {
        ...done,
        changes: (done.changes ?? []).map((change) =>
          'put' in change ? {...change, put: {...change.put, name}} : change,
        ),
      };
    }),
  }),
  ...breaking('store.users.creation-date-is-one-instant', {
    'the timestamp is an hour off': {
      seam: 'member',
      situation: 'created',
      pointer: '/data/created_at/timestamp',
      edit: {add: 3600},
    },
    'the zone is another': {
      seam: 'member',
      situation: 'created',
      pointer: '/data/created_at/timezone',
      edit: {set: 'America/Bogota'},
    },
  }),
];

function withData(done: Done, other: (data: Record<string, unknown>) => object): Done {
  const body = done.body as {data: Record<string, unknown>};
  return {...done, body: {...body, data: {...body.data, ...other(body.data)}}};
}

const externalIdIn = (body: unknown): string => (body as {external_id: string}).external_id;

/** The body of a request without some members. */
const without = (body: unknown, ...names: string[]): {body: unknown} => ({
  body: Object.fromEntries(
    Object.entries(body as object).filter(([name]) => !names.includes(name)),
  ),
});
