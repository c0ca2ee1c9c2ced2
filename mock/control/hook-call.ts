import {CONTROL_VERBS} from '../../spec/control.ts';
import {list, object, text} from './schema-parts.ts';
import type {Schema} from './validate.ts';

/** Milliseconds for which a call may wait for a mail at most. */
export const LONGEST_WAIT = 30_000;

const orNull = (maximum: number): Schema => ({type: ['integer', 'null'], minimum: 0, maximum});

/** The body of `callHook`: a verb, and the arguments of any. */
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
    user: {type: ['integer', 'string']},
    type: {type: 'string', enum: ['web', 'mobile', 'content', 'subscription']},
    order: text,
    product: {type: ['integer', 'string'], maxLength: 64},
    outcome: {type: 'string', enum: ['approved', 'declined', 'pending']},
    url: {...text, maxLength: 4000},
    to: {...text, maxLength: 320},
    kind: {type: 'string', enum: ['order-reported', 'sale-approved']},
    wait_ms: {type: 'integer', minimum: 0, maximum: LONGEST_WAIT},
    on: {type: 'boolean'},
    issue: {type: ['integer', 'string'], maxLength: 255},
    session: text,
    password: {type: 'string', maxLength: 255},
    ms: {type: 'integer', minimum: 0, maximum: 100 * 366 * 86_400_000},
  },
  ['verb'],
  {description: 'The arguments of each verb are listed in the README'},
);
