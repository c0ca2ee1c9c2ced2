import type {Credentials} from '../mock/control/shown-credentials.ts';
import type {BrokenRule} from './defects.ts';

/** What `presscheck mock` reports when it serves. */
export interface Greeting {
  urls: {workspace: string; store: string; objects: string; control?: string};
  credentials: Credentials;
  /** The rules that the mock breaks on purpose. */
  broken: BrokenRule[];
  /** The token that the control plane requires, if it does. */
  controlToken?: string;
  /** Where worlds are kept; in memory when absent. */
  data?: string;
}

/**
 * The text that `presscheck mock` prints when it serves: addresses, credentials, and lines to paste
 * into a shell.
 */
export function greeting({urls, credentials, broken, controlToken, data}: Greeting): string {
  const lines = [
    'presscheck mock: both APIs are served.',
    ...warning(broken),
    '',
    ...addresses(urls),
    ...(controlToken ? [`  control token             ${controlToken}`] : []),
    `  worlds are kept           ${data ?? 'in memory, until this ends'}`,
    ...credentialTables(credentials, urls.workspace),
    ...linesToPaste(credentials, urls),
    ...warning(broken),
    '',
    'Requests that are refused are listed below, with the reason. Ctrl-C ends.',
    '',
  ];
  return lines.join('\n');
}

/** Says that a mock is wrong, and how; nothing for one that obeys the documents. */
function warning(broken: BrokenRule[]): string[] {
  if (!broken.length) return [];
  const each = broken.flatMap(({defect, sentence}) => [
    `  ${defect}`,
    `    The document: ${sentence}`,
  ]);
  return ['', 'THIS MOCK IS WRONG ON PURPOSE. It breaks these rules:', ...each];
}

function addresses({workspace, store, objects, control}: Greeting['urls']): string[] {
  const lines = [
    `  Workspace Publishing API  ${workspace}`,
    `  Store Integration API     ${store}/integration-api/v1`,
    `  object storage            ${objects}`,
  ];
  if (control)
    lines.push(`  control plane             ${control}  (its document: ${control}/openapi.json)`);
  return lines;
}

/** One table for each kind of credential that there is. */
function credentialTables(credentials: Credentials, workspaceUrl: string): string[] {
  const {keys, tokens, access_tokens: agents, oauth_clients: clients} = credentials;
  const secrets = [...keys.map(({key}) => key), ...[...tokens, ...agents].map(({token}) => token)];
  const width = widest(secrets);
  return [
    ...table(
      'Workspace API keys (Authorization: Bearer <key>)',
      keys.map(({key, workspace, abilities}) => [key, workspace, abilities.join(' ')]),
      width,
    ),
    ...table(
      'Store tokens (X-User-Token: <token>)',
      tokens.map(({token, store, admin, role}) => [
        token,
        store,
        role === 'limited-admin' ? `admin ${admin}, who may not manage content` : `admin ${admin}`,
      ]),
      width,
    ),
    ...table(
      `OAuth tokens of agents (Authorization: Bearer <token>, at ${workspaceUrl}/mcp)`,
      agents.map(({token, workspace, scopes}) => [
        token,
        workspace,
        scopes.join(' ') || 'no scope',
      ]),
      width,
    ),
    ...table(
      'OAuth clients for CI (client credentials: id, secret, workspace)',
      clients.map((client) => [client.client_id, client.client_secret, client.workspace]),
    ),
  ];
}

/**
 * A title with aligned rows below it; nothing without rows.
 * @param least columns that the first cell takes at least
 */
function table(title: string, rows: string[][], least = 0): string[] {
  const [first] = rows;
  if (!first) return [];
  const widths = first.map((_, column) => widest(rows.map((row) => row[column] ?? '')));
  widths[0] = Math.max(least, widths[0] ?? 0);
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${cells.join('  ')}`.trimEnd();
  });
  return ['', title, ...lines];
}

const widest = (texts: string[]): number => Math.max(0, ...texts.map((text) => text.length));

/** Commands for a shell, with the first credentials that can do what they do. */
function linesToPaste({keys, tokens}: Credentials, urls: Greeting['urls']): string[] {
  const key = keys.find(({abilities}) =>
    ['library:read', 'library:write'].every((ability) => abilities.includes(ability)),
  );
  const [token] = tokens;
  if (!key && !token) return [];
  return [
    '',
    'To paste into a shell:',
    ...(key ? workspaceLines(urls.workspace, key.key) : []),
    ...(token ? storeLines(urls.store, token.token) : []),
  ];
}

/** Account, then a publication from reservation to registration. */
function workspaceLines(url: string, key: string): string[] {
  const authorized = `curl -s -H 'Authorization: Bearer ${key}'`;
  const send = `${authorized} -H 'Content-Type: application/json'`;
  const reservation = '{"original_filename": "tides.epub", "size_bytes": 6}';
  const uploadUrl = `"$(node -p 'JSON.parse(process.argv[1]).upload_url' "$RESERVED")"`;
  const registration =
    `"$(node -p '({publication_id, key} = JSON.parse(process.argv[1]), ` +
    'JSON.stringify({publication_id, key, original_filename: "tides.epub", size_bytes: 6}))' +
    `' "$RESERVED")"`;
  return [
    `  ${authorized} ${url}/api/v1/account`,
    `  printf 'a book' > tides.epub`,
    `  RESERVED=$(${send} -d '${reservation}' ${url}/api/v1/uploads)`,
    `  curl -s -T tides.epub -H 'Content-Type: application/epub+zip' ${uploadUrl}`,
    `  ${send} -d ${registration} ${url}/api/v1/publications`,
  ];
}

/** A user, then the list of users. */
function storeLines(url: string, token: string): string[] {
  const send = `curl -s -H 'X-User-Token: ${token}'`;
  const users = `${url}/integration-api/v1/dashboard/users`;
  const body =
    '{"email": "mara@example.com", "new_password": "correct horse", "external_id": "crm-1"}';
  return [
    `  ${send} -H 'Content-Type: application/json' -d '${body}' ${users}`,
    `  ${send} ${users}`,
  ];
}
