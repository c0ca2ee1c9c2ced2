import {CONTROL_VERBS} from '../../spec/control.ts';
import type {Role} from '../../spec/step.ts';
import {CREDENTIAL_ROLES} from '../target/roles.ts';

/** Every role in whose name a step can be sent. */
export const ROLES: readonly Role[] = [...CREDENTIAL_ROLES, 'nobody', 'unknown-credential'];
const text = {type: 'string'};
const id = {type: 'string', minLength: 1};
const whole = {type: 'integer', minimum: 0};
const yes = {const: true};
const values = {type: 'object'};
const steps = {type: 'array', minItems: 1, items: {$ref: '#/$defs/step'}};
const until = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    status: {type: 'array', items: {type: 'integer'}},
    situation: text,
    rows: text,
    at: text,
    in: {type: 'array'},
    has: {},
    other: {type: 'integer'},
    not: {},
  },
};
const sequence = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['id', 'does'],
    additionalProperties: false,
    properties: {id: whole, does: text, on: whole, atOnce: {const: true}},
  },
};
/** Bytes of an uploaded file, at most: it is made in memory. */
const MOST_BYTES = 100_000_000;

/** The schema of one kind of step. */
const kind = (step: string, required: string[], properties: object) => ({
  type: 'object',
  required: ['step', 'id', ...required],
  additionalProperties: false,
  properties: {step: {const: step}, id, ...properties},
});

/** JSON Schema of a fixture file. */
export const FIXTURE_SCHEMA = {
  type: 'object',
  required: ['fixture', 'steps'],
  additionalProperties: false,
  properties: {
    fixture: id,
    rule: text,
    place: text,
    handles: {type: 'object', additionalProperties: {type: 'array', items: text}},
    sequence,
    draw: {type: 'object'},
    classes: {type: 'object', additionalProperties: {type: 'string'}},
    steps,
  },
  $defs: {
    step: {
      type: 'object',
      required: ['step'],
      discriminator: {propertyName: 'step'},
      oneOf: [
        kind('call', ['api', 'op', 'as'], {
          api: {enum: ['workspace', 'store']},
          op: text,
          interface: {const: 'mcp'},
          as: {type: ['string', 'object']},
          present: {
            enum: [
              'other-scheme',
              'without-scheme',
              'in-query',
              'as-store-token',
              'as-bearer',
              'in-an-agents-session',
              'another-end',
              'longer',
              'one-shorter',
              'other-case',
            ],
          },
          path: values,
          spelling: {enum: ['lower-case-hex', 'marks-encoded']},
          query: values,
          headers: values,
          body: {},
          raw: text,
          tail: text,
          elsewhere: {},
          method: text,
          expects: text,
          until,
          optional: yes,
        }),
        kind('tools', ['as'], {as: {type: ['string', 'object']}}),
        kind('upload', ['url', 'headers', 'sample'], {
          url: {},
          headers: values,
          sample: text,
          resize: {type: 'integer', maximum: MOST_BYTES},
          size: {type: 'integer', minimum: 0, maximum: MOST_BYTES},
          omitHeaders: yes,
          expects: {enum: ['stored', 'storage-refused']},
          optional: yes,
        }),
        kind('download', ['url'], {
          url: {},
          expects: {enum: ['fetched', 'storage-refused']},
          optional: yes,
        }),
        kind('parallel', ['branches'], {branches: {type: 'array', minItems: 1, items: steps}}),
        kind('repeat', ['times', 'body'], {
          times: whole,
          atMost: {},
          until,
          first: whole,
          every: whole,
          unpaced: yes,
          body: steps,
        }),
        kind('walk', ['page', 'atMost'], {
          page: {$ref: '#/$defs/step'},
          atMost: {type: 'integer', minimum: 1},
          until,
          optional: yes,
          between: {
            type: 'object',
            required: ['after', 'body'],
            additionalProperties: false,
            properties: {after: whole, body: steps},
          },
        }),
        kind('advance', ['ms'], {
          ms: whole,
          until: {
            type: 'object',
            required: ['now', 'day', 'hour', 'minute'],
            additionalProperties: false,
            properties: {now: {}, day: whole, hour: whole, minute: whole},
          },
        }),
        kind('control', ['verb', 'args'], {
          verb: {enum: Object.keys(CONTROL_VERBS)},
          args: values,
          optional: yes,
        }),
      ],
    },
  },
};
