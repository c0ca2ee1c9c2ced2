import {DAY_MS} from '../../spec/durations.ts';
import type {Operations} from './operation.ts';
import {list, object, ref, responseOf, text} from './schema-parts.ts';
import type {Schema} from './validate.ts';

const ABILITIES = ['library:read', 'library:write', 'tools:run'];
const abilities: Schema = {...list({type: 'string', enum: ABILITIES}), uniqueItems: true};
const YEAR_MS = 366 * DAY_MS;

/** Operations on keys, tokens and OAuth clients of a world. */
export const CREDENTIAL_OPERATIONS: Operations = {
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
      summary: 'Creates a client of a workspace, for the grant client_credentials',
      status: 201,
      response: ref('OauthClient'),
      bodyRequired: true,
      body: object({workspace: text, name: text}, ['workspace']),
    },
  },
};
