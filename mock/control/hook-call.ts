import {READING_COUNTERS} from '../../spec/reading-counters.ts';
import {DAY_MS} from '../../spec/durations.ts';
import {CONTROL_VERBS} from '../../spec/control.ts';
import {DEVICE_SYSTEMS, REASON_TYPES} from '../store/reading/reading-session.ts';
import {instant, list, object, text} from './schema-parts.ts';
import type {Schema} from './validate.ts';

/** The maximum number of milliseconds for which a call may wait for a mail. */
export const MAX_MAIL_WAIT_MS = 30_000;

const orNull = (maximum: number): Schema => ({type: ['integer', 'null'], minimum: 0, maximum});

/** An id as a number, or as a text: two types, which generators of clients know as `oneOf`. */
const numberOr = (maxLength: number): Schema => ({
  oneOf: [{type: 'integer'}, {type: 'string', maxLength}],
});

/** The schema of a counter of a reading session, or of its increment. */
const counted: Schema = {type: 'integer', minimum: 0, maximum: 1_000_000};

/** The body of `callHook`: a verb with its arguments. */
export const hookCall: Schema = object(
  {
    verb: {type: 'string', enum: Object.keys(CONTROL_VERBS)},
    role: text,
    places: orNull(1_000_000),
    runs: orNull(100_000),
    of: {type: 'string', enum: ['token', 'store', 'report', 'sale', 'all']},
    reads: orNull(1_000_000),
    as: {...list({type: 'string', enum: ['succeeded', 'failed', 'rejected']}), maxItems: 1000},
    withheld: {type: 'boolean'},
    configured: {type: 'boolean'},
    unresolved: {type: 'boolean'},
    plan: text,
    count: {type: 'integer', minimum: 1, maximum: 200_000},
    publication: text,
    id: text,
    user: numberOr(255),
    type: {type: 'string', enum: ['web', 'mobile', 'content', 'subscription']},
    order: text,
    product: numberOr(64),
    outcome: {type: 'string', enum: ['approved', 'declined', 'pending']},
    url: {...text, maxLength: 4000},
    to: {...text, maxLength: 320},
    kind: {type: 'string', enum: ['order-reported', 'sale-approved']},
    wait_ms: {type: 'integer', minimum: 0, maximum: MAX_MAIL_WAIT_MS},
    on: {type: 'boolean'},
    issue: numberOr(255),
    session: text,
    password: {type: 'string', maxLength: 255},
    ms: {type: 'integer', minimum: 0, maximum: 100 * 366 * DAY_MS},
    client_type: {type: 'string', enum: ['app', 'browser']},
    device_os: {type: 'string', enum: [...DEVICE_SYSTEMS]},
    access_mode: {type: 'string', enum: ['online', 'offline']},
    reason_type: {type: 'string', enum: [...REASON_TYPES]},
    reason_value: {type: ['integer', 'null']},
    started_at: instant,
    ...Object.fromEntries(READING_COUNTERS.map((name) => [name, counted])),
    uuid: {...text, maxLength: 200},
    sessions: {type: 'integer', minimum: 1, maximum: 1_000_000},
    from: {type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$'},
  },
  ['verb'],
  {description: 'The arguments of each verb are listed in docs/configuration.md'},
);
