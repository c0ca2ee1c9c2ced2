import type {Defect, Seam} from '../../../defect.ts';
import type {ReadingSession} from '../../../store/reading/reading-session.ts';
import {storedRow} from '../requests.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {CONTINUE, paging, showing, type ShownSession} from './shown-sessions.ts';

/** Changes how the list shows sessions in progress: those with three highlights, and none initially. */
const whileGoingOn = (change: (session: ShownSession) => Partial<ShownSession>): Seam =>
  showing((session) => (session['highlights'] === 3 ? change(session) : {}));

/** Defects of sessions that go on at once. */
const atOnce: Defect[] = atPlace('while it goes on', [
  ...breaking('store.reading.shows-what-was-read', {
    'a session that goes on loses its external id': whileGoingOn(() => ({issue_external_id: null})),
  }),
  ...breaking('store.reading.shows-who-read', {
    'a session that goes on loses its user': whileGoingOn(() => ({user_external_id: null})),
  }),
  ...breaking('store.reading.shows-how-it-was-read', {
    'a session that goes on is offline': whileGoingOn(({access_mode: mode}) => ({
      access_mode: mode === 'offline' ? 'online' : 'offline',
    })),
  }),
  ...breaking('store.reading.shows-why-it-may-be-read', {
    'a session that goes on is one of an administrator': whileGoingOn(() => ({
      reason_type: 'administrator_user',
    })),
  }),
  ...breaking('store.reading.started-at-is-when-it-was-read', {
    'a session that goes on begins anew': whileGoingOn(() => ({started_at: '2099-01-01 00:00:00'})),
  }),
  ...breaking('store.reading.uuid-is-unique', {
    'a session that goes on is listed twice': paging(({data}) => ({
      data: data.flatMap((row) => (row['highlights'] ? [row, row] : [row])).slice(0, 25),
    })),
  }),
]);

/** Lets a session begin at another instant when it goes on. */
const beginningAt = (other: (session: ReadingSession, now: number) => number): Seam =>
  afterwards(CONTINUE, (done, {now}) => {
    const session = storedRow<ReadingSession>(done, 'reading_sessions');
    if (!session) return done;
    const put: ReadingSession = {...session, started: other(session, now)};
    return {...done, changes: [{table: 'reading_sessions', put}]};
  });

/** Defects of sessions in progress, at once and some time later. */
export const goingOn: Defect[] = [
  ...atOnce,
  ...atPlace(
    'when it goes on some time later',
    breaking('store.reading.started-at-is-when-it-was-read', {
      'a session begins when it goes on': beginningAt((_session, now) => now),
      'a session begins with its heartbeat before': beginningAt(
        ({started}, now) => (started + now) / 2,
      ),
    }),
  ),
];
