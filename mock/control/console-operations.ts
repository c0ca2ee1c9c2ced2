import type {Operations} from './operation.ts';
import {list, object, responseOf, text} from './schema-parts.ts';

const answer = responseOf({
  status: {type: 'integer'},
  headers: {type: 'object'},
  body: {type: 'string'},
});
const credential = {
  type: ['string', 'null'],
  description: 'Name of a credential of the world: its role, or its id; null: none',
};

/** Operations that show what is in a world, and that send requests for a person. */
export const CONSOLE_OPERATIONS: Operations = {
  '/worlds/{world}/journal/{id}/send': {
    post: {
      operationId: 'sendAgain',
      summary: 'Sends a request of the journal again, and returns the response',
      description:
        'The journal marks it with `sent_by`. Without `credential` it takes the same one',
      status: 200,
      response: answer,
      body: object({credential}),
    },
  },
  '/worlds/{world}/requests': {
    post: {
      operationId: 'sendRequest',
      summary: 'Sends a request to an API with a credential of the world, and returns the response',
      status: 200,
      response: answer,
      bodyRequired: true,
      body: object(
        {
          api: {type: 'string', enum: ['workspace', 'store']},
          method: {type: 'string', pattern: '^[A-Z]{1,10}$'},
          path: {type: 'string', pattern: '^/[!-~]*$', maxLength: 8000},
          headers: {
            type: 'object',
            propertyNames: {pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},
            additionalProperties: {type: 'string', maxLength: 4000},
            maxProperties: 50,
          },
          body: {type: 'string'},
          credential,
        },
        ['api', 'method', 'path'],
      ),
    },
  },
  '/worlds/{world}/limits': {
    get: {
      operationId: 'getLimits',
      summary: 'Shows how much of each limit is used',
      status: 200,
      response: responseOf({
        enforced: {type: 'boolean'},
        limits: list(
          responseOf({
            of: {type: 'string'},
            limit: {type: 'string'},
            used: {type: 'integer'},
            maximum: {type: 'integer'},
          }),
        ),
      }),
    },
  },
  '/worlds/{world}/tables': {
    get: {
      operationId: 'listTables',
      summary: 'Lists the tables of a world that have rows',
      status: 200,
      response: responseOf({
        tables: list(responseOf({name: {type: 'string'}, rows: {type: 'integer'}})),
      }),
    },
  },
  '/worlds/{world}/tables/{id}': {
    get: {
      operationId: 'getTable',
      summary:
        'Shows the newest rows of a table without secrets, and the last request that changed each',
      status: 200,
      query: {limit: {type: 'integer', minimum: 1, maximum: 1000, default: 100}},
      response: responseOf({
        rows: list(responseOf({row: {type: 'object'}, changed_by: {type: ['object', 'null']}})),
      }),
    },
  },
  '/rules/{id}': {
    get: {
      operationId: 'getRule',
      summary: 'Shows what a document says: the sentence and section of a rule',
      status: 200,
      response: responseOf({
        id: text,
        api: {type: 'string'},
        section: {type: 'string'},
        sentence: {type: 'string'},
        level: {type: 'string'},
      }),
    },
  },
};
