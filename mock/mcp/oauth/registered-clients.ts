import type {OAuthRegisteredClientsStore} from '@modelcontextprotocol/sdk/server/auth/clients.js';
import {
  CustomOAuthError,
  InvalidClientMetadataError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import {
  OAuthClientInformationFullSchema,
  type OAuthClientInformationFull,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type {Json} from '../../../spec/json.ts';
import {nearest} from '../../http/nearest.ts';
import {MCP_SCOPE, type ClientRow} from '../../workspace/mcp/rows.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {OauthRequest} from './oauth-request.ts';
import {redirectFault} from './redirect-uri.ts';
import {AUTH_METHODS} from './metadata.ts';
import {clientOf, clients, codes, tokens} from './tables.ts';

/** Clients that registered themselves, in one world. */
export const MOST_CLIENTS = 1000;

const OF_PEOPLE = ['authorization_code', 'refresh_token'];

/**
 * A world's clients: those of its template and control plane, and those that register themselves
 * (RFC 7591).
 */
export class RegisteredClients implements OAuthRegisteredClientsStore {
  readonly #asked: OauthRequest;

  constructor(asked: OauthRequest) {
    this.#asked = asked;
  }

  getClient(id: string): OAuthClientInformationFull | undefined {
    const {world} = this.#asked;
    const row = clientOf(world, id);
    if (row)
      return OAuthClientInformationFullSchema.safeParse({
        ...row.metadata,
        client_id: row.key,
        client_secret: row.secret,
      }).data;
    const near = nearest(
      id,
      clients(world).map(({key}) => key),
    );
    this.#asked.why = {
      expected: `a client of world ${world.id}`,
      got: `client_id ${id.slice(0, 100)}`,
      todo: near
        ? `perhaps ${near.text} was meant`
        : 'register first; a reset takes registered clients along',
    };
    return undefined;
  }

  /**
   * Resolves when the client is kept. What the server puts in the place of what was asked for is in
   * the answer (RFC 7591, section 3.2.1): the default method, the grants that there are, the only
   * scope.
   */
  async registerClient(
    asked: Omit<OAuthClientInformationFull, 'client_id' | 'client_id_issued_at'>,
  ): Promise<OAuthClientInformationFull> {
    const {
      client_secret: confidential,
      client_secret_expires_at: _never,
      issuer: _theirs,
      jwks: _unused,
      ...said
    } = asked;
    this.#judge(said);
    const {world} = this.#asked;
    const row: ClientRow = {
      key: world.ids.id('client'),
      tenant: '',
      seq: world.newSeq(),
      ...(confidential !== undefined && {secret: world.ids.secret('cs')}),
      metadata: plain({
        ...said,
        scope: MCP_SCOPE,
        response_types: ['code'],
        token_endpoint_auth_method: said.token_endpoint_auth_method ?? 'client_secret_basic',
        grant_types: OF_PEOPLE.filter(
          (type) => !said.grant_types || said.grant_types.includes(type),
        ),
      }),
    };
    await world.commit({
      changes: [...room(world), {table: 'oauth_clients', put: row}],
      effects: [],
    });
    return {
      ...OAuthClientInformationFullSchema.parse({...row.metadata, client_id: row.key}),
      client_id_issued_at: Math.floor(world.now() / 1000),
      ...(row.secret !== undefined && {client_secret: row.secret, client_secret_expires_at: 0}),
    };
  }

  #judge({
    redirect_uris: uris,
    token_endpoint_auth_method: method,
    grant_types: grants,
    response_types: types,
  }: Partial<OAuthClientInformationFull>): void {
    const refuse = (error: string, expected: string, got: string) => {
      const wrong =
        error === 'invalid_redirect_uri'
          ? new CustomOAuthError(error, got)
          : new InvalidClientMetadataError(got);
      return this.#asked.refuse(wrong, expected, got, 'mend the metadata of the client');
    };
    for (const uri of uris ?? []) {
      const fault = redirectFault(uri);
      if (fault)
        throw refuse(
          'invalid_redirect_uri',
          "redirect_uris with https, http on this machine, or a scheme of the app's own",
          `${uri.slice(0, 100)} ${fault}`,
        );
    }
    if (!uris?.length)
      throw refuse(
        'invalid_redirect_uri',
        'one redirect URI at least',
        'There is no redirect URI.',
      );
    if (method !== undefined && !AUTH_METHODS.includes(method))
      throw refuse(
        'invalid_client_metadata',
        AUTH_METHODS.join(', '),
        `token_endpoint_auth_method ${method.slice(0, 100)} is not supported.`,
      );
    if (grants && !grants.includes('authorization_code'))
      throw refuse(
        'invalid_client_metadata',
        'grant_types with authorization_code; clients without a person come with the world or from the control plane',
        'grant_types without authorization_code are not for clients that register themselves.',
      );
    if (types && !types.includes('code'))
      throw refuse(
        'invalid_client_metadata',
        'response_types with code',
        'response_types without code are not supported.',
      );
  }
}

/** Makes room for one more: the oldest client that was given nothing goes, or else the oldest. */
function room(world: World): Change[] {
  const own = world.table('oauth_clients').of('');
  if (own.length < MOST_CLIENTS) return [];
  const used = new Set(
    [...codes(world), ...tokens(world, 'access_tokens'), ...tokens(world, 'refresh_tokens')].map(
      ({client}) => client,
    ),
  );
  const goes = own.find(({key}) => !used.has(key)) ?? own[0]!;
  return [{table: 'oauth_clients', del: goes.key}];
}

/** As it would come back from a file. */
const plain = (metadata: object): Record<string, Json> => JSON.parse(JSON.stringify(metadata));
