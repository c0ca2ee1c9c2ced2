import type {Chapter} from '../../chapter.ts';
import {forms} from './forms.ts';
import {freedoms} from './freedoms.ts';
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
  freedoms,
  forms,
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
