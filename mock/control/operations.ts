import {hookCall, LONGEST_WAIT} from './hook-call.ts';
import {count, instant, list, object, ref, responseOf, text} from './schema-parts.ts';
import type {Schema} from './validate.ts';
import {PLANS} from './workspaces.ts';

/** One operation: what a request may contain and what the response is. */
export interface Operation {
  operationId: string;
  summary: string;
  /** Query parameters by name; all are optional. */
  query?: Record<string, Schema>;
  body?: Schema;
  bodyRequired?: boolean;
  /** Status of a success. */
  status: number;
  response?: Schema;
}

const ABILITIES = ['library:read', 'library:write', 'tools:run'];
const abilities: Schema = {...list({type: 'string', enum: ABILITIES}), uniqueItems: true};
const YEAR_MS = 366 * 86_400_000;

const page = {
  after: {type: 'integer', minimum: 0},
  limit: {type: 'integer', minimum: 1, maximum: 1000},
};
const longestWait = {type: 'integer', minimum: 0, maximum: LONGEST_WAIT};
const journal = responseOf({entries: list(ref('JournalEntry')), last: {type: 'integer'}});
const numbers = responseOf({numbers: {type: 'object', additionalProperties: {type: 'number'}}});

/** Every operation of the control plane, by path and method. */
export const operations: Record<string, Record<string, Operation>> = {
  '/worlds': {
    get: {
      operationId: 'listWorlds',
      summary: 'Lists all worlds',
      status: 200,
      response: responseOf({
        worlds: list(
          responseOf({
            world: {type: 'string'},
            now: instant,
            frozen: {type: 'boolean'},
            urls: ref('Urls'),
          }),
        ),
      }),
    },
    post: {
      operationId: 'createWorld',
      summary: 'Makes a world',
      status: 201,
      response: ref('World'),
      body: object({
        template: {type: 'string', enum: ['suite', 'demo', 'empty'], default: 'suite'},
        seed: {
          type: 'integer',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Ids, names, keys and secrets are derived from it. Default: random',
        },
        frozen_at: {
          ...instant,
          type: ['string', 'null'],
          description:
            'Instant at which the clock stands still; null: it runs. ' +
            'Default: the clock of a suite world stands still, others run',
        },
        limits: {
          type: 'boolean',
          default: true,
          description: 'Whether minute windows and daily quotas are enforced',
        },
        freedoms: {
          type: 'object',
          description: 'Behaviours that the documents leave open, by name',
        },
        defect: {...text, description: 'Name of a defect that the mock was started with'},
      }),
    },
  },
  '/worlds/{world}': {
    get: {
      operationId: 'getWorld',
      summary: 'Describes a world with its credentials',
      status: 200,
      response: ref('World'),
    },
    delete: {operationId: 'dropWorld', summary: 'Drops a world', status: 204},
  },
  '/worlds/{world}/reset': {
    post: {
      operationId: 'resetWorld',
      summary: 'Resets a world to what it was when it was made',
      status: 200,
      response: ref('World'),
    },
  },
  '/worlds/{world}/snapshot': {
    get: {
      operationId: 'getSnapshot',
      summary: 'Takes a snapshot of a world with its objects',
      status: 200,
      response: ref('Snapshot'),
    },
    put: {
      operationId: 'putSnapshot',
      summary: 'Replaces a world by a snapshot, or makes a world of it',
      status: 200,
      response: ref('World'),
      bodyRequired: true,
      body: object(
        {
          presscheck: {const: 'snapshot'},
          version: {const: 1},
          sum: {type: 'string'},
          image: {type: 'object'},
          objects: list(
            object(
              {key: {type: 'string'}, content_type: {type: 'string'}, base64: {type: 'string'}},
              ['key', 'content_type', 'base64'],
            ),
          ),
        },
        ['presscheck', 'version', 'sum', 'image', 'objects'],
      ),
    },
  },
  '/worlds/{world}/clock': {
    get: {
      operationId: 'getClock',
      summary: "Reads the world's clock",
      status: 200,
      response: ref('Clock'),
    },
    post: {
      operationId: 'setClock',
      summary: 'Advances the clock, stops it or lets it run',
      status: 200,
      response: ref('Clock'),
      bodyRequired: true,
      body: object(
        {
          advance_ms: {type: 'integer', minimum: 0, maximum: 10 * YEAR_MS},
          freeze_at: {...instant, description: "Not before the world's present"},
          run: {const: true},
        },
        [],
        {minProperties: 1, maxProperties: 1},
      ),
    },
  },
  '/worlds/{world}/keys': {
    get: {
      operationId: 'listKeys',
      summary: 'Lists the API keys',
      status: 200,
      response: responseOf({keys: list(ref('Key'))}),
    },
    post: {
      operationId: 'mintKey',
      summary: 'Mints an API key',
      status: 201,
      response: ref('Key'),
      bodyRequired: true,
      body: object(
        {
          workspace: text,
          minted_by: {
            ...text,
            description: 'An owner or admin of the workspace. Default: its owner',
          },
          abilities: {...abilities, description: 'Default: all three'},
        },
        ['workspace'],
      ),
    },
  },
  '/worlds/{world}/keys/{id}': {
    delete: {operationId: 'deleteKey', summary: 'Deletes an API key', status: 204},
  },
  '/worlds/{world}/tokens': {
    get: {
      operationId: 'listTokens',
      summary: 'Lists the store tokens',
      status: 200,
      response: responseOf({tokens: list(ref('Token'))}),
    },
    post: {
      operationId: 'generateToken',
      summary: "Generates an admin's token; each admin has at most one",
      status: 201,
      response: ref('Token'),
      bodyRequired: true,
      body: object(
        {
          store: text,
          admin: {
            type: 'integer',
            minimum: 1,
            description: 'Id of the user. Default: an admin without a token, made if necessary',
          },
        },
        ['store'],
      ),
    },
  },
  '/worlds/{world}/tokens/{id}': {
    delete: {operationId: 'deleteToken', summary: 'Deletes a token', status: 204},
  },
  '/worlds/{world}/tokens/{id}/regenerate': {
    post: {
      operationId: 'regenerateToken',
      summary: 'Replaces the secret of a token',
      status: 200,
      response: ref('Token'),
    },
  },
  '/worlds/{world}/access-tokens': {
    get: {
      operationId: 'listAccessTokens',
      summary: 'Lists the OAuth access tokens for /mcp',
      status: 200,
      response: responseOf({access_tokens: list(ref('AccessToken'))}),
    },
    post: {
      operationId: 'issueAccessToken',
      summary: 'Issues an access token',
      status: 201,
      response: ref('AccessToken'),
      bodyRequired: true,
      body: object(
        {
          workspace: text,
          scopes: {
            ...list({type: 'string', pattern: '^[!#-\\[\\]-~]{1,100}$'}),
            uniqueItems: true,
            maxItems: 20,
            description: 'Default: mcp:use',
          },
          expires_in_seconds: {
            type: ['integer', 'null'],
            minimum: 1,
            maximum: (10 * YEAR_MS) / 1000,
            description:
              'null: it never expires. Default: the number workspace.mcp.access_token_seconds',
          },
          audience: {
            type: 'string',
            minLength: 1,
            maxLength: 2000,
            description: "URL of the resource that it is for. Default: the world's /mcp",
          },
        },
        ['workspace'],
      ),
    },
  },
  '/worlds/{world}/access-tokens/{id}/expire': {
    post: {
      operationId: 'expireAccessToken',
      summary: "Expires an access token now, by the world's clock",
      status: 200,
      response: ref('AccessToken'),
    },
  },
  '/worlds/{world}/access-tokens/{id}/revoke': {
    post: {
      operationId: 'revokeAccessToken',
      summary: 'Revokes an access token',
      status: 200,
      response: ref('AccessToken'),
    },
  },
  '/worlds/{world}/oauth-clients': {
    get: {
      operationId: 'listOauthClients',
      summary: 'Lists the clients of the authorization server',
      status: 200,
      response: responseOf({oauth_clients: list(ref('OauthClient'))}),
    },
    post: {
      operationId: 'createOauthClient',
      summary: 'Makes a client of a workspace, for the grant client_credentials',
      status: 201,
      response: ref('OauthClient'),
      bodyRequired: true,
      body: object({workspace: text, name: text}, ['workspace']),
    },
  },
  '/worlds/{world}/workspaces/{id}': {
    patch: {
      operationId: 'changeWorkspace',
      summary:
        'Plan and allowance of a workspace, how its runs end, its downloads and reader store',
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
      summary: 'Changes limits, lifetimes and page sizes',
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
    post: {
      operationId: 'seedWorld',
      summary: 'Makes many rows at once',
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
                'Counts metered runs as started now, so many that `leave` more are possible today; ' +
                'null: those that were counted so count no longer',
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
              'Reads that are left under the quota. What an earlier `leave` counted is taken ' +
              'back first; null does nothing else',
          },
          ago_ms: {
            type: 'integer',
            minimum: 0,
            maximum: 2 * 86_400_000,
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
      response: responseOf({admitted: {type: 'boolean'}}),
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
      summary: 'Tells whether the browser or app of a session is signed in still',
      status: 200,
      response: responseOf({alive: {type: 'boolean'}}),
      bodyRequired: true,
      body: object({store: text, session: text}, ['store', 'session']),
    },
  },
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
