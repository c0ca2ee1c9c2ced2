import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done, type Input, type View} from '../../../operation.ts';
import {newUser, type User} from '../../../store/users/user.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, around, breaking, receiving} from '../../breaking.ts';
import {CREATE, UPDATE, making, refusedButDone, userIn} from './changed-users.ts';
import {withChanges} from '../../stored-rows.ts';

/** Lets an update change the other users of the store as well. */
const updatingOthers = (other: (user: User, updated: User) => User): Seam =>
  afterwards(UPDATE, (done, view) => {
    const {changes = []} = done;
    const [change] = changes;
    if (!change || !('put' in change)) return done;
    const updated = change.put as User;
    const others = view.oldest<User>('users', {
      limit: 10_000,
      where: ({key}) => key !== updated.key,
    });
    const more = others.map((user): Change => ({table: 'users', put: other(user, updated)}));
    return {...done, changes: [...changes, ...more]};
  });

/** Refuses a creation because of one field, but performs it without the checks. */
const refusedTooLate = (field: string): Seam =>
  around(CREATE, (next, without) => (view, input) => {
    const done = next(view, input);
    if (!isRefused(done) || Object.keys(done.errors ?? {}).join() !== field) return done;
    const unguarded = without(() => true);
    const made = unguarded(view, input);
    return isRefused(made) ? done : refusedButDone(done, made.changes);
  });

/** Changes members of `data` in the response to a creation. */
export const responding = (
  other: (data: Record<string, unknown>, input: Input) => Record<string, unknown>,
): Seam =>
  afterwards(CREATE, (done, _view, input) => {
    const body = done.body as {data: Record<string, unknown>};
    return {...done, body: {...body, data: {...body.data, ...other(body.data, input)}}};
  });

/** Ignores a member of the body of a creation. */
const ignoring = (member: string): Seam =>
  receiving(CREATE, ({body}) => {
    const {[member]: _ignored, ...rest} = body as Record<string, unknown>;
    return {body: rest};
  });

/** The result of an operation, with other members of the stored user. */
export const withUser = (done: Done, other: Partial<User>): Done => ({
  ...done,
  changes: (done.changes ?? []).map((change): Change =>
    'put' in change ? {...change, put: {...(change.put as User), ...other} as User} : change,
  ),
});

/** A user that an update of an unknown id creates. */
const strayUser = (view: View, {body}: Input): User =>
  newUser(
    {
      ...(body as {email: string; external_id: string}),
      key: '777777777',
      id: 777_777_777,
      uuid: 'stray',
      tenant: view.tenant,
      seq: 777_777_777,
    },
    view.now,
  );

const passwordOf = ({body}: Input): string => (body as {new_password: string}).new_password;

/** Applies only the first new password in the updates of a user. */
const keepingOnePassword = (): Seam =>
  around(UPDATE, (next) => {
    const changed = new Set<number>();
    return (view, input) => {
      const user = userIn(view, input.path);
      const done = next(view, input);
      if (!user || isRefused(done) || passwordOf(input) === undefined) return done;
      if (changed.has(user.id)) return withUser(done, {password: user.password});
      changed.add(user.id);
      return done;
    };
  });

/** Stores the password as the name of the user. */
const passwordAsName = afterwards(CREATE, (done, _view, input) =>
  withUser(done, {name: passwordOf(input)}),
);

const cuttingExternalId = receiving(CREATE, ({body}) => {
  const values = body as {external_id: string};
  return {body: {...values, external_id: values.external_id.slice(0, 12)}};
});

/** Defects of which values of a creation and an update are stored and shown (Resources / User). */
export const values: Defect[] = [
  ...breaking('store.users.created-is-as-given', {
    'the email is returned in capitals': responding(({email}) => ({
      email: String(email).toUpperCase(),
    })),
    'the external_id is cut to 12 characters': cuttingExternalId,
    'the list shows another email': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/email',
      edit: {set: 'somebody@readers.example'},
    },
    'the sessions_limit is not stored': ignoring('sessions_limit'),
    'the list shows another external_id': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/external_id',
      edit: {set: 'reader-x'},
    },
  }),
  ...breaking('store.users.flags-given-are-kept', {
    ...Object.fromEntries(
      ['admin', 'plan_admin', 'only_sees_readable'].map((name) => [
        `${name} is not stored`,
        ignoring(name),
      ]),
    ),
    'a plan admin is made an admin': making(CREATE, ({plan_admin}) =>
      plan_admin ? {admin: true} : undefined,
    ),
    'an admin is made a plan admin': making(CREATE, ({admin}) =>
      admin ? {plan_admin: true} : undefined,
    ),
    'who only sees what is readable is made an admin': making(CREATE, (user) =>
      user.only_sees_readable ? {admin: true} : undefined,
    ),
    'the list shows every user as admin': {
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
  ...breaking('store.users.update-is-kept', {
    'an update stores nothing': {seam: 'change', in: UPDATE, table: 'users', drop: true},
    ...Object.fromEntries(
      ['email', 'sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'].map(
        (name): [string, Seam] => [
          `an update does not store ${name}`,
          {seam: 'change', in: UPDATE, table: 'users', keep: [name]},
        ],
      ),
    ),
    'an update does not store the password': {
      seam: 'change',
      in: UPDATE,
      table: 'users',
      keep: ['password'],
    },
    'an update makes who only sees what is readable a plan admin': making(UPDATE, (user) =>
      user.only_sees_readable ? {plan_admin: true} : undefined,
    ),
    'an update makes a plan admin see only what is readable': making(UPDATE, ({plan_admin}) =>
      plan_admin ? {only_sees_readable: true} : undefined,
    ),
    ...Object.fromEntries(
      (['admin', 'plan_admin', 'sessions_limit'] as const).map((name): [string, Seam] => [
        `an update that does not name ${name} resets it`,
        afterwards(UPDATE, (done, _view, {body}) =>
          name in (body as object)
            ? done
            : withUser(done, {[name]: name === 'sessions_limit' ? null : false}),
        ),
      ]),
    ),
    'the second new password is not kept': keepingOnePassword(),
    'an update without a password removes it': afterwards(UPDATE, (done, _view, {body}) =>
      'new_password' in (body as object) ? done : withUser(done, {password: ''}),
    ),
    'an update makes a plan admin an admin': making(UPDATE, ({plan_admin}) =>
      plan_admin ? {admin: true} : undefined,
    ),
    'an update makes an admin a plan admin': making(UPDATE, ({admin}) =>
      admin ? {plan_admin: true} : undefined,
    ),
    'an update changes the sessions_limit of all users': updatingOthers(
      (other, {sessions_limit}) => ({
        ...other,
        sessions_limit,
      }),
    ),
    'an update makes all users admins': updatingOthers((other) => ({...other, admin: true})),
  }),
  ...breaking('store.users.dates-are-objects-on-create', {
    'updated_at is month 99 of the year': {
      seam: 'member',
      situation: 'created',
      in: ['createUser'],
      pointer: '/data/updated_at/date',
      edit: {set: '2026-99-99 99:99:99'},
    },
  }),
  ...breaking('store.users.dates-are-iso-strings-in-lists', {
    'updated_at is month 99 of the year': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/updated_at',
      edit: {set: '2026-99-99T99:99:99'},
    },
  }),
  ...breaking('store.users.creation-date-is-one-instant', {
    'the list shows another instant': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/created_at',
      edit: {set: '2026-01-02T03:04:05Z'},
    },
  }),
  ...breaking('store.users.has-uuid', {
    'the uuid of lists is another one': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/uuid',
      edit: {set: '5f0c2f0e-3c1f-4d55-9a43-2f6c1f0b7a11'},
    },
    'the uuid is empty': {
      seam: 'member',
      situation: 'created',
      in: ['createUser'],
      pointer: '/data/uuid',
      edit: {set: ''},
    },
    'the uuid is empty in lists': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/uuid',
      edit: {set: ''},
    },
  }),
  ...breaking('store.users.list-item-has-day-of-creation', {
    'the day is always the same': {
      seam: 'member',
      situation: 'page',
      pointer: '/data/paginator/data/*/created_at_date_string',
      edit: {set: '1999-01-01'},
    },
  }),
  ...breaking('store.users.refused-create-makes-nobody', {
    'a refused create makes the user': {seam: 'effect', situation: 'invalid', in: CREATE},
    'an unknown plan is refused after the user was made': refusedTooLate('assign_new_plan'),
    'a taken external_id is refused after the user was made': refusedTooLate('external_id'),
  }),
  ...breaking('store.users.refused-update-changes-nothing', {
    'a refused update is stored': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'a refused update stores the flags': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email', 'sessions_limit'],
    },
    'an update of an unknown user makes one': around(UPDATE, (next) => (view, input) => {
      const done = next(view, input);
      if (!isRefused(done) || done.refused !== 'user-not-found') return done;
      return refusedButDone(done, [{table: 'users', put: strayUser(view, input)}]);
    }),
  }),
  ...breaking('store.users.assigned-plan-is-given', {
    'an update without a plan takes all plans away': afterwards(UPDATE, (done, view, input) => {
      if ('assign_new_plan' in (input.body as object)) return done;
      const plans = view.all('subscriptions', 'user', input.path['id'] ?? '');
      const ends = plans.map(({key}) => ({table: 'subscriptions', del: key}));
      return withChanges(done, ...ends);
    }),
  }),
  ...breaking('store.users.password-is-never-shown', {
    'create returns the password': responding((_data, input) => ({
      new_password: passwordOf(input),
    })),
    'the password is stored as the name': passwordAsName,
  }),
  ...breaking('store.users.creation-date-is-one-instant', {
    'the timestamp is an hour off': {
      seam: 'member',
      situation: 'created',
      in: ['createUser'],
      pointer: '/data/created_at/timestamp',
      edit: {add: 3600},
    },
    'the time zone does not fit the date': {
      seam: 'member',
      situation: 'created',
      in: ['createUser'],
      pointer: '/data/created_at/timezone',
      edit: {set: 'America/Bogota'},
    },
    'no time zone fits the date': {
      seam: 'several',
      seams: [
        {
          seam: 'member',
          situation: 'created',
          in: ['createUser'],
          pointer: '/data/created_at/timezone',
          edit: {set: 'Store/Time'},
        },
        {
          seam: 'member',
          situation: 'created',
          in: ['createUser'],
          pointer: '/data/created_at/timestamp',
          edit: {add: 86_400},
        },
      ],
    },
    'the timestamp of updated_at has milliseconds': responding(({updated_at: value}) => {
      const updated = value as {timestamp: number};
      return {updated_at: {...updated, timestamp: updated.timestamp * 1000}};
    }),
  }),
];
