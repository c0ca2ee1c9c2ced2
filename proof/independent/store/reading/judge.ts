import {blame} from '../replies.ts';
import {isDay} from '../time.ts';
import type {Errors} from '../types.ts';
import {readCursor} from './cursor.ts';
import {REASONS} from './types.ts';

const WHOLE = /^-?\d{1,15}$/;

function isReason(text: string): boolean {
  return REASONS.some((one) => one === text);
}

/** Judges the filters that have to come together. */
function judgePairs(query: URLSearchParams, errors: Errors): void {
  if (query.has('reason_value') && !query.has('reason_type')) {
    blame(errors, 'reason_value', 'Only together with reason_type.');
  }
  if (query.has('from_date') !== query.has('to_date')) {
    const absent = query.has('from_date') ? 'to_date' : 'from_date';
    blame(errors, absent, 'from_date and to_date are sent together.');
  }
}

/** Judges the query of the list of reading sessions. */
export function judgeReading(query: URLSearchParams): Errors {
  const errors: Errors = new Map();
  for (const field of ['issue_id', 'user_id', 'reason_value']) {
    const text = query.get(field);
    if (text !== null && !WHOLE.test(text)) blame(errors, field, 'A whole number is expected.');
  }
  const reason = query.get('reason_type');
  if (reason !== null && !isReason(reason)) {
    blame(errors, 'reason_type', `One of ${REASONS.join(', ')}.`);
  }
  for (const field of ['from_date', 'to_date']) {
    const day = query.get(field);
    if (day !== null && !isDay(day)) blame(errors, field, 'A day as YYYY-MM-DD is expected.');
  }
  const cursor = query.get('cursor') ?? '';
  if (cursor !== '' && readCursor(cursor) === null) {
    blame(errors, 'cursor', 'This is no cursor of this list.');
  }
  judgePairs(query, errors);
  return errors;
}
