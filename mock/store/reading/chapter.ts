import type {Chapter} from '../../chapter.ts';
import {listReadingSessions} from './list-sessions.ts';
import {dayOf, monthOf, reasonAndValue, type ReadingSession} from './reading-session.ts';
import {continueReading, recordReading} from './record-session.ts';
import {switchConsumption} from './switch-consumption.ts';
import {demo, suite} from './template.ts';

/** The sessions in which content was read (Resources / Reading session). */
export const reading: Chapter = {
  name: 'store/reading',
  tables: {
    reading_sessions: {
      indexes: {
        user: {of: ({user}: ReadingSession) => user ?? undefined},
        issue: {of: ({issue}: ReadingSession) => String(issue)},
        reason_type: {of: (session: ReadingSession) => session.reason_type},
        reason_value: {
          of: ({reason_type: type, reason_value: value}: ReadingSession) =>
            value === null ? undefined : reasonAndValue(type, value),
        },
        month: {of: ({started}: ReadingSession) => String(monthOf(started))},
        day: {of: ({started}: ReadingSession) => String(dayOf(started))},
      },
    },
  },
  numbers: {'reading.page_size': 25},
  freedoms: {
    /** Order of the list by creation: `newest` or `oldest` first (NS-ST-23). */
    'reading.order': 'newest',
    /** Form of datetimes: a `text` in the zone of the store, `iso`, or an `object` (NS-ST-23). */
    'reading.dates': 'text',
    /** `current_page`: the pages are `counted`, or it is `null` (NS-ST-23). */
    'reading.current_page': 'counted',
    /** The instant that filters by date compare: when a session `started` or was `processed` (NS-ST-25). */
    'reading.dates_of': 'started',
    /** Whether the day `to_date` is part of the period: `included` or `excluded` (NS-ST-25). */
    'reading.last_day': 'included',
    /** The response to an unknown cursor: `refused`, `first_page` or `empty_page` (NS-ST-100). */
    'reading.unknown_cursor': 'refused',
    /** The response to a filter by something that does not exist: an `empty_page`, or `refused` (NS-ST-101). */
    'reading.unknown_filter': 'empty_page',
    /** Whether the URLs of other pages repeat the filters (NS-ST-102). */
    'reading.url_filters': true,
    /** The users in old sessions: `as_they_are`, or `as_they_were` at the time (NS-ST-103). */
    'reading.people': 'as_they_are',
  },
  refusals: {
    'consumption-disabled': 'Reading sessions are not part of the plan of this store.',
    'listReadingSessions.filter-refused':
      'A filter is not valid, or lacks the one that belongs to it.',
    'listReadingSessions.cursor-refused': 'The cursor was not given for this list.',
    'issue-filter-refused': 'Content not found.',
    'listReadingSessions.user-filter-refused': 'User not found.',
  },
  operations: {listReadingSessions},
  siteOperations: {recordReading, continueReading, switchConsumption},
  templates: {demo, suite},
};
