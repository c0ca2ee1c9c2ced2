import type {Credentials} from '../mock/control/shown-credentials.ts';

/** What a greeting tells. */
export interface Greeting {
  urls: {workspace: string; store: string; objects: string; control?: string};
  credentials: Credentials;
  /** When it is asked for. */
  controlToken?: string;
  data?: string;
}

const row = (...cells: [string, number][]): string =>
  cells
    .map(([text, width]) => text.padEnd(width))
    .join('  ')
    .trimEnd();

/**
 * What `presscheck mock` prints when it serves: addresses, credentials, and lines to paste into a
 * shell.
 */
export function greeting({urls, credentials, controlToken, data}: Greeting): string {
  const {keys, tokens, access_tokens: agents, oauth_clients: clients} = credentials;
  const wide = (texts: string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const secrets = wide([
    ...keys.map(({key}) => key),
    ...tokens.map(({token}) => token),
    ...agents.map(({token}) => token),
  ]);
  const lines = [
    'presscheck mock: both APIs are served.',
    '',
    `  Workspace Publishing API  ${urls.workspace}`,
    `  Store Integration API     ${urls.store}/integration-api/v1`,
    `  object storage            ${urls.objects}`,
    ...(urls.control
      ? [
          `  control plane             ${urls.control}  (its document: ${urls.control}/openapi.json)`,
        ]
      : []),
    ...(controlToken ? [`  control token             ${controlToken}`] : []),
    `  worlds are kept           ${data ?? 'in memory, until this ends'}`,
    ...(keys.length ? ['', 'Workspace API keys (Authorization: Bearer <key>)'] : []),
    ...keys.map(
      ({key, workspace, abilities}) =>
        `  ${row([key, secrets], [workspace, wide(keys.map((each) => each.workspace))], [abilities.join(' '), 0])}`,
    ),
    ...(tokens.length ? ['', 'Store tokens (X-User-Token: <token>)'] : []),
    ...tokens.map(
      ({token, store, admin}) =>
        `  ${row([token, secrets], [store, wide(tokens.map((each) => each.store))], [`admin ${admin}`, 0])}`,
    ),
    ...(agents.length
      ? ['', `OAuth tokens of agents (Authorization: Bearer <token>, at ${urls.workspace}/mcp)`]
      : []),
    ...agents.map(
      ({token, workspace, scopes}) =>
        `  ${row([token, secrets], [workspace, wide(agents.map((each) => each.workspace))], [scopes.join(' ') || 'no scope', 0])}`,
    ),
    ...(clients.length
      ? ['', 'OAuth clients for CI (client credentials: id, secret, workspace)']
      : []),
    ...clients.map(
      (each) =>
        `  ${row([each.client_id, wide(clients.map((one) => one.client_id))], [each.client_secret, wide(clients.map((one) => one.client_secret))], [each.workspace, 0])}`,
    ),
  ];
  const key = keys.find(
    ({abilities}) => abilities.includes('library:read') && abilities.includes('library:write'),
  );
  const token = tokens[0];
  if (key || token) lines.push('', 'To paste into a shell:');
  if (key) lines.push(...workspaceLines(urls.workspace, key.key));
  if (token) lines.push(...storeLines(urls.store, token.token));
  return [
    ...lines,
    '',
    'What arrives and is refused is told below, and why. Ctrl-C ends.',
    '',
  ].join('\n');
}

/** Account, then a publication from reservation to registration. */
function workspaceLines(url: string, key: string): string[] {
  const send = `curl -s -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  const field = (path: string): string =>
    `"$(node -p 'JSON.parse(process.argv[1]).${path}' "$RESERVED")"`;
  return [
    `  curl -s -H 'Authorization: Bearer ${key}' ${url}/api/v1/account`,
    `  printf 'a book' > tides.epub`,
    `  RESERVED=$(${send} -d '{"original_filename": "tides.epub", "size_bytes": 6}' ${url}/api/v1/uploads)`,
    `  curl -s -T tides.epub -H 'Content-Type: application/epub+zip' ${field('upload_url')}`,
    `  ${send} -d "$(node -p '({publication_id, key} = JSON.parse(process.argv[1]), JSON.stringify({publication_id, key, original_filename: "tides.epub", size_bytes: 6}))' "$RESERVED")" ${url}/api/v1/publications`,
  ];
}

function storeLines(url: string, token: string): string[] {
  const send = `curl -s -H 'X-User-Token: ${token}'`;
  const body =
    '{"email": "mara@example.com", "new_password": "correct horse", "external_id": "crm-1"}';
  return [
    `  ${send} -H 'Content-Type: application/json' -d '${body}' ${url}/integration-api/v1/dashboard/users`,
    `  ${send} ${url}/integration-api/v1/dashboard/users`,
  ];
}
