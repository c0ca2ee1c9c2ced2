import {readAll, readEach} from '../../../spec/read-all.ts';
import {isUrl} from '../../../spec/url.ts';
import type {Role} from '../../../spec/step.ts';
import type {Credentials} from '../config.ts';
import {AGENT_ROLES, clientOf, mayCarrySecret, type OauthClient} from '../oauth-client.ts';
import {judgeAddress} from './address.ts';
import type {ClientReference, ConfigDocument, CredentialReference} from './schema.ts';
import {readClientText, readSecret} from './secret.ts';
import type {ConfigSource} from './source.ts';

/**
 * Reads the section `credentials`: one credential or several for each role.
 * @throws UsageError for a secret that is missing, a client of a role that has no access token, and
 *   a credential that stands in two roles
 */
export function readCredentials(source: ConfigSource, document: ConfigDocument): Credentials {
  const readRole = (role: Role, references: CredentialReference[]) =>
    readAll(references.map((one) => () => readCredential(source, document, role, one)));
  const readers = Object.entries(document.credentials).map(
    ([role, references]): [string, () => (string | OauthClient)[]] => [
      role,
      () => readRole(role as Role, [references].flat()),
    ],
  );
  const credentials: Credentials = readEach(Object.fromEntries(readers));
  judgeDistinct(source, credentials);
  return credentials;
}

function readCredential(
  source: ConfigSource,
  document: ConfigDocument,
  role: Role,
  reference: CredentialReference,
): string | OauthClient {
  return 'client_id' in reference
    ? readClient(source, document, role, reference)
    : readSecret(source, reference, `/credentials/${role}`);
}

function readClient(
  source: ConfigSource,
  {workspace}: ConfigDocument,
  role: Role,
  reference: ClientReference,
): OauthClient {
  const pointer = `/credentials/${role}`;
  if (!AGENT_ROLES.includes(role))
    throw source.mistake(
      pointer,
      `client credentials are for the roles ${AGENT_ROLES.join(', ')}; ` +
        'write the credential of this role as {env: NAME} or {file: PATH}',
    );
  if (!workspace)
    throw source.mistake(
      pointer,
      'this is a client of the MCP server, which belongs to the workspace API; ' +
        'give `workspace.base_url`, or leave the client out',
    );
  judgeTokenUrl(source, reference.token_url, workspace.base_url, `${pointer}/token_url`);
  return clientOf(role, {
    ...reference,
    client_id: readClientText(source, reference.client_id, `${pointer}/client_id`),
    client_secret: readClientText(source, reference.client_secret, `${pointer}/client_secret`),
  });
}

/** The client secret is sent to the token URL: it has to be safe there. */
function judgeTokenUrl(
  source: ConfigSource,
  tokenUrl: string | undefined,
  baseUrl: string,
  pointer: string,
): void {
  if (!tokenUrl) return;
  judgeAddress(source, tokenUrl, pointer, {query: true});
  const origin = isUrl(baseUrl) ? new URL(baseUrl).origin : '';
  if (!mayCarrySecret(new URL(tokenUrl), origin))
    throw source.mistake(
      pointer,
      'the client secret would be sent there unencrypted; give an https address',
    );
}

/**
 * One credential in two roles would make the pacing wrong, and most verdicts about tenants and
 * abilities.
 */
function judgeDistinct(source: ConfigSource, credentials: Credentials): void {
  const roles = new Map<string, string>();
  const judgeOne = (role: string, identity: string): void => {
    const other = roles.get(identity);
    if (other !== undefined)
      throw source.mistake(
        `/credentials/${role}`,
        `this is the same credential as in \`${other}\`; each role needs its own`,
      );
    roles.set(identity, role);
  };
  readAll(
    Object.entries(credentials).flatMap(([role, all]) =>
      all.map((one) => () => judgeOne(role, identityOf(one))),
    ),
  );
}

const identityOf = (credential: string | OauthClient): string =>
  typeof credential === 'string'
    ? credential
    : `${credential.id} ${credential.scope} ${credential.tokenUrl ?? ''}`;
