import type {Schema} from './validate.ts';
import {PLANS} from './workspaces.ts';

/**
 * The control plane's own document: served at `GET /openapi.json`, routed by, and its requests are
 * judged by it. It is a TypeScript value, so that it is there at once and in every package.
 */
const text: Schema = {type: 'string', minLength: 1, maxLength: 200};
const count = (maximum: number): Schema => ({type: 'integer', minimum: 1, maximum});
const instant: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 with zone, years 1970 to 2999',
};
const object = (
  properties: Record<string, Schema>,
  required: string[] = [],
  more: Schema = {},
): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const list = (items: Schema): Schema => ({type: 'array', items});
const ref = (name: string): Schema => ({$ref: `#/components/schemas/${name}`});
/** Answers may grow; clients ignore what they do not know. */
const answer = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const ABILITIES = ['library:read', 'library:write', 'tools:run'];
const abilities: Schema = {...list({type: 'string', enum: ABILITIES}), uniqueItems: true};
const YEAR_MS = 366 * 86_400_000;

const schemas: Record<string, Schema> = {
  Error: answer({error: {type: 'string'}, what_to_do: {type: 'string'}}),
  Clock: answer({now: instant, frozen: {type: 'boolean'}}),
  Key: answer({
    role: {type: 'string'},
    key: {type: 'string'},
    id: {type: 'string'},
    workspace: {type: 'string'},
    abilities: list({type: 'string'}),
  }),
  Token: answer({
    role: {type: 'string'},
    token: {type: 'string'},
    id: {type: 'string'},
    store: {type: 'string'},
    admin: {type: 'integer'},
  }),
  AccessToken: answer({
    role: {type: 'string'},
    token: {type: 'string'},
    id: {type: 'string'},
    workspace: {type: 'string'},
    scopes: list({type: 'string'}),
    expires_at: {...instant, type: ['string', 'null']},
    audience: {type: 'string'},
    revoked: {type: 'boolean'},
  }),
  OauthClient: answer({
    role: {type: 'string'},
    client_id: {type: 'string'},
    client_secret: {type: ['string', 'null'], description: 'null: the client keeps no secret'},
    workspace: {
      type: ['string', 'null'],
      description: 'null: it registered itself, and is for any',
    },
    name: {type: 'string'},
  }),
  Urls: answer({workspace: {type: 'string'}, store: {type: 'string'}, objects: {type: 'string'}}),
  World: answer({
    world: {type: 'string'},
    now: instant,
    frozen: {type: 'boolean'},
    urls: ref('Urls'),
    workspaces: list(
      answer({id: {type: 'string'}, name: {type: 'string'}, role: {type: 'string'}}),
    ),
    stores: list(answer({id: {type: 'string'}, name: {type: 'string'}, role: {type: 'string'}})),
    keys: list(ref('Key')),
    tokens: list(ref('Token')),
    samples: {type: 'object'},
    access_tokens: list(
      answer({
        role: {type: 'string'},
        token: {type: 'string'},
        id: {type: 'string'},
        workspace: {type: 'string'},
        scopes: list({type: 'string'}),
      }),
    ),
    oauth_clients: list(
      answer({
        role: {type: 'string'},
        client_id: {type: 'string'},
        client_secret: {type: 'string'},
        workspace: {type: 'string'},
      }),
    ),
  }),
  Workspace: answer({
    id: {type: 'string'},
    plan: {type: ['string', 'null']},
    publications_left: {type: ['integer', 'null']},
    paid_work: {type: 'boolean'},
    plans: list({type: 'string'}),
    runs_hold: {type: 'boolean'},
    runs_end: list({type: 'string'}),
    downloads: {type: 'string'},
    reader: {type: 'string'},
  }),
  Snapshot: answer({
    presscheck: {const: 'snapshot'},
    version: {const: 1},
    sum: {type: 'string'},
    image: {type: 'object'},
    objects: list(
      answer({key: {type: 'string'}, content_type: {type: 'string'}, base64: {type: 'string'}}),
    ),
  }),
  JournalEntry: answer({
    n: {type: 'integer'},
    at: {type: 'string'},
    world: {type: 'string'},
    method: {type: 'string'},
    path: {type: 'string'},
    status: {type: 'integer'},
  }),
  Mail: answer({
    at: {type: 'string'},
    to: {type: 'string'},
    subject: {type: 'string'},
    about: {type: 'object'},
  }),
};

/** What one operation takes and gives. */
export interface Operation {
  operationId: string;
  summary: string;
  /** Query parameters by name; all are optional. */
  query?: Record<string, Schema>;
  body?: Schema;
  bodyRequired?: boolean;
  status: number;
  answer?: Schema;
}

const page = {
  after: {type: 'integer', minimum: 0},
  limit: {type: 'integer', minimum: 1, maximum: 1000},
};
const journal = answer({entries: list(ref('JournalEntry')), last: {type: 'integer'}});
const numbers = answer({numbers: {type: 'object', additionalProperties: {type: 'number'}}});

/** Every operation of the control plane, by path and method. */
export const operations: Record<string, Record<string, Operation>> = {
  '/worlds': {
    get: {
      operationId: 'listWorlds',
      summary: 'All worlds',
      status: 200,
      answer: answer({
        worlds: list(
          answer({
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
      answer: ref('World'),
      body: object({
        template: {type: 'string', enum: ['suite', 'demo', 'empty'], default: 'suite'},
        seed: {
          type: 'integer',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Ids, names, keys and secrets derive from it',
        },
        frozen_at: {
          ...instant,
          type: ['string', 'null'],
          description:
            'Where the clock stands still; null: it runs. Default: a suite world stands, others run',
        },
        limits: {
          type: 'boolean',
          default: true,
          description: 'Whether minute windows and daily quotas are kept',
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
      summary: 'One world with its credentials',
      status: 200,
      answer: ref('World'),
    },
    delete: {operationId: 'dropWorld', summary: 'Drops a world', status: 204},
  },
  '/worlds/{world}/reset': {
    post: {
      operationId: 'resetWorld',
      summary: 'The world as it was made',
      status: 200,
      answer: ref('World'),
    },
  },
  '/worlds/{world}/snapshot': {
    get: {
      operationId: 'getSnapshot',
      summary: 'The whole world with its objects',
      status: 200,
      answer: ref('Snapshot'),
    },
    put: {
      operationId: 'putSnapshot',
      summary: 'Puts a snapshot in the place of a world, or makes a world of it',
      status: 200,
      answer: ref('World'),
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
    get: {operationId: 'getClock', summary: "The world's clock", status: 200, answer: ref('Clock')},
    post: {
      operationId: 'setClock',
      summary: 'Moves the clock on, stops it or lets it run',
      status: 200,
      answer: ref('Clock'),
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
      summary: 'API keys',
      status: 200,
      answer: answer({keys: list(ref('Key'))}),
    },
    post: {
      operationId: 'mintKey',
      summary: 'Mints an API key',
      status: 201,
      answer: ref('Key'),
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
      summary: 'Store tokens',
      status: 200,
      answer: answer({tokens: list(ref('Token'))}),
    },
    post: {
      operationId: 'generateToken',
      summary: "Generates an admin's token; each admin has at most one",
      status: 201,
      answer: ref('Token'),
      bodyRequired: true,
      body: object(
        {
          store: text,
          admin: {
            type: 'integer',
            minimum: 1,
            description: 'Default: one who has no token yet; when all have theirs, a new one',
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
      summary: 'A new secret in the place of the old',
      status: 200,
      answer: ref('Token'),
    },
  },
  '/worlds/{world}/access-tokens': {
    get: {
      operationId: 'listAccessTokens',
      summary: 'OAuth access tokens for /mcp',
      status: 200,
      answer: answer({access_tokens: list(ref('AccessToken'))}),
    },
    post: {
      operationId: 'issueAccessToken',
      summary: 'Issues an access token',
      status: 201,
      answer: ref('AccessToken'),
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
            description: 'null: never. Default: the number workspace.mcp.access_token_seconds',
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
      answer: ref('AccessToken'),
    },
  },
  '/worlds/{world}/access-tokens/{id}/revoke': {
    post: {
      operationId: 'revokeAccessToken',
      summary: 'Revokes an access token',
      status: 200,
      answer: ref('AccessToken'),
    },
  },
  '/worlds/{world}/oauth-clients': {
    get: {
      operationId: 'listOauthClients',
      summary: 'Clients of the authorization server',
      status: 200,
      answer: answer({oauth_clients: list(ref('OauthClient'))}),
    },
    post: {
      operationId: 'makeOauthClient',
      summary: 'Makes a client that gets tokens of one workspace by itself (client credentials)',
      status: 201,
      answer: ref('OauthClient'),
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
      answer: ref('Workspace'),
      body: object({
        plan: {
          enum: [...Object.keys(PLANS), null],
          description: 'A plan brings its allowance; null: it cannot be resolved',
        },
        publications_left: {
          type: ['integer', 'null'],
          minimum: 0,
          maximum: 1_000_000,
          description: 'null: not limited',
        },
        paid_work: {type: 'boolean', description: 'Without it metered runs are refused'},
        runs_hold: {
          type: 'boolean',
          description: 'New runs stay as they are until this is false again',
        },
        runs_end: {
          ...list({type: 'string', enum: ['succeeded', 'failed', 'rejected']}),
          maxItems: 1000,
          description: 'How the next runs end, one each',
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
      summary: 'Limits, lifetimes and page sizes by name',
      status: 200,
      answer: numbers,
    },
    patch: {
      operationId: 'changeNumbers',
      summary: 'Changes some of them',
      status: 200,
      answer: numbers,
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
      summary: 'Puts rows in bulk',
      status: 201,
      bodyRequired: true,
      answer: answer({
        publications: list({type: 'string'}),
        users: list({type: 'integer'}),
        sign_ins: list({type: 'string'}),
      }),
      body: object(
        {
          publications: object(
            {
              workspace: text,
              count: count(200_000),
              files: {type: 'boolean', default: true, description: 'false: they have no file yet'},
            },
            ['workspace', 'count'],
          ),
          runs: object(
            {workspace: text, leave: {type: 'integer', minimum: 0, maximum: 100_000}},
            ['workspace', 'leave'],
            {
              description:
                'So many metered runs count as started just now that `leave` are left under the daily ceiling',
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
      summary: 'Adds to a daily read counter',
      status: 200,
      answer: answer({counter: {type: 'string'}, count: {type: 'integer'}}),
      bodyRequired: true,
      body: object(
        {
          token: {...text, description: 'A token or its id'},
          store: text,
          count: count(1_000_000),
          ago_ms: {
            type: 'integer',
            minimum: 0,
            maximum: 2 * 86_400_000,
            default: 0,
            description: 'How long ago they were read',
          },
          api: {type: 'string', enum: ['v1', 'v3'], default: 'v1'},
        },
        ['count'],
        {oneOf: [{required: ['token']}, {required: ['store']}]},
      ),
    },
  },
  '/worlds/{world}/logins': {
    post: {
      operationId: 'tryLogin',
      summary: 'Whether a user would be let into the store',
      status: 200,
      answer: answer({admitted: {type: 'boolean'}}),
      bodyRequired: true,
      body: object(
        {store: text, email: {...text, maxLength: 320}, password: {type: 'string', maxLength: 255}},
        ['store', 'email'],
      ),
    },
  },
  '/worlds/{world}/journal': {
    get: {
      operationId: 'getJournal',
      summary: 'What arrived, and why it was answered so',
      status: 200,
      query: page,
      answer: journal,
    },
  },
  '/worlds/{world}/outbox': {
    get: {
      operationId: 'getOutbox',
      summary: 'Mail that would have gone out',
      status: 200,
      answer: answer({mail: list(ref('Mail'))}),
    },
  },
  '/unrouted/journal': {
    get: {
      operationId: 'getLobbyJournal',
      summary: 'Requests that belong to no world',
      status: 200,
      query: page,
      answer: journal,
    },
  },
};

/** The document, as served. */
export const controlDocument = (): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'presscheck control plane',
    version: '1.0.0',
    license: {name: 'MIT', identifier: 'MIT'},
    description:
      'Worlds of the mock, their credentials, clocks and limits. No part of the two APIs that are mocked.',
  },
  servers: [{url: '/'}],
  security: [{}, {token: []}],
  paths: Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, described(path, operation)]),
      ),
    ]),
  ),
  components: {
    schemas,
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'Asked for off loopback, and when one was set',
      },
    },
  },
});

function described(
  path: string,
  {operationId, summary, query = {}, body, bodyRequired, status, answer: schema}: Operation,
): Schema {
  const json = (content: Schema): Schema => ({content: {'application/json': {schema: content}}});
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: {type: 'string'},
    })),
    ...Object.entries(query).map(([name, said]) => ({name, in: 'query', schema: said})),
  ];
  return {
    operationId,
    summary,
    ...(parameters.length && {parameters}),
    ...(body && {requestBody: {required: bodyRequired ?? false, ...json(body)}}),
    responses: {
      [status]: {description: summary, ...(schema && json(schema))},
      '4XX': {description: 'What is wrong, and what to do', ...json(ref('Error'))},
    },
  };
}
