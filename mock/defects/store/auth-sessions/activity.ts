/** Defects of what the list says about the last visit (Resources / Authentication session). */

import type {Defect} from '../../../defect.ts';
import {breaking, atPlace} from '../../breaking.ts';
import {showing} from './shown-sessions.ts';

/** Defects of the last activity and of the elapsed time. */
export const activity: Defect[] = [
  ...breaking('store.auth-sessions.last-activity-is-the-last-visit', {
    'the time of the request is shown': showing((_session, {now}) => ({
      last_activity: new Date(now).toISOString().slice(0, 19),
    })),
    'a session expires when it began': showing(({last_activity: seen}) => ({
      session_expires_at: seen,
    })),
  }),
  ...atPlace(
    'of a session that was not used for long',
    breaking('store.auth-sessions.has-elapsed-time', {
      'an elapsed time has only the minutes beyond the hour': showing(
        ({last_activity_diff: text}) => ({
          last_activity_diff: text === '1 hour ago' ? '30 minutes ago' : text,
        }),
      ),
      'an elapsed time of hours is told in days': showing(({last_activity_diff: text}) => ({
        last_activity_diff: String(text).replace('hour', 'day'),
      })),
      'every elapsed time is a second': showing(() => ({last_activity_diff: '1 second ago'})),
    }),
  ),
];
