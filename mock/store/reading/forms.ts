import {dateObject, integer, orNull, text} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';

/** The forms of reading sessions, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => {
  const isObject = freedom('reading.dates') === 'object';
  const instant = isObject ? dateObject : text;
  const shown = isObject
    ? {timestamp: 1772443800, date: '2026-03-02 09:30:00', timezone: 'UTC'}
    : '2026-03-02 09:30:00';
  return {
    ReadingSession: {shown: {started_at: shown, processed_at: shown, last_heartbeat_at: shown}},
    'ReadingPage/current_page': orNull(integer),
    'ReadingSession/started_at': instant,
    'ReadingSession/processed_at': orNull(instant),
    'ReadingSession/last_heartbeat_at': orNull(instant),
  };
};
