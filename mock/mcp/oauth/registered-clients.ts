import type {OAuthRegisteredClientsStore} from '@modelcontextprotocol/sdk/server/auth/clients.js';
import {
  OAuthClientInformationFullSchema,
  type OAuthClientInformationFull,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {JsonObject} from '../../../spec/json.ts';
import {nearest} from '../../http/nearest.ts';
import {MCP_SCOPE, type ClientRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {commitGranted} from './commit-granted.ts';
import {checkMetadata, type ClientMetadata} from './client-metadata.ts';
import type {OauthRequest} from './oauth-request.ts';
import {clientOf, clients, codes, tokens} from './tables.ts';

/** A world keeps this many clients that registered themselves. */
export const MAX_CLIENTS = 1000;

/** The grants that a client which registers itself can have: a person consents to them. */
const GRANTS_BY_CONSENT = ['authorization_code', 'refresh_token'];

/**
 * The clients of a world: those of its template and of the control plane, and those that register
 * themselves (RFC 7591).
 */
export class RegisteredClients implements OAuthRegisteredClientsStore {
  readonly #oauth: OauthRequest;

  constructor(oauth: OauthRequest) {
    this.#oauth = oauth;
  }

  /** Finds a client; notes for the journal what could be wrong with an unknown id. */
  getClient(id: string): OAuthClientInformationFull | undefined {
    const row = clientOf(this.#oauth.world, id);
    if (!row) {
      this.#explainUnknown(id);
      return undefined;
    }
    const {metadata, key, secret} = row;
    const information = {...metadata, client_id: key, client_secret: secret};
    return OAuthClientInformationFullSchema.safeParse(information).data;
  }

  /**
   * Registers a client; resolves when it is stored. The response has the metadata as the server
   * changed it (RFC 7591, section 3.2.1): the default method, the grants and the scope there are.
   * @throws OAuthError for metadata that are not allowed
   */
  async registerClient(
    registration: Omit<OAuthClientInformationFull, 'client_id' | 'client_id_issued_at'>,
  ): Promise<OAuthClientInformationFull> {
    const {
      client_secret: requestedSecret,
      client_secret_expires_at: _never,
      issuer: _ours,
      jwks: _unused,
      ...metadata
    } = registration;
    checkMetadata(this.#oauth, metadata);
    const {world} = this.#oauth;
    const row: ClientRow = {
      key: world.ids.id('client'),
      tenant: '',
      seq: world.newSeq(),
      ...(requestedSecret !== undefined && {secret: world.ids.secret('cs')}),
      metadata: completed(metadata),
    };
    const changes: Change[] = [...makeRoom(world), {table: 'oauth_clients', put: row}];
    await commitGranted(world, changes);
    return {
      ...OAuthClientInformationFullSchema.parse({...row.metadata, client_id: row.key}),
      client_id_issued_at: Math.floor(world.now() / 1000),
      ...(row.secret !== undefined && {client_secret: row.secret, client_secret_expires_at: 0}),
    };
  }

  #explainUnknown(id: string): void {
    const {world} = this.#oauth;
    const known = clients(world).map(({key}) => key);
    const near = nearest(id, known);
    this.#oauth.why = {
      expected: `a client of world ${world.id}`,
      got: `client_id ${id.slice(0, 100)}`,
      todo: near
        ? `perhaps ${near.text} was meant`
        : 'register first; a reset removes registered clients',
    };
  }
}

/** Metadata as they are stored: what was left open is decided, what is not supported is cut. */
function completed(metadata: ClientMetadata): JsonObject {
  const {grant_types: grants, token_endpoint_auth_method: method} = metadata;
  return plainJson({
    ...metadata,
    scope: MCP_SCOPE,
    response_types: ['code'],
    token_endpoint_auth_method: method ?? 'client_secret_basic',
    grant_types: GRANTS_BY_CONSENT.filter((type) => !grants || grants.includes(type)),
  });
}

/** Removes a client when the table is full: the oldest one without codes and tokens, if any. */
function makeRoom(world: World): Change[] {
  const registered = world.table('oauth_clients').of('');
  const [oldest] = registered;
  if (!oldest || registered.length < MAX_CLIENTS) return [];
  const grants = [
    ...codes(world),
    ...tokens(world, 'access_tokens'),
    ...tokens(world, 'refresh_tokens'),
  ];
  const used = new Set(grants.map(({client}) => client));
  const {key} = registered.find((client) => !used.has(client.key)) ?? oldest;
  return [{table: 'oauth_clients', del: key}];
}

/** A value without undefined members, as it comes back from a file. */
const plainJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
