import type {Schema} from '../control/validate.ts';
import {object} from '../control/schema-parts.ts';
import type {FaultAct, FaultInterface} from './fault-rule.ts';

/** What a fault can do, and where. */
export interface ActSpec {
  /** One sentence for the documents. */
  does: string;
  schema: Schema;
  /** Default: every interface. */
  interfaces?: readonly FaultInterface[];
  /** The operations that it is about. Default: every request. */
  operations?: readonly string[];
}

/** The main member of an act. */
export type ActName = Exclude<keyof FaultAct, 'retry_after' | 'body'>;

/** The longest time that a fault takes, in milliseconds. */
const MAX_FAULT_MS = 600_000;

const ms: Schema = {type: 'integer', minimum: 0, maximum: MAX_FAULT_MS};

const AGENTS = ['workspace', 'mcp'] as const;

/** Every act by its name: this table makes the JSON Schema, the checks and the documents. */
export const ACTS: Readonly<Record<ActName, ActSpec>> = {
  latency_ms: {
    does: 'The change is made at once; the response is late by so many milliseconds.',
    schema: ms,
  },
  latency: {
    does:
      'The same with a time that is drawn: `{min_ms, max_ms}` evenly, `{median_ms, sigma}` from a ' +
      'log-normal distribution.',
    schema: {
      type: 'object',
      properties: {
        min_ms: ms,
        max_ms: ms,
        median_ms: ms,
        sigma: {type: 'number', minimum: 0, maximum: 5},
      },
      additionalProperties: false,
      oneOf: [{required: ['min_ms', 'max_ms']}, {required: ['median_ms', 'sigma']}],
      maxProperties: 2,
    },
  },
  status: {
    does:
      'The request is answered with this status (400 to 599), and nothing is changed or counted. ' +
      '`retry_after` (seconds) adds the header, `body` (a text or any JSON) replaces the body.',
    schema: {type: 'integer', minimum: 400, maximum: 599, description: 'A status from 400 to 599'},
  },
  reset: {
    does:
      'The connection is reset (TCP RST): `before` the change, which is then not made, or `after` ' +
      'it, which then is.',
    schema: {enum: ['before', 'after']},
  },
  half_body: {
    does: 'The change is made; the connection ends in the middle of the body.',
    schema: {const: true},
  },
  drip: {
    does: 'The change is made; the body arrives with so many bytes per second.',
    schema: {type: 'integer', minimum: 1, maximum: 1_000_000},
  },
  never: {
    does:
      'No response comes, until the client gives up or the mock ends: `before` the change (the ' +
      'same as `true`) or `after` it.',
    schema: {enum: [true, 'before', 'after']},
  },
  cannot_mint: {
    does: 'Storage cannot make links: a download is refused as documented.',
    schema: {const: true},
    interfaces: AGENTS,
    operations: ['downloadFile'],
  },
  link_expires_after_ms: {
    does:
      'A link for an upload or download expires so many milliseconds after it is made, by the ' +
      "world's clock, and not when the response says.",
    schema: {type: 'integer', minimum: 0, maximum: 86_400_000},
    interfaces: AGENTS,
    operations: ['createUpload', 'downloadFile'],
  },
  run_hangs: {
    does: 'A run is accepted and never goes on, until `runs_hold` of its workspace is set to false.',
    schema: {const: true},
    interfaces: AGENTS,
    operations: ['startRun'],
  },
  return: {
    does:
      'The payment counts; the buyer does not come back to `return_url` (`missing`), comes back ' +
      '`twice`, or late: `{late_ms}`.',
    schema: {oneOf: [{enum: ['missing', 'twice']}, object({late_ms: ms}, ['late_ms'])]},
    interfaces: ['checkout'],
    operations: ['settleCheckout'],
  },
};

/** The names of all acts. */
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

/** The act of a rule, by its main member. */
export const actName = (act: FaultAct): ActName | undefined =>
  ACT_NAMES.find((name) => Object.hasOwn(act, name));
