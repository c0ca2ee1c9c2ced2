import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {newUser, type NewUser} from '../../../store/users/user.ts';
import {around} from '../../breaking.ts';
import {
  keeping,
  refusedButDone,
  shifted,
  shown,
  stale,
  together,
  unstored,
} from '../../families/seams.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects, each} from '../../table.ts';
import {
  CREATE,
  giving,
  refusedButDone as withChangesOf,
  storingIfRefused,
  UPDATE,
  USER,
  type AskedUser,
  type UserBody,
} from './changed-users.ts';

const {after, forgetting, storing, touching} = USER;

/** Refuses a creation because of one field, but performs it without the checks. */
const refusedTooLate = (field: string): Seam =>
  around(CREATE, (next, without) => {
    const unguarded = without(() => true);
    return (view, input) => {
      const done = next(view, input);
      if (!isRefused(done) || Object.keys(done.errors ?? {}).join() !== field) return done;
      const made = unguarded(view, input);
      return isRefused(made) ? done : withChangesOf(done, made.changes);
    };
  });

/** A user in the response to a creation. */
type CreatedUser = {email: string} & Record<
  'created_at' | 'updated_at',
  {date: string; timestamp: number}
>;

/** Changes members of `data` in the response to a creation. */
const responding = (
  other: (data: CreatedUser, asked: AskedUser) => Record<string, unknown>,
  when: Parameters<typeof after>[1] = {},
): Seam =>
  after(CREATE, when, (done, asked) => {
    const body = done.body as {data: CreatedUser};
    return {...done, body: {...body, data: {...body.data, ...other(body.data, asked)}}};
  });

/** Writes the `date` in `created_at` of a creation in another way. */
const dated = (other: (date: string) => string): Seam =>
  responding(({created_at: at}) => ({created_at: {...at, date: other(at.date)}}));

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const twelveHours = (date: string): string =>
  `${date.slice(0, 11)}${twoDigits(Number(date.slice(11, 13)) % 12 || 12)}${date.slice(13)}`;

const monthFromZero = (date: string): string =>
  date.slice(8, 10) === '31'
    ? `${date.slice(0, 5)}${twoDigits(Number(date.slice(5, 7)) - 1)}${date.slice(7)}`
    : date;

/** Creates a user by an update of an unknown id. */
const strayUser = storingIfRefused(UPDATE, (view, {body}, {refused}) =>
  refused === 'user-not-found'
    ? newUser(
        {
          ...(body as Pick<NewUser, 'email' | 'external_id'>),
          key: '777777777',
          id: 777_777_777,
          uuid: 'stray',
          tenant: view.tenant,
          seq: 777_777_777,
        },
        view.now,
      )
    : undefined,
);

/** Ends the plans of a user by an update that names none. */
const endingPlans = after(UPDATE, {body: {assign_new_plan: ABSENT}}, (done, {view, before}) =>
  withChanges(
    done,
    ...view
      .all('subscriptions', 'user', before?.key ?? '')
      .map(({key}) => ({table: 'subscriptions', del: key})),
  ),
);

/** What the list shows of users. */
const listed = (member: string, value: unknown): Seam =>
  shown('page', `/data/paginator/data/*/${member}`, value);

/** What the creation shows of the user. */
const created = (member: string, value: unknown): Seam =>
  shown('created', `/data/${member}`, value, {in: CREATE});

/** Changes some bits of flags where others are set. */
const flagged = (
  operation: string[],
  flag: 'admin' | 'plan_admin' | 'only_sees_readable',
  other: UserBody,
): Seam => storing(operation, {row: {[flag]: true}}, other as object);

const isNewEmail = ({before, body}: AskedUser): boolean => before?.email !== body.email;
const NEW_PASSWORD = {body: {new_password: GIVEN}} as const;
const EVERYBODY = (): boolean => true;

/** Defects of which values of a creation and an update are stored and shown (Resources / User). */
export const values: Defect[] = defects({
  'store.users.created-is-as-given': {
    'the email is returned in capitals': responding(({email}) => ({
      email: email.toUpperCase(),
    })),
    'the external_id is cut to 12 characters': giving(CREATE, {}, ({external_id: id}) => ({
      external_id: id?.slice(0, 12),
    })),
    'the list shows another email': listed('email', 'somebody@readers.example'),
    'the sessions_limit is not stored': giving(CREATE, {}, {sessions_limit: null}),
    'the list shows another external_id': listed('external_id', 'reader-x'),
  },
  'store.users.flags-given-are-kept': {
    ...each(['admin', 'plan_admin', 'only_sees_readable'], (name) => [
      `${name} is not stored`,
      giving(CREATE, {}, {[name]: false}),
    ]),
    'a plan admin is made an admin': flagged(CREATE, 'plan_admin', {admin: true}),
    'an admin is made a plan admin': flagged(CREATE, 'admin', {plan_admin: true}),
    'who only sees what is readable is made an admin': flagged(CREATE, 'only_sees_readable', {
      admin: true,
    }),
    'the list shows every user as admin': listed('admin', true),
    'the list shows no plan admin': listed('plan_admin', false),
  },
  'store.users.update-is-kept': {
    'an update stores nothing': unstored(UPDATE, 'users'),
    ...each(['email', 'sessions_limit', 'admin', 'plan_admin', 'only_sees_readable'], (name) => [
      `an update does not store ${name}`,
      keeping(UPDATE, 'users', name),
    ]),
    'an update does not store the password': keeping(UPDATE, 'users', 'password'),
    'an update makes who only sees what is readable a plan admin': flagged(
      UPDATE,
      'only_sees_readable',
      {plan_admin: true},
    ),
    'an update makes a plan admin see only what is readable': flagged(UPDATE, 'plan_admin', {
      only_sees_readable: true,
    }),
    ...each(
      Object.entries({admin: false, plan_admin: false, sessions_limit: null}),
      ([name, value]) => [
        `an update that does not name ${name} resets it`,
        storing(UPDATE, {body: {[name]: ABSENT}}, {[name]: value}),
      ],
    ),
    'the second new password is not kept': forgetting(
      UPDATE,
      {...NEW_PASSWORD, from: 2},
      'password',
    ),
    'an update without a password removes it': storing(
      UPDATE,
      {body: {new_password: ABSENT}},
      {password: ''},
    ),
    'an update makes a plan admin an admin': flagged(UPDATE, 'plan_admin', {admin: true}),
    'an update makes an admin a plan admin': flagged(UPDATE, 'admin', {plan_admin: true}),
    'an update changes the sessions_limit of all users': touching(
      UPDATE,
      EVERYBODY,
      (_other, {row}) => row && {sessions_limit: row.sessions_limit},
    ),
    'an update makes all users admins': touching(UPDATE, EVERYBODY, {admin: true}),
    'of two updates at once one undoes the other': stale(UPDATE, 'users'),
  },
  'store.users.update-is-kept @ new_password with other members': {
    'a new email keeps the old password': forgetting(UPDATE, isNewEmail, 'password'),
    'a new limit keeps the old password': forgetting(
      UPDATE,
      {body: {sessions_limit: GIVEN}},
      'password',
    ),
  },
  'store.users.dates-are-objects-on-create': {
    'updated_at is month 99 of the year': created('updated_at/date', '2026-99-99 99:99:99'),
  },
  'store.users.dates-are-iso-strings-in-lists': {
    'updated_at is month 99 of the year': listed('updated_at', '2026-99-99T99:99:99'),
  },
  'store.users.creation-date-is-one-instant': {
    'the list shows another instant': listed('created_at', '2026-01-02T03:04:05Z'),
    'the timestamp is an hour off': shifted('created', '/data/created_at/timestamp', 3600, {
      in: CREATE,
    }),
    'the time zone does not fit the date': created('created_at/timezone', 'America/Bogota'),
    'no time zone fits the date': together(
      created('created_at/timezone', 'Store/Time'),
      shifted('created', '/data/created_at/timestamp', 86_400, {in: CREATE}),
    ),
    'the timestamp of updated_at has milliseconds': responding(({updated_at: at}) => ({
      updated_at: {...at, timestamp: at.timestamp * 1000},
    })),
    'the date is written on a clock of twelve hours': dated(twelveHours),
    'on the 31st the month of the date is one too low': dated(monthFromZero),
  },
  'store.users.creation-date-is-one-instant @ of another store': {
    'the time zone of another store is not that of its dates': responding(
      ({created_at: at}) => ({created_at: {...at, timezone: 'Asia/Tokyo'}}),
      ({view}) => view.tenant === 'store-b',
    ),
  },
  'store.users.has-uuid': {
    'the uuid of lists is another one': listed('uuid', '5f0c2f0e-3c1f-4d55-9a43-2f6c1f0b7a11'),
    'the uuid is empty': created('uuid', ''),
    'the uuid is empty in lists': listed('uuid', ''),
  },
  'store.users.creation-date-is-one-instant @ over every turn of the calendar': {
    'the date of a leap day is of the day after': dated((date) => date.replace('-02-29', '-03-01')),
  },
  'store.users.list-item-has-day-of-creation': {
    'the day is always the same': listed('created_at_date_string', '1999-01-01'),
  },
  'store.users.refused-create-makes-nobody': {
    'a refused create makes the user': refusedButDone(CREATE, 'invalid'),
    'an unknown plan is refused after the user was made': refusedTooLate('assign_new_plan'),
    'a taken external_id is refused after the user was made': refusedTooLate('external_id'),
  },
  'store.users.refused-update-changes-nothing': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'a refused update stores the flags': refusedButDone(UPDATE, 'invalid', {
      keep: ['email', 'sessions_limit'],
    }),
    'an update of an unknown user makes one': strayUser,
  },
  'store.users.assigned-plan-is-given': {
    'an update without a plan takes all plans away': endingPlans,
  },
  'store.users.password-is-never-shown': {
    'create returns the password': responding((_data, {body}) => ({
      new_password: body.new_password,
    })),
    'the password is stored as the name': storing(CREATE, {}, (_user, {body}) => ({
      name: body.new_password ?? null,
    })),
  },
});
