import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {has, paging, pagingWithMemory, showing, type ShownSession} from './shown-sessions.ts';

/** Changes members of guests in the lists of some requests. */
const showingGuests = (isMeant: (input: Input) => boolean, other: Partial<ShownSession>): Seam =>
  paging(({data}, _view, input) => ({
    data: data.map((row) =>
      row.user_id === null && isMeant(input) ? ({...row, ...other} as ShownSession) : row,
    ),
  }));

/** Defects of sessions of particular readers and times. */
export const particularReaders: Defect[] = [
  ...breaking('store.reading.guest-has-no-user', {
    'a guest offline is called a guest': showing(({user_id: user, access_mode: mode}) =>
      user === null && mode === 'offline' ? {user_name: 'Guest'} : {},
    ),
  }),
  ...atPlace(
    'in lists by each filter',
    breaking('store.reading.guest-has-no-user', {
      'with the issue in the query a guest has an empty email': showingGuests(
        ({query}) => has(query, 'issue_id'),
        {user_email: ''},
      ),
      'with days in the query a guest is called a guest': showingGuests(
        ({query}) => has(query, 'from_date'),
        {user_name: 'Guest'},
      ),
    }),
  ),
  ...atPlace(
    'in lists by many filters',
    breaking('store.reading.guest-has-no-user', {
      'with a reason and days in the query a guest has an empty email': showingGuests(
        ({query}) => has(query, 'reason_type', 'from_date'),
        {user_email: ''},
      ),
    }),
  ),
  ...breaking('store.reading.shows-how-it-was-read', {
    'guests have no system': showing(({user_id: user}) =>
      user === null ? {device_os: 'Unknown'} : {},
    ),
  }),
  ...breaking('store.reading.shows-why-it-may-be-read', {
    'guests read for free': showing(({user_id: user}) =>
      user === null ? {reason_type: 'free_access'} : {},
    ),
  }),
  ...breaking('store.reading.counters-are-those-of-the-session', {
    'notes of guests are not counted': showing(({user_id: user}) =>
      user === null ? {notes: 0} : {},
    ),
  }),
  ...atPlace(
    'after an update of the user',
    breaking('store.reading.shows-who-read', {
      'the address is the one that was shown first': pagingWithMemory(() => {
        const known = new Map<number | null, unknown>();
        return ({data}) => {
          for (const {user_id: user, user_email: email} of data)
            if (!known.has(user)) known.set(user, email);
          return {data: data.map((row) => ({...row, user_email: known.get(row.user_id)}))};
        };
      }),
    }),
  ),
];
