import type {Defect, Seam} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';
import {paging, showing, type ShownSession} from './shown-sessions.ts';

/** Changes how the list shows sessions in progress: those with three highlights, and none initially. */
const whileGoingOn = (change: (session: ShownSession) => Partial<ShownSession>): Seam =>
  showing((session) => (session['highlights'] === 3 ? change(session) : {}));

/** Defects of sessions in progress. */
export const goingOn: Defect[] = atPlace('while it goes on', [
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
