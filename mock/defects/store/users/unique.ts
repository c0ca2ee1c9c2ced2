import type {Defect} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, breaking, hearing, viewWith} from '../../breaking.ts';
import {CREATE, UPDATE, making, taken, userIn} from './changed-users.ts';

/** A user whose email came by an update. */
type Moved = User & {moved?: boolean};

/** A view in which one check is not made. */
const unchecked = (view: View, situation: string): View =>
  viewWith(view, (plain) => ({checks: (one) => one !== situation && plain.checks(one)}));

/** What of a user has to be one's own. */
export const unique: Defect[] = [
  ...breaking('store.users.email-is-unique', {
    'not on create': {seam: 'skip', situation: 'email-taken', in: CREATE},
    'not on update': {seam: 'skip', situation: 'email-taken', in: UPDATE},
    'not even from oneself': around(
      UPDATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.email === (input.body as {email: string}).email
          ? taken('email')
          : next(view, input),
    ),
    'one that came by an update is free': {
      seam: 'several',
      seams: [
        making(UPDATE, () => ({moved: true}) as Partial<Moved>),
        around(CREATE, (next) => (view, input) => {
          const holders = view.all<Moved>('users', 'email', (input.body as {email: string}).email);
          return holders.length && holders.every(({moved}) => moved)
            ? next(unchecked(view, 'email-taken'), input)
            : next(view, input);
        }),
      ],
    },
    'updates are checked before the other wrote': {seam: 'stale', in: UPDATE, table: 'users'},
  }),
  ...breaking('store.users.external-id-is-unique', {
    'two users have one': {seam: 'skip', situation: 'external-id-taken', in: CREATE},
  }),
  ...breaking('store.users.parallel-creates-stay-unique', {
    'checked before the other wrote': {seam: 'stale', in: CREATE, table: 'users'},
  }),
  ...breaking('store.users.uniqueness-ends-at-the-store', {
    'it goes through all stores': {seam: 'tenancy', in: CREATE},
    'nobody looks in the second store': around(
      CREATE,
      (next) => (view, input) =>
        next(
          view.tenant === 'store-b'
            ? unchecked(unchecked(view, 'email-taken'), 'external-id-taken')
            : view,
          input,
        ),
    ),
  }),
  ...breaking('store.users.external-id-cannot-change', {
    'another is taken': {seam: 'skip', situation: 'external-id-changed', in: UPDATE},
    'another is passed over': hearing(UPDATE, ({body, path}, view) => ({
      body: {...(body as object), external_id: userIn(view, path)?.external_id},
    })),
    'its letters are taken as one': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const body = input.body as {external_id: string};
      return user?.external_id?.toLowerCase() === body.external_id.toLowerCase()
        ? next(view, {...input, body: {...body, external_id: user.external_id}})
        : next(view, input);
    }),
  }),
  ...breaking('store.users.external-id-change-changes-nothing', {
    'the rest is updated': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'the email moves': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['admin', 'only_sees_readable', 'sessions_limit'],
    },
    'the flags move': {seam: 'effect', situation: 'invalid', in: UPDATE, keep: ['email']},
    'sessions_limit moves': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email', 'admin', 'plan_admin', 'only_sees_readable'],
    },
    'plan_admin moves': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email', 'admin', 'sessions_limit', 'only_sees_readable'],
    },
  }),
  ...breaking('store.users.external-id-change-is-called-prohibited', {
    'it is called invalid': {
      seam: 'member',
      situation: 'invalid',
      in: UPDATE,
      pointer: '/errors/external_id',
      edit: {set: ['The external id is invalid.']},
    },
  }),
  ...breaking('store.users.own-external-id-is-accepted', {
    'no external id is': around(
      UPDATE,
      (next) => (view, input) =>
        'external_id' in (input.body as object) ? taken('external_id') : next(view, input),
    ),
    'not beside a new email': around(
      UPDATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.email === (input.body as {email: string}).email
          ? next(view, input)
          : taken('external_id'),
    ),
  }),
];
