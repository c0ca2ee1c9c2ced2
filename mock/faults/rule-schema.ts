import {object, text} from '../control/schema-parts.ts';
import type {Schema} from '../control/validate.ts';
import {ACTS} from './acts.ts';

/** Every interface at which a fault can be ordered, and which requests it is. */
export const FAULT_INTERFACES = {
  workspace: 'the workspace API',
  store: 'the store API',
  storage: 'object storage behind presigned links',
  mcp: 'the MCP server and its authorization server',
  checkout: 'the checkout pages of the stores',
} as const;

/** The most rules of a world: each request asks all of them. */
export const MAX_FAULTS = 1000;

/** Most requests that can be counted. */
const MAX_NTH = 1_000_000_000;

const nth: Schema = {type: 'integer', minimum: 1, maximum: MAX_NTH};

/** An instant, or a time after the rule was added. */
export const FAULT_INSTANT = /^(?:\+(\d{1,9})([smhd])|\d{4}-\d\d-\d\dT.*)$/;

const bound: Schema = {
  type: ['string', 'null'],
  pattern: FAULT_INSTANT.source,
  description: 'ISO 8601 with zone, or `+90s`, `+5m`, `+2h`, `+1d` after the rule was added',
};

/** The members of `match`. */
export const MATCH_MEMBERS: Readonly<Record<string, Schema>> = {
  interface: {type: 'string', enum: Object.keys(FAULT_INTERFACES)},
  operation: {...text, description: 'The id of an operation, as the OpenAPI document has it'},
  method: {type: 'string', enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']},
  path: {
    type: 'string',
    pattern: '^/',
    maxLength: 500,
    description: 'A path without world and query; `*` is any characters but `/`, `**` is any',
  },
  credential: {...text, description: 'Role or id of a key or token, never its secret'},
  tenant: {...text, description: 'Id of a workspace or store'},
  nth: object({from: nth, to: nth}, [], {
    minProperties: 1,
    description: 'Which of the matching requests, counted from 1, both inclusive',
  }),
  probability: object(
    {
      of: {type: 'number', minimum: 0, maximum: 1},
      seed: {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER},
    },
    ['of'],
    {description: 'The share of the matching requests; the seed is by default that of the world'},
  ),
  between: {
    type: 'array',
    items: bound,
    minItems: 2,
    maxItems: 2,
    description: "From the first instant until before the second, by the world's clock",
  },
};

const actMembers = (): Record<string, Schema> => ({
  ...Object.fromEntries(
    Object.entries(ACTS).map(([name, {schema, does}]) => [name, {description: does, ...schema}]),
  ),
  retry_after: {type: 'integer', minimum: 0, maximum: 86_400, description: 'In seconds'},
  body: {description: 'A text, or any JSON value'},
});

/** The JSON Schema of a rule: for the control plane, for files and for editors. */
export const faultRule: Schema = object(
  {
    id: {type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'},
    name: text,
    enabled: {type: 'boolean', default: true},
    match: object({...MATCH_MEMBERS}),
    act: object(actMembers(), [], {minProperties: 1}),
  },
  ['act'],
);
