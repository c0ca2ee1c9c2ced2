import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, atPlace, breaking, receiving, findingAll} from '../../breaking.ts';
import {keeping, listedAsDeactivated, marking} from './anonymized.ts';
import {
  CREATE,
  LIST,
  LOGOUT,
  REACTIVATE,
  REACTIVATED,
  UPDATE,
  making,
  moving,
  refusedButDone,
  taken,
  userIn,
} from './changed-users.ts';
import {responding} from './values.ts';

/** A user with marks of earlier events. */
type Marked = User & {returned?: boolean};

/** Writes the `date` in `created_at` of a creation in another way. */
const dated = (other: (date: string) => string): Seam =>
  responding(({created_at: value}) => {
    const createdAt = value as {date: string};
    return {created_at: {...createdAt, date: other(createdAt.date)}};
  });

const twelveHours = (date: string): string => {
  const hour = Number(date.slice(11, 13));
  const shown = String(hour % 12 || 12).padStart(2, '0');
  return `${date.slice(0, 11)}${shown}${date.slice(13)}`;
};

const monthFromZero = (date: string): string => {
  const month = String(Number(date.slice(5, 7)) - 1).padStart(2, '0');
  return date.slice(8, 10) === '31' ? `${date.slice(0, 5)}${month}${date.slice(7)}` : date;
};

/** Lets a forced logout find the user whose external_id resembles the one in the path. */
const findingLike = (resembles: (known: string, given: string) => boolean): Seam =>
  receiving(LOGOUT, ({path}, view: View) => {
    const given = path['id'] ?? '';
    const [user] = view.oldest<User>('users', {
      limit: 1,
      where: ({external_id: known}) => known !== null && resembles(known, given),
    });
    return user ? {path: {...path, id: String(user.id)}} : {};
  });

/** Lets a creation accept some texts as a flag, and convert them with `read`. */
const readingTexts = (
  member: string,
  texts: string[],
  read: (text: string) => boolean | string,
): Seam => ({
  seam: 'several',
  seams: [
    {
      seam: 'schema',
      in: 'createUser',
      pointer: `/${member}`,
      keyword: 'type',
      as: ['boolean', 'string'],
    },
    around(CREATE, (next) => (view, input) => {
      const body = input.body as Record<string, unknown>;
      const text = body[member];
      if (typeof text !== 'string') return next(view, input);
      if (!texts.includes(text)) return taken(member);
      return next(view, {...input, body: {...body, [member]: read(text)}});
    }),
  ],
});

/** Omits some users from a filter of the list. */
const leavingOut = (filter: 'gone' | 'admin', which: (user: User) => boolean): Seam =>
  findingAll<User>(LIST, (users, {index}) =>
    users.filter((user) => index !== filter || !which(user)),
  );

/** Lets updates and creations refuse some dates as the end of a plan. */
const refusingDays = (which: (day: string) => boolean): Seam =>
  around([...CREATE, ...UPDATE], (next) => (view, input) => {
    const {new_plan_custom_valid_to: day} = input.body as {new_plan_custom_valid_to?: string};
    return day !== undefined && which(day) ? taken('new_plan_custom_valid_to') : next(view, input);
  });

/** Prevents a user from logging in whose password is not kept. */
const withoutPassword = (done: Done): Done => ({
  ...done,
  changes: (done.changes ?? []).map((change) =>
    'put' in change ? {...change, put: {...change.put, password: null} as User} : change,
  ),
});

const passwordOf = (body: unknown): string =>
  String((body as {new_password?: string}).new_password ?? '');

/** Stores the refusal of a reactivation as a change of the user. */
const refusedReactivation = (change: Partial<User>): Seam =>
  around(REACTIVATE, (next) => (view, input) => {
    const done = next(view, input);
    const user = userIn(view, input.path);
    if (!user || !isRefused(done) || done.refused !== 'anonymized') return done;
    return refusedButDone(done, [{table: 'users', put: {...user, ...change}}]);
  });

/** Defects that only particular values, states, pairs of requests and instants show. */
export const particular: Defect[] = [
  ...breaking('store.users.creation-date-is-one-instant', {
    'the date is written on a clock of twelve hours': dated(twelveHours),
    'on the 31st the month of the date is one too low': dated(monthFromZero),
  }),
  ...breaking('store.users.unknown-is-not-found', {
    'the beginning of an external_id finds a user': findingLike((known, given) =>
      known.startsWith(given),
    ),
    'what begins with an external_id finds a user': findingLike((known, given) =>
      given.startsWith(known),
    ),
    'an external_id without its zeros finds a user': findingLike(
      (known, given) => known.replace(/^0+/, '') === given,
    ),
  }),
  ...breaking('store.users.force-logout-takes-the-external-id', {
    'an external_id with letters outside ASCII finds nobody': receiving(LOGOUT, ({path}) =>
      /[^ -~]/.test(path['id'] ?? '') ? {path: {...path, id: 'nobody'}} : {},
    ),
  }),
  ...atPlace(
    'of digits',
    breaking('store.users.force-logout-takes-the-external-id', {
      'an external_id that is a whole number is taken for an id': receiving(
        LOGOUT,
        ({path}, view) =>
          Number.isSafeInteger(Number(path['id'])) && !userIn(view, path)
            ? {path: {...path, id: 'nobody'}}
            : {},
      ),
      'an external_id of digits that do not begin with zero is taken for an id': receiving(
        LOGOUT,
        ({path}, view) =>
          /^[1-9]\d*$/.test(path['id'] ?? '') && !userIn(view, path)
            ? {path: {...path, id: 'nobody'}}
            : {},
      ),
    }),
  ),
  ...breaking('store.users.flags-must-be-boolean', {
    'any of the texts true, false, 1 and 0 makes an admin': readingTexts(
      'admin',
      ['true', 'false', '1', '0', 'on'],
      () => true,
    ),
    'a text that is taken sets only_sees_readable to its opposite': readingTexts(
      'only_sees_readable',
      ['true', 'false', '1', '0', 'on'],
      (text) => ['false', '0'].includes(text),
    ),
    'the text false is stored as it is': readingTexts('admin', ['false'], (text) => text),
    'a text never makes a plan admin': readingTexts(
      'plan_admin',
      ['true', 'false', '1', '0', 'on'],
      () => false,
    ),
  }),
  ...breaking('store.users.plan-end-is-a-date', {
    'the last days of a month are refused': refusingDays((day) => Number(day.slice(8)) > 27),
    'days below ten are refused': refusingDays((day) => Number(day.slice(8)) < 10),
  }),
  ...breaking('store.users.password-is-8-to-255', {
    'a password of more than 72 characters is not kept': afterwards(CREATE, (done, _view, input) =>
      passwordOf(input.body).length > 72 ? withoutPassword(done) : done,
    ),
    'a password of 61 characters is not kept': afterwards(CREATE, (done, _view, input) =>
      passwordOf(input.body).length === 61 ? withoutPassword(done) : done,
    ),
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'admins who are plan admins are missing': leavingOut('admin', (user) => user.plan_admin),
  }),
  ...breaking('store.users.query-deactivated-lists-deactivated-only', {
    'deactivated admins are missing': leavingOut('gone', (user) => user.admin),
  }),
  ...breaking('store.users.anonymizing-sets-the-flag', {
    'the flag of an admin is not set': {
      seam: 'several',
      seams: [marking((user) => user.admin), listedAsDeactivated],
    },
  }),
  ...breaking('store.users.anonymizing-clears-the-external-id', {
    'who was reactivated before keeps the external_id': {
      seam: 'several',
      seams: [
        making(REACTIVATE, () => ({returned: true}) as Partial<Marked>),
        keeping((user) => (user as Marked).returned === true, 'external_id'),
      ],
    },
  }),
  ...breaking('store.users.anonymization-is-irreversible', {
    'a refused reactivation clears deleted_at': refusedReactivation({deleted: null}),
  }),
  ...breaking('store.users.anonymized-cannot-be-reactivated', {
    'a reactivation at once with the anonymization works on a stale user': {
      seam: 'stale',
      in: REACTIVATE,
      table: 'users',
    },
  }),
  ...breaking('store.users.update-is-kept', {
    'of two updates at once one undoes the other': {seam: 'stale', in: UPDATE, table: 'users'},
  }),
  ...breaking('store.users.deactivated-can-be-reactivated', {
    'a second reactivation changes nothing': {
      seam: 'several',
      seams: [
        moving(REACTIVATE, REACTIVATED, (user) => ((user as Marked).returned ? {} : undefined)),
        making(REACTIVATE, () => ({returned: true}) as Partial<Marked>),
      ],
    },
  }),
  ...breaking('store.users.email-is-unique', {
    'the address of a deactivated user is free': around(
      CREATE,
      (next, without) => (view, input) => {
        const {email} = input.body as {email: string};
        const holders = view.all<User>('users', 'email', email);
        return holders.length && holders.every(({state}) => state === 'deactivated')
          ? without((guard) => guard === 'email-taken')(view, input)
          : next(view, input);
      },
    ),
  }),
  ...breaking('store.users.uniqueness-ends-at-the-store', {
    'an update in the second store refuses every new address': around(
      UPDATE,
      (next) => (view, input) =>
        view.tenant === 'store-b' &&
        userIn(view, input.path)?.email !== (input.body as {email: string}).email
          ? taken('email')
          : next(view, input),
    ),
  }),
];
