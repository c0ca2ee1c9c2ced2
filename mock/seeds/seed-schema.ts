import {list, object, seed} from '../control/schema-parts.ts';
import type {Schema} from '../control/validate.ts';
import {faultRule, MAX_FAULTS} from '../faults/rule-schema.ts';
import {flag, time} from './schema-members.ts';
import {storeSchema} from './store-schema.ts';
import {workspaceSchema} from './workspace-schema.ts';

/** The one description of a seed: for validation, for the OpenAPI document, and as a file for editors. */
export const seedSchema: Schema = object({
  presscheck: {const: 'seed'},
  seed: {
    ...seed,
    description: 'Ids and secrets that are not given are derived from it. Default: random',
  },
  clock: time('The clock stands still there; relative to the present. Default: it runs'),
  clock_runs: flag('Whether the clock runs on from `clock`. Default: false'),
  limits: flag('Whether minute limits and daily quotas are enforced. Default: true'),
  freedoms: {
    type: 'object',
    description: 'What the world does where the documents leave it open, by name',
  },
  numbers: {
    type: 'object',
    additionalProperties: {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER},
    description: 'Limits, lifetimes and page sizes, by name',
  },
  faults: {
    ...list(faultRule),
    maxItems: MAX_FAULTS,
    description: 'Faults that are ordered; the first rule that matches a request acts on it',
  },
  workspaces: list(workspaceSchema),
  stores: list(storeSchema),
  left_out: {...list({type: 'string'}), description: 'What an export could not write'},
});
