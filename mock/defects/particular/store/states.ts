import {DAY_MS} from '../../../../spec/durations.ts';
import {afterwards, receiving, findingAll} from '../../breaking.ts';
import {CREATE, DEACTIVATE, LIST, REACTIVATE, UPDATE} from '../../store/users/changed-users.ts';
import type {User} from '../../../store/users/user.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {listedWith, storing, userOf, type Marked} from './altered-users.ts';
import {together} from '../../families/seams.ts';

/** Records in a reactivation that the user was deactivated. */
const noting = storing(REACTIVATE, () => ({returned: true}));

/** Defects of states that are reached on a longer path (States / User). */
const longerWays: ParticularDefect[] = [
  ...particular('states', 'store.users.anonymizing-clears-the-external-id', {
    'who had been deactivated before keeps it': [
      'Anonymization keeps the external_id of a user who was deactivated and reactivated before.',
      together(
        noting,
        storing(DEACTIVATE, ({state}, before) =>
          state === 'anonymized' && before?.returned ? {external_id: before.external_id} : {},
        ),
      ),
    ],
  }),
  ...particular('states', 'store.users.anonymizing-clears-the-name', {
    'an admin keeps the name': [
      'Anonymization keeps the name of a user who is an admin.',
      storing(DEACTIVATE, ({state, admin}, before) =>
        state === 'anonymized' && admin ? {name: before?.name ?? null} : {},
      ),
    ],
  }),
  ...particular('states', 'store.users.deleted-at-is-set-while-deactivated', {
    'a second deactivation does not set it': [
      'deleted_at stays null when a user who was reactivated is deactivated again.',
      together(
        noting,
        storing(DEACTIVATE, ({state}, before) =>
          state === 'deactivated' && before?.returned ? {deleted: null} : {},
        ),
      ),
    ],
  }),
  ...particular('states', 'store.users.old-email-finds-nobody', {
    'the email before an update finds the anonymized user': [
      'A search finds an anonymized user by the email that an update had replaced before.',
      together(
        storing(UPDATE, ({email}, before) =>
          before && before.email !== email ? {former: before.email} : {},
        ),
        findingAll<User>(LIST, (users, {table, index, value, view}) => {
          const where = ({former, state}: Marked): boolean =>
            former === value && state === 'anonymized';
          return index === 'email'
            ? [...users, ...view.oldest<Marked>(table, {limit: 1, where})]
            : users;
        }),
      ),
    ],
  }),
  ...particular('states', 'store.users.deactivated-can-be-anonymized', {
    'anonymize=1 leaves a deactivated user as it is': [
      'Of a user who is deactivated already, anonymize=1 anonymizes nothing; anonymize=true does.',
      receiving(DEACTIVATE, (input, view) =>
        input.query['anonymize'] === '1' && userOf(view, input)?.state === 'deactivated'
          ? {query: {anonymize: 'false'}}
          : {},
      ),
    ],
  }),
];

const dateOf = (at: number): number => new Date(at).getUTCDate();
const hourOf = (at: number): number => new Date(at).getUTCHours();

/** Defects of dates and limits at particular times. */
const instants: ParticularDefect[] = [
  ...particular('instants', 'store.users.list-item-has-day-of-creation', {
    'the 31st is listed as the 30th': [
      'created_at_date_string of a user who was created on the 31st of a month shows the 30th.',
      listedWith(({created_at_date_string: day}) => ({
        created_at_date_string: day.replace(/-31$/, '-30'),
      })),
    ],
  }),
  ...particular('instants', 'store.users.creation-date-is-one-instant', {
    'noon is midnight': [
      'The date object of a user who is created from 12:00 to 12:59 UTC shows the hour 00.',
      afterwards(CREATE, (done, {now}) => {
        if (hourOf(now) !== 12) return done;
        const body = structuredClone(done.body) as {data: {created_at: {date: string}}};
        body.data.created_at.date = body.data.created_at.date.replace(' 12:', ' 00:');
        return {...done, body};
      }),
    ],
  }),
  ...particular('instants', 'store.limits.minute-passes', {
    'the minute is a second too long': [
      'A token that spent its minute is served again after 61 seconds only.',
      {seam: 'count', count: {counter: 'store.limits.minute', span: 61_000}},
    ],
  }),
  ...particular('instants', 'store.limits.day-rolls', {
    'the day of a store is a second too long': [
      'A read counts for the quota of the store one second longer than 24 hours.',
      {seam: 'count', count: {counter: 'store.limits.store_reads', span: DAY_MS + 1000}},
    ],
  }),
  ...particular('instants', 'store.users.deleted-at-is-set-while-deactivated', {
    'not on the last days of a month': [
      'deleted_at stays null for a deactivation on the 29th, 30th or 31st.',
      storing(DEACTIVATE, (_after, _before, {now}) => (dateOf(now) > 28 ? {deleted: null} : {})),
    ],
  }),
];

/** Defects of states and times of users. */
export const states: ParticularDefect[] = [...longerWays, ...instants];
