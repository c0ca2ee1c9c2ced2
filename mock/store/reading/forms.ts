import {dateObject, integer, orNull, text} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';

/** The forms of reading sessions, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => {
  const instant = freedom('reading.dates') === 'object' ? dateObject : text;
  return {
    'ReadingPage/current_page': orNull(integer),
    'ReadingSession/started_at': instant,
    'ReadingSession/processed_at': orNull(instant),
    'ReadingSession/last_heartbeat_at': orNull(instant),
  };
};
