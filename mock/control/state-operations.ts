import {DAY_MS} from '../../spec/durations.ts';
import {seedSchema} from '../seeds/seed-schema.ts';
import {hookCall} from './hook-call.ts';
import type {Operations} from './operation.ts';
import {count, list, object, ref, responseOf, text} from './schema-parts.ts';
import {PLANS} from './workspaces.ts';

const numbers = responseOf({numbers: {type: 'object', additionalProperties: {type: 'number'}}});

/** Operations that change the content of a world without the APIs. */
export const STATE_OPERATIONS: Operations = {
  '/worlds/{world}/workspaces/{id}': {
    patch: {
      operationId: 'changeWorkspace',
      summary:
        'Changes plan and allowance of a workspace, how its runs end, its downloads and reader store',
      status: 200,
      bodyRequired: true,
      response: ref('Workspace'),
      body: object({
        plan: {
          enum: [...Object.keys(PLANS), null],
          description: 'Changes the allowance too; null: the plan cannot be resolved',
        },
        publications_left: {
          type: ['integer', 'null'],
          minimum: 0,
          maximum: 1_000_000,
          description: 'null: not limited',
        },
        paid_work: {type: 'boolean', description: 'Whether metered runs can be started'},
        runs_hold: {
          type: 'boolean',
          description: 'Whether new runs stay in their first state, until this is false again',
        },
        runs_end: {
          ...list({type: 'string', enum: ['succeeded', 'failed', 'rejected']}),
          maxItems: 1000,
          description: 'How the next runs end: one item for each run',
        },
        downloads: {
          type: 'string',
          enum: ['available', 'unavailable'],
          description: 'Whether storage can mint download links',
        },
        reader: {
          type: 'string',
          enum: ['configured', 'not-configured'],
          description: 'Whether there is a reader store',
        },
      }),
    },
  },
  '/worlds/{world}/numbers': {
    get: {
      operationId: 'getNumbers',
      summary: 'Lists limits, lifetimes and page sizes by name',
      status: 200,
      response: numbers,
    },
    patch: {
      operationId: 'changeNumbers',
      summary: 'Changes limits (up to 1,000,000), lifetimes (up to 100 years) and page sizes',
      status: 200,
      response: numbers,
      bodyRequired: true,
      body: {
        type: 'object',
        minProperties: 1,
        additionalProperties: {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER},
      },
    },
  },
  '/worlds/{world}/seed': {
    get: {
      operationId: 'getSeed',
      summary: 'Exports a world as a seed; `left_out` names what a seed does not hold',
      status: 200,
      response: {type: 'object'},
    },
    put: {
      operationId: 'putSeed',
      summary: 'Replaces a world by one that is made of a seed, or creates a world of it',
      status: 200,
      response: ref('World'),
      bodyRequired: true,
      takesYaml: true,
      body: seedSchema,
    },
    post: {
      operationId: 'seedWorld',
      summary: 'Creates many rows at once',
      status: 201,
      bodyRequired: true,
      response: responseOf({
        publications: list({type: 'string'}),
        users: list({type: 'integer'}),
        collections: list({type: 'string'}),
        sign_ins: list({type: 'string'}),
      }),
      body: object(
        {
          publications: object(
            {
              workspace: text,
              count: count(200_000),
              files: {
                type: 'boolean',
                default: true,
                description: 'false: their files do not exist yet',
              },
            },
            ['workspace', 'count'],
          ),
          runs: object(
            {workspace: text, leave: {type: ['integer', 'null'], minimum: 0, maximum: 100_000}},
            ['workspace', 'leave'],
            {
              description:
                'Adds metered runs to those of today until `leave` more can be started; ' +
                'null: takes the added ones away again',
            },
          ),
          mirrors: object(
            {
              publication: text,
              mirrors: {
                ...list({type: 'string', enum: ['original', 'modified']}),
                minItems: 1,
                maxItems: 2,
                uniqueItems: true,
              },
            },
            ['publication', 'mirrors'],
          ),
          users: object({store: text, count: count(200_000)}, ['store', 'count']),
          collections: object({store: text, count: count(1000)}, ['store', 'count']),
          sign_ins: object(
            {
              user: {type: 'integer', minimum: 1},
              count: count(1000),
              type: {type: 'string', enum: ['web', 'mobile']},
            },
            ['user', 'count'],
          ),
        },
        [],
        {minProperties: 1},
      ),
    },
  },
  '/worlds/{world}/reads': {
    post: {
      operationId: 'preloadReads',
      summary: 'Adds to a daily read counter, or fills it until some reads are left',
      status: 200,
      response: responseOf({counter: {type: 'string'}, count: {type: 'integer'}}),
      bodyRequired: true,
      body: object(
        {
          token: {...text, description: 'A token or its id'},
          store: text,
          count: count(1_000_000),
          leave: {
            type: ['integer', 'null'],
            minimum: 0,
            description:
              'Adds reads until so many are left under the quota. Those that an earlier `leave` ' +
              'added are taken away first; null does nothing else',
          },
          ago_ms: {
            type: 'integer',
            minimum: 0,
            maximum: 2 * DAY_MS,
            default: 0,
            description: 'How long ago the reads happened, in milliseconds',
          },
          api: {type: 'string', enum: ['v1', 'v3'], default: 'v1'},
        },
        [],
        {
          allOf: [
            {oneOf: [{required: ['token']}, {required: ['store']}]},
            {oneOf: [{required: ['count']}, {required: ['leave']}]},
          ],
        },
      ),
    },
  },
  '/worlds/{world}/hooks': {
    post: {
      operationId: 'callHook',
      summary: 'Does what a hook of a configuration does: the URL of every hook of a deployment',
      status: 200,
      response: {type: 'object', description: 'What the verb answers'},
      bodyRequired: true,
      body: hookCall,
    },
  },
  '/worlds/{world}/logins': {
    post: {
      operationId: 'tryLogin',
      summary: 'Tells whether a user could log in to the store',
      status: 200,
      response: responseOf({
        admitted: {type: 'boolean'},
        password_tried: {
          type: 'boolean',
          description: 'false: the request has no password, so `admitted` says nothing about one',
        },
      }),
      bodyRequired: true,
      body: object(
        {store: text, email: {...text, maxLength: 320}, password: {type: 'string', maxLength: 255}},
        ['store', 'email'],
      ),
    },
  },
  '/worlds/{world}/logins/alive': {
    post: {
      operationId: 'isSignedIn',
      summary: 'Tells whether the browser or app of a session is still signed in',
      status: 200,
      response: responseOf({alive: {type: 'boolean'}}),
      bodyRequired: true,
      body: object({store: text, session: text}, ['store', 'session']),
    },
  },
};
