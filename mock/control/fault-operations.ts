import {faultRule} from '../faults/rule-schema.ts';
import type {Operations} from './operation.ts';
import {list, responseOf} from './schema-parts.ts';
import type {Schema} from './validate.ts';

const counted: Schema = {type: 'integer', minimum: 0};

/** A rule with how often it acted. */
const shown: Schema = {
  ...responseOf({
    id: {type: 'string'},
    enabled: {type: 'boolean'},
    match: {type: 'object'},
    act: {type: 'object'},
    matched: {...counted, description: 'How many requests it was asked about and matched'},
    fired: {...counted, description: 'On how many of them it acted'},
  }),
};

/** Any members of a rule; they are checked together with those that stay. */
const someMembers: Schema = {...faultRule, required: [], minProperties: 1};

/** Faults that a user orders for his client. */
export const FAULT_OPERATIONS: Operations = {
  '/worlds/{world}/faults': {
    get: {
      operationId: 'listFaults',
      summary: 'Lists the faults that were ordered, with how often each acted',
      status: 200,
      response: responseOf({faults: list(shown)}),
    },
    post: {
      operationId: 'addFault',
      summary: 'Orders a fault: the first rule that matches a request acts on it',
      description: 'Rules are asked in the order in which they were added',
      status: 201,
      response: shown,
      bodyRequired: true,
      body: faultRule,
    },
  },
  '/worlds/{world}/faults/{id}': {
    get: {operationId: 'getFault', summary: 'Shows a fault', status: 200, response: shown},
    put: {
      operationId: 'putFault',
      summary: 'Replaces a fault in its place, or orders it; it counts from 0',
      status: 200,
      response: shown,
      bodyRequired: true,
      body: faultRule,
    },
    patch: {
      operationId: 'changeFault',
      summary: 'Changes members of a fault, such as `enabled`; it counts on',
      status: 200,
      response: shown,
      bodyRequired: true,
      body: someMembers,
    },
    delete: {operationId: 'removeFault', summary: 'Takes a fault back', status: 204},
  },
};
