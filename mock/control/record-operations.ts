import {MAX_MAIL_WAIT_MS} from './hook-call.ts';
import type {Operations} from './operation.ts';
import {instant, list, ref, responseOf, text} from './schema-parts.ts';

const longestWait = {type: 'integer', minimum: 0, maximum: MAX_MAIL_WAIT_MS};
const page = {
  after: {type: 'integer', minimum: 0, description: 'Only entries with a higher number'},
  limit: {type: 'integer', minimum: 1, maximum: 1000, default: 100},
  order: {
    type: 'string',
    enum: ['oldest', 'newest'],
    description: 'newest: the entries with the highest numbers come first',
  },
  operation: {...text, description: 'For example `createUpload`'},
  status: {
    type: 'string',
    pattern: '^[1-5]([0-9]{2}|xx)$',
    description: 'A status such as `503`, or a class such as `4xx`',
  },
  since: {...instant, description: "Not before this instant of the world's clock"},
  credential: {...text, description: 'Name of a credential: its role, or its id'},
  text: {...text, description: 'Part of method, path, situation, reason or notes, in any case'},
  messages: {
    type: 'string',
    enum: ['true', 'false'],
    description: 'false: without headers and bodies',
  },
  wait_ms: {
    ...longestWait,
    description: 'How long to wait, in real milliseconds, until `count` entries match',
  },
  count: {type: 'integer', minimum: 1, maximum: 1000, default: 1},
};
const journal = responseOf({entries: list(ref('JournalEntry')), last: {type: 'integer'}});

const stream = {
  status: 200,
  isStream: true as const,
  description:
    'Server-sent events. Their names: `request` (an entry of the journal without its messages), `clock`, `rows` ' +
    '(table and key of changed rows), `outbox`, `fault`, `world` (made, replaced, dropped), `missed` (`count` events ' +
    'are no longer kept; null: another mock sent the id). A reader that comes back with `Last-Event-ID` gets what came ' +
    'since; others get what comes from now on',
  response: {type: 'string'},
};

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
  '/events': {
    get: {operationId: 'streamEvents', summary: 'Streams what happens in all worlds', ...stream},
  },
  '/worlds/{world}/events': {
    get: {operationId: 'streamWorldEvents', summary: 'Streams what happens in a world', ...stream},
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
