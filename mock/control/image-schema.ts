import {SPEEDS} from '../world/clock.ts';
import {LAST_CLOCK_INSTANT} from './clock.ts';
import {list, object, seed, template} from './schema-parts.ts';
import type {Schema} from './validate.ts';

/** Higher sequence numbers could not be counted on from: every next one has to be a whole number again. */
const MAX_SEQ = 2 ** 52;

/** The last instant of a JavaScript `Date`, which events may be due at, though no clock ever shows it. */
const LAST_DATE = 8_640_000_000_000_000;

const seq: Schema = {type: 'integer', minimum: 0, maximum: MAX_SEQ};
const counted: Schema = {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER};
const instant: Schema = {type: 'integer', minimum: 0, maximum: LAST_CLOCK_INSTANT};

/** An object with these members and perhaps others. */
const having = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  required,
});

/** An object of values that have their own names. */
const named = (values: Schema): Schema => ({type: 'object', additionalProperties: values});

/** The members that every row has. */
const row = having({key: {type: 'string'}, tenant: {type: 'string'}, seq});

const due = having({
  at: {type: 'number', minimum: 0, maximum: LAST_DATE},
  seq,
  event: {type: 'string'},
  key: {type: 'string'},
});

/** The second, how many reads it had, and how many of them nobody sent. */
const reads: Schema = {
  type: 'array',
  items: counted,
  minItems: 2,
  maxItems: 3,
};

/** Settings that an older snapshot lacks have defaults. */
const settings = having(
  {
    template,
    limits: {type: 'boolean'},
    skipWaits: {type: 'boolean'},
    credentials: {type: 'string'},
    freedoms: {type: 'object'},
    numbers: named({type: 'number'}),
    defects: list({type: 'string'}),
    filledAt: instant,
    faults: list(having({id: {type: 'string'}, since: instant, act: {type: 'object'}})),
  },
  [],
);

/** The form of a snapshot as the OpenAPI document shows it: its image is for the mock alone. */
export const snapshotSchema: Schema = object(
  {
    presscheck: {const: 'snapshot'},
    version: {const: 1},
    sum: {type: 'string'},
    image: {type: 'object'},
    objects: list(
      object({key: {type: 'string'}, content_type: {type: 'string'}, base64: {type: 'string'}}, [
        'key',
        'content_type',
        'base64',
      ]),
    ),
  },
  ['presscheck', 'version', 'sum', 'image', 'objects'],
);

/** The form of a snapshot's image. What the chapters declare is not part of it. */
export const imageSchema: Schema = having({
  meta: having({
    clock: object(
      {frozen: instant, offset: {type: 'number'}, speed: {type: 'number', ...SPEEDS}},
      [],
      {minProperties: 1, dependentSchemas: {frozen: {not: {required: ['offset']}}}},
    ),
    seed,
    seq,
    ids: named(counted),
    settings,
  }),
  tables: named(list(row)),
  due: list(due),
  reads: named(list(reads)),
});
