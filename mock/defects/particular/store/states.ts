/** Defects of states that are reached on a longer path, of orders of requests, and of particular times. */

import {DAY_MS} from '../../../../spec/durations.ts';
import {isRefused} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, findingAll} from '../../breaking.ts';
import {counted, stale, together} from '../../families/seams.ts';
import {GIVEN} from '../../families/when.ts';
import {CREATE, DEACTIVATE, LIST, REACTIVATE, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {
  listedWith,
  notingEmails,
  notingReturns,
  update,
  USER,
  type Marked,
} from './altered-users.ts';

/** Loses an update of a user that follows immediately after one of another user. */
const losingInTurn = around(UPDATE, (next) => {
  let [last, before] = ['', ''];
  return (view, input) => {
    const id = input.path['id'] ?? '';
    const isInTurn = before === id && last !== id;
    [before, last] = [last, id];
    const outcome = next(view, input);
    return isRefused(outcome) || !isInTurn ? outcome : {...outcome, changes: []};
  };
});

const secondOf = (at: number | null): number => Math.floor((at ?? 0) / 1000);

/** Defects of updates that change too little or too much (Endpoints / Users). */
const updates: ParticularDefect[] = [
  ...particular('updates', 'store.users.update-is-kept', {
    // The third update of a user is answered as a success and stores nothing.
    'the third update is lost': USER.losing(UPDATE, {nth: 3}),
    // An update back to an earlier email of the same user stores nothing.
    'an email that the user had before is not stored': together(
      notingEmails,
      USER.losing(
        UPDATE,
        ({before, body: {email}}) => email !== before?.email && before?.former?.includes(email),
      ),
    ),
    // An update to a smaller sessions_limit keeps the larger one.
    'a sessions_limit only grows': update.stores('sessions_limit', (limit, {before}) =>
      Math.max(limit, before?.sessions_limit ?? 0),
    ),
    // An update to another email that names no sessions_limit sets it to null.
    'another email clears the sessions_limit': update.stores(
      'sessions_limit',
      null,
      ({before, row, body}) => row?.email !== before?.email && body.sessions_limit === undefined,
    ),
    // An update with a new_password makes a user who is admin and plan admin an admin only.
    'a new password takes a role from who has two': update.stores('plan_admin', false, {
      row: {admin: true},
      body: {new_password: GIVEN},
    }),
  }),
  ...particular('order', 'store.users.update-is-kept', {
    // An update stores nothing when another user of the store was deactivated in the same second.
    'an update in the second of a deactivation is lost': USER.losing(UPDATE, ({view, before}) =>
      view
        .all<User>('users', 'gone', 'yes')
        .some(({key, deleted}) => key !== before?.key && secondOf(deleted) === secondOf(view.now)),
    ),
  }),
  ...particular('races', 'store.users.update-is-kept', {
    // A deactivation stores the user as it was on arrival, without an update of the same moment.
    'a deactivation at the same moment takes an update back': stale(DEACTIVATE, 'users'),
  }),
];

/** Defects of states (States / User). */
const longerWays: ParticularDefect[] = [
  ...particular('order', 'store.users.deactivated-can-be-reactivated', {
    // A reactivation has no effect when a user was created since the deactivation.
    'a create in between keeps a user deactivated': together(
      USER.storing(DEACTIVATE, {}, (_user, {view}) => ({leftAt: view.newSeq()})),
      USER.losing(REACTIVATE, ({before, view}) => {
        const [newest] = view.newest<User>('users', {limit: 1});
        return before?.leftAt !== undefined && newest && newest.seq > before.leftAt;
      }),
    ),
  }),
  ...particular('races', 'store.users.anonymization-is-irreversible', {
    // A reactivation stores the user as it was on arrival, also when it was anonymized meanwhile.
    'a reactivation at the same moment brings the person back': stale(REACTIVATE, 'users'),
  }),
  ...particular('states', 'store.users.anonymizing-clears-the-external-id', {
    // Anonymization keeps the external_id of a user who was deactivated and reactivated before.
    'who had been deactivated before keeps it': together(
      notingReturns,
      USER.forgetting(
        DEACTIVATE,
        {row: {state: 'anonymized'}, before: {returned: true}},
        'external_id',
      ),
    ),
  }),
  ...particular('states', 'store.users.anonymizing-clears-the-name', {
    // Anonymization keeps the name of a user who is an admin.
    'an admin keeps the name': USER.forgetting(
      DEACTIVATE,
      {row: {state: 'anonymized', admin: true}},
      'name',
    ),
  }),
  ...particular('states', 'store.users.deleted-at-is-set-while-deactivated', {
    // deleted_at stays null when a user who was reactivated is deactivated again.
    'a second deactivation does not set it': together(
      notingReturns,
      USER.storing(
        DEACTIVATE,
        {row: {state: 'deactivated'}, before: {returned: true}},
        {deleted: null},
      ),
    ),
  }),
  ...particular('states', 'store.users.old-email-finds-nobody', {
    // A search finds an anonymized user by the email that an update had replaced before.
    'the email before an update finds the anonymized user': together(
      notingEmails,
      findingAll<User>(LIST, (users, {table, index, value, view}) => {
        const where = ({former, state}: Marked): boolean =>
          former?.at(-1) === value && state === 'anonymized';
        return index === 'email'
          ? [...users, ...view.oldest<Marked>(table, {limit: 1, where})]
          : users;
      }),
    ),
  }),
  ...particular('states', 'store.users.deactivated-can-be-anonymized', {
    // Of a user who is deactivated already, anonymize=1 anonymizes nothing; anonymize=true does.
    'anonymize=1 leaves a deactivated user as it is': USER.asking(
      DEACTIVATE,
      {before: {state: 'deactivated'}, query: {anonymize: '1'}},
      () => ({
        query: {anonymize: 'false'},
      }),
    ),
  }),
  ...particular('states', 'store.users.deactivated-cannot-log-in', {
    // An admin who was deactivated can still log in.
    'a deactivated admin can log in': USER.storing(
      DEACTIVATE,
      {row: {admin: true, state: 'deactivated'}},
      {may_log_in: true},
    ),
    // A user who was deactivated, reactivated and deactivated again can log in.
    'after a second deactivation a user can log in': together(
      notingReturns,
      USER.storing(DEACTIVATE, {before: {returned: true}}, {may_log_in: true}),
    ),
  }),
  ...particular('order', 'store.users.moves-are-the-listed-ones', {
    // An update is lost when the one before was of another user, and that before it of this one.
    'updates of two users in turn lose the third': losingInTurn,
    // A deactivation has no effect on a user who was created before the last deactivated one.
    'an older user cannot follow a newer one': USER.losing(DEACTIVATE, ({before, query, view}) => {
      const [last] = view
        .all<User>('users', 'gone', 'yes')
        .toSorted((one, other) => (other.deleted ?? 0) - (one.deleted ?? 0));
      return query['anonymize'] === undefined && before && last && before.seq < last.seq;
    }),
  }),
];

/** Defects of particular times, and of races at limits. */
const instants: ParticularDefect[] = [
  ...particular('instants', 'store.users.list-item-has-day-of-creation', {
    // created_at_date_string of a user who was created on the 31st of a month shows the 30th.
    'the 31st is listed as the 30th': listedWith('created_at_date_string', (day) =>
      day.replace(/-31$/, '-30'),
    ),
  }),
  ...particular('instants', 'store.users.creation-date-is-one-instant', {
    // The date object of a user who is created from 12:00 to 12:59 UTC shows the hour 00.
    'noon is midnight': afterwards(CREATE, (done, {now}) => {
      if (new Date(now).getUTCHours() !== 12) return done;
      const body = structuredClone(done.body) as {data: {created_at: {date: string}}};
      body.data.created_at.date = body.data.created_at.date.replace(' 12:', ' 00:');
      return {...done, body};
    }),
  }),
  ...particular('instants', 'store.users.deleted-at-is-set-while-deactivated', {
    // deleted_at stays null for a deactivation on the 29th, 30th or 31st.
    'not on the last days of a month': USER.storing(
      DEACTIVATE,
      ({view}) => new Date(view.now).getUTCDate() > 28,
      {deleted: null},
    ),
  }),
  ...particular('instants', 'store.limits.minute-passes', {
    // A token that spent its minute is served again after 61 seconds only.
    'the minute is a second too long': counted('store.limits.minute', {span: 61_000}),
  }),
  ...particular('instants', 'store.limits.day-rolls', {
    // A read counts for the quota of the store one second longer than 24 hours.
    'the day of a store is a second too long': counted('store.limits.store_reads', {
      span: DAY_MS + 1000,
    }),
  }),
  ...particular('races', 'store.limits.sixty-a-minute', {
    // A request counts for the minute only a moment after it was let pass.
    'requests at the same moment pass the minute': {seam: 'late', situation: 'rate-limited'},
  }),
  ...particular('races', 'store.limits.two-thousand-reads-a-token', {
    // A read counts for the day only a moment after it was let pass.
    'reads at the same moment pass the quota': {seam: 'late', situation: 'quota-spent'},
  }),
];

/** Defects of states and times of users. */
export const states: ParticularDefect[] = [...updates, ...longerWays, ...instants];
