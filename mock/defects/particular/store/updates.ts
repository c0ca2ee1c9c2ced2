import type {User} from '../../../store/users/user.ts';
import {DEACTIVATE, REACTIVATE, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {bodyOf, losing, storing, userOf, type Marked} from './altered-users.ts';
import {stale, together} from '../../families/seams.ts';

/** Defects of updates that change too little or too much. */
const changes: ParticularDefect[] = particular('updates', 'store.users.update-is-kept', {
  'the third update is lost': [
    'The third update of a user is answered as a success and stores nothing.',
    losing(UPDATE, (_view, {path: {id = ''}}, times) => {
      const nth = (times.get(id) ?? 0) + 1;
      times.set(id, nth);
      return nth === 3;
    }),
  ],
  'an email that the user had before is not stored': [
    'An update back to an earlier email of the same user stores nothing.',
    losing(UPDATE, (view, input, seen) => {
      const {email, id} = userOf(view, input) ?? {};
      seen.set(`${id} ${email}`, 1);
      const given = bodyOf(input).email;
      return given !== email && seen.has(`${id} ${given}`);
    }),
  ],
  'a sessions_limit only grows': [
    'An update to a smaller sessions_limit keeps the larger one.',
    storing(UPDATE, ({sessions_limit: after}, before) => {
      const limit = before?.sessions_limit ?? null;
      return limit !== null && after !== null && after < limit ? {sessions_limit: limit} : {};
    }),
  ],
  'another email clears the sessions_limit': [
    'An update to another email that names no sessions_limit sets it to null.',
    storing(UPDATE, ({email}, before, _view, input) =>
      email === before?.email || bodyOf(input).sessions_limit !== undefined
        ? {}
        : {sessions_limit: null},
    ),
  ],
  'a new password takes a role from who has two': [
    'An update with a new_password makes a user who is admin and plan admin an admin only.',
    storing(UPDATE, ({admin, plan_admin: both}, _before, _view, input) =>
      admin && both && bodyOf(input).new_password !== undefined ? {plan_admin: false} : {},
    ),
  ],
});

/** Defects of requests about one user that depend on events of another. */
const orders: ParticularDefect[] = [
  ...particular('order', 'store.users.update-is-kept', {
    'an update in the second of a deactivation is lost': [
      'An update stores nothing when another user of the store was deactivated in the same second.',
      losing(UPDATE, (view, {path}) => {
        const second = Math.floor(view.now / 1000);
        const gone = view.all<User>('users', 'gone', 'yes');
        return gone.some(
          ({key, deleted}) => key !== path['id'] && Math.floor((deleted ?? 0) / 1000) === second,
        );
      }),
    ],
  }),
  ...particular('order', 'store.users.deactivated-can-be-reactivated', {
    'a create in between keeps a user deactivated': [
      'A reactivation has no effect when a user was created since the deactivation.',
      together(
        storing(DEACTIVATE, (_after, _before, view) => ({leftAt: view.newSeq()})),
        losing(REACTIVATE, (view, input) => {
          const {leftAt} = (userOf(view, input) ?? {}) as Partial<Marked>;
          const [newest] = view.newest<User>('users', {limit: 1});
          return leftAt !== undefined && newest !== undefined && newest.seq > leftAt;
        }),
      ),
    ],
  }),
];

/** Defects of two simultaneous operations on one user. */
const races: ParticularDefect[] = [
  ...particular('races', 'store.users.update-is-kept', {
    'a deactivation at the same moment takes an update back': [
      'A deactivation stores the user as it was on arrival, without an update of the same moment.',
      stale(DEACTIVATE, 'users'),
    ],
  }),
  ...particular('races', 'store.users.anonymization-is-irreversible', {
    'a reactivation at the same moment brings the person back': [
      'A reactivation stores the user as it was on arrival, also when it was anonymized meanwhile.',
      stale(REACTIVATE, 'users'),
    ],
  }),
];

/** Defects of updates, alone and among other requests (Endpoints / Users). */
export const updates: ParticularDefect[] = [...changes, ...orders, ...races];
