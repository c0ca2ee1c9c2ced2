import {MAX_MAIL_WAIT_MS} from './hook-call.ts';
import type {Operations} from './operation.ts';
import {list, ref, responseOf, text} from './schema-parts.ts';

const page = {
  after: {type: 'integer', minimum: 0},
  limit: {type: 'integer', minimum: 1, maximum: 1000},
};
const longestWait = {type: 'integer', minimum: 0, maximum: MAX_MAIL_WAIT_MS};
const journal = responseOf({entries: list(ref('JournalEntry')), last: {type: 'integer'}});

/** Operations on the requests and mails of a world. */
export const RECORD_OPERATIONS: Operations = {
  '/worlds/{world}/journal': {
    get: {
      operationId: 'getJournal',
      summary:
        'Lists the newest requests to a world, or the next ones after a number, and why they were answered so',
      status: 200,
      query: page,
      response: journal,
    },
  },
  '/worlds/{world}/outbox': {
    get: {
      operationId: 'getOutbox',
      summary: 'Lists the mail that a real service would have sent, or waits for some',
      status: 200,
      query: {
        store: text,
        to: {...text, maxLength: 320},
        kind: {type: 'string', enum: ['order-reported', 'sale-approved']},
        wait_ms: longestWait,
      },
      response: responseOf({mail: list(ref('Mail'))}),
    },
  },
  '/unrouted/journal': {
    get: {
      operationId: 'getUnroutedJournal',
      summary: 'Lists the newest requests that belong to no world, or the next ones after a number',
      status: 200,
      query: page,
      response: journal,
    },
  },
};
