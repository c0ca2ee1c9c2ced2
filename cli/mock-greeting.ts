import type {Credentials} from '../mock/control/shown-credentials.ts';
import type {PublicUrl} from '../mock/http/public-url.ts';
import type {BrokenRule} from './defects.ts';
import {quoted} from './mock-variables.ts';

/** The data of the greeting of `presscheck mock`. */
export interface Greeting {
  urls: {workspace: string; store: string; objects: string; control?: string};
  credentials: Credentials;
  /** The rules that the mock's defects break. */
  broken: BrokenRule[];
  /** The addresses of links, unless they are those of the requests. */
  publicUrl?: PublicUrl;
  /** The token that the control plane requires, if any; null for one that the user gave, which is not shown. */
  controlToken?: string | null | undefined;
  /** The folder in which worlds are stored; absent when they are in memory. */
  data?: string;
  /** Which requests are written. Default: those that are refused. */
  listed?: keyof typeof LISTED;
}

const LISTED = {
  refused: 'Requests that are refused are listed below, with the reason.',
  all: 'Requests are listed below, with the reason of those that are refused.',
  'as JSON': 'Each request is written to stdout as a line of JSON.',
};

/**
 * The text that `presscheck mock` prints when it is ready: addresses, credentials, and commands to paste into a shell.
 */
export function greeting({
  urls,
  publicUrl,
  credentials,
  broken,
  controlToken,
  data,
  listed = 'refused',
}: Greeting): string {
  const lines = [
    'presscheck mock: both APIs are served.',
    ...warning(broken),
    '',
    ...addresses(urls),
    ...linksAt(publicUrl),
    ...tokenLines(controlToken, urls),
    `  worlds are kept           ${data ?? 'in memory, until the mock stops'}`,
    ...credentialTables(credentials, urls.workspace),
    ...linesToPaste(credentials, urls),
    ...warning(broken),
    '',
    `${LISTED[listed]} Ctrl-C ends.`,
    '',
  ];
  return lines.join('\n');
}

/** Where a browser finds the console. @param token null for one that the user gave, which is not shown */
export const consoleOf = (
  {control}: Pick<Greeting['urls'], 'control'>,
  token: Greeting['controlToken'],
): string => `${control}/${token === undefined ? '' : `?token=${token ?? 'TOKEN'}`}`;

/** Warns that a mock has defects, and which; empty for a mock without defects. */
function warning(broken: BrokenRule[]): string[] {
  if (!broken.length) return [];
  const each = broken.flatMap(({defect, sentence}) => [
    `  ${defect}`,
    `    The document: ${sentence}`,
  ]);
  return [
    '',
    'THIS MOCK IS WRONG ON PURPOSE. It breaks these rules, and perhaps others that the same fault touches:',
    ...each,
  ];
}

function addresses({workspace, store, objects, control}: Greeting['urls']): string[] {
  const lines = [
    `  Workspace Publishing API  ${workspace}`,
    `  Store Integration API     ${store}/integration-api/v1`,
    `  object storage            ${objects}`,
  ];
  if (control)
    lines.push(
      `  control plane             ${control}  (resets the mock, moves its clock, gives it data; in a browser the console)`,
    );
  return lines;
}

function tokenLines(token: Greeting['controlToken'], urls: Greeting['urls']): string[] {
  if (token === undefined) return [];
  return [
    `  control token             ${token ?? 'the one that was given'}  (send it as Authorization: Bearer TOKEN)`,
    `  in a browser              ${consoleOf(urls, token)}`,
  ];
}

/** Where links lead that do not follow the request. */
function linksAt(publicUrl: PublicUrl | undefined): string[] {
  if (publicUrl === undefined) return [];
  const urls = typeof publicUrl === 'string' ? [publicUrl] : Object.values(publicUrl);
  return [`  links lead to             ${urls.join(', ')}`];
}

/** A table for each kind of credential. */
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
 * A title followed by aligned rows; empty without rows.
 * @param least the minimum number of columns of the first cell
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

/** Commands for a shell, with the first credentials that have the required permissions. */
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

/** The line break keeps the responses of several commands apart. */
const CURL = String.raw`curl -sS --fail-with-body -w '\n'`;

/** Reads the account, then creates a publication from reservation to registration. */
function workspaceLines(url: string, key: string): string[] {
  const authorized = `${CURL} -H ${quoted(`Authorization: Bearer ${key}`)}`;
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
    `  ${CURL} -T tides.epub -H 'Content-Type: application/epub+zip' ${uploadUrl}`,
    `  ${send} -d ${registration} ${url}/api/v1/publications`,
  ];
}

/** Creates a user, then lists the users. */
function storeLines(url: string, token: string): string[] {
  const send = `${CURL} -H ${quoted(`X-User-Token: ${token}`)}`;
  const users = `${url}/integration-api/v1/dashboard/users`;
  const body =
    '{"email": "mara@example.com", "new_password": "correct horse", "external_id": "crm-1"}';
  return [
    `  ${send} -H 'Content-Type: application/json' -d '${body}' ${users}`,
    `  ${send} ${users}`,
  ];
}
