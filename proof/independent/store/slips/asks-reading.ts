import {isDay} from '../time.ts';
import {REASONS} from '../reading/types.ts';
import type {Ask} from '../types.ts';
import type {Asks} from './types.ts';

/** Loses a filter, when a test of the query holds. */
function loses(field: string, test: (query: URLSearchParams) => boolean): (ask: Ask) => void {
  return ({query}) => {
    if (query.has(field) && test(query)) query.delete(field);
  };
}

/** Takes another value for a filter. */
function takes(field: string, edit: (value: string) => string | null): (ask: Ask) => void {
  return ({query}) => {
    const value = query.get(field);
    if (value === null) return;
    const taken = edit(value);
    if (taken === null) query.delete(field);
    else query.set(field, taken);
  };
}

const always = (): boolean => true;
const DAYS = ['from_date', 'to_date'] as const;

/** Loses both days of a period, when a test of the query holds. */
function losesPeriod(test: (query: URLSearchParams) => boolean): (ask: Ask) => void {
  return ({query}) => {
    if (!test(query)) return;
    for (const field of DAYS) query.delete(field);
  };
}

/** Takes another day for both days of a period. */
function takesDays(edit: (day: string) => string): (ask: Ask) => void {
  return (ask) => {
    for (const field of DAYS) takes(field, edit)(ask);
  };
}

function rolledOver(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** How filters are lost. */
const LOST: Asks[string] = {
  'reading-issue-ignored': loses('issue_id', always),
  'reading-user-ignored': loses('user_id', always),
  'reading-value-ignored': loses('reason_value', (query) => query.has('reason_type')),
  'reading-period-ignored': losesPeriod((query) => query.has('from_date') && query.has('to_date')),
  'reading-reason-lost-with-user': loses('reason_type', (query) => {
    return query.has('user_id') && !query.has('reason_value');
  }),
  'reading-period-lost-with-issue': losesPeriod((query) => {
    return query.has('issue_id') && query.has('from_date') && query.has('to_date');
  }),
  'reading-filters-lost-by-cursor': ({query}) => {
    if ((query.get('cursor') ?? '') === '') return;
    for (const field of ['issue_id', 'user_id']) query.delete(field);
  },
  'reading-value-lost-for-collections': loses('reason_value', (query) => {
    return query.get('reason_type') === 'subscription_with_collections';
  }),
  'reading-cursor-ignored': loses('cursor', always),
};

/** How values of filters are misread. */
const MISREAD: Asks[string] = {
  'reading-reason-any': takes('reason_type', (name) => {
    return REASONS.some((one) => one === name) ? name : 'free_issue';
  }),
  'reading-reason-case': takes('reason_type', (name) => name.toLowerCase()),
  'reading-saml-refused': takes('reason_type', (name) => {
    return name === 'saml_and_entry_point_free_access' ? 'saml' : name;
  }),
  'reading-value-alone-accepted': loses('reason_value', (query) => !query.has('reason_type')),
  'reading-value-alone-with-user': loses('reason_value', (query) => {
    return query.has('user_id') && !query.has('reason_type');
  }),
  'reading-from-alone-accepted': loses('from_date', (query) => !query.has('to_date')),
  'reading-to-alone-accepted': loses('to_date', (query) => !query.has('from_date')),
  'reading-from-alone-until-today': ({query}, {now}) => {
    const from = query.get('from_date');
    if (from === null || query.get('to_date') !== '') return;
    query.set('to_date', new Date(now()).toISOString().slice(0, 10));
  },
  'reading-days-any': takesDays((day) => {
    const at = Date.parse(day);
    return isDay(day) || Number.isNaN(at) ? day : '2026-03-01';
  }),
  'reading-day-impossible': takesDays(rolledOver),
  'reading-day-unpadded': takesDays((day) =>
    day.replaceAll(/-(\d)(?=-|$)/g, (_, digit) => `-0${digit}`),
  ),
  'reading-leap-day-refused': takesDays((day) => (day.endsWith('-02-29') ? 'x' : day)),
  'reading-period-without-end': ({query}) => {
    if (isDay(query.get('to_date') ?? '')) query.set('to_date', '9999-12-31');
  },
  'reading-one-day-refused': ({query}) => {
    const from = query.get('from_date');
    if (from !== null && from === query.get('to_date')) query.set('to_date', 'x');
  },
};

/** How requests for reading sessions are misread. */
export const READING_ASKS: Asks = {listReading: {...LOST, ...MISREAD}};
