import {expect, test} from 'vitest';
import {reportingMock} from '../testing/reporting-mock.ts';

const here = reportingMock();

const headers = {
  authorization: 'Bearer demo-key-harbour-full',
  'x-user-token': 'demo-token-riverside-admin',
};

/** Sends a request with credentials of the demo world. @returns its status and its line on the terminal */
async function ask(
  origin: 'workspace' | 'store' | 'objects' | 'control',
  path: string,
): Promise<{status: number; line: string; body: string}> {
  const response = await fetch(here.mock.urls[origin] + path, {headers});
  return {status: response.status, body: await response.text(), line: here.lines.join('\n')};
}

test.each([
  ['workspace', '/api/v1/account/', '/api/v1/account'],
  ['workspace', '/W/w1/api/v1/account', '/w/w1/api/v1/account'],
  ['workspace', '/api/v1/w/w1/account', '/w/w1/api/v1/account'],
  ['workspace', '/api/v1/Account', '/api/v1/account'],
  ['workspace', '/API/v1/account', '/api/v1/account'],
  ['workspace', '/api/v1//account', '/api/v1/account'],
  ['workspace', '/api/v1/publications/pub_A/', '/api/v1/publications/pub_A'],
  ['workspace', '/api/v1/Publications/pub_A/files', '/api/v1/publications/pub_A/files'],
  ['workspace', '/openapi.json/', '/openapi.json'],
  ['workspace', '/mcp/', '/mcp'],
  ['workspace', '/MCP', '/mcp'],
  ['workspace', '/oauth/Token', '/oauth/token'],
  [
    'workspace',
    '/.well-known/OAuth-authorization-server',
    '/.well-known/oauth-authorization-server',
  ],
  ['store', '/integration-api/v1/orders/', '/integration-api/v1/orders'],
  ['store', '/integration-api/v1/Orders/Basket-7', '/integration-api/v1/orders/Basket-7'],
  ['store', '/integration-api/v1/dashboard/users?Page=1', undefined],
  ['store', '/Site/riverside', '/site/riverside'],
  ['store', '/site/riverside/', '/site/riverside'],
  ['store', '/site/riverside/Sign-In', '/site/riverside/sign-in'],
] as const)('%s %s: the path is exact, and the reason names %s', async (api, path, meant) => {
  const {status, line} = await ask(api, path);
  if (meant === undefined) return expect(status).toBe(200);
  expect(status).toBe(404);
  expect(line).toContain(`; did you mean ${meant}?`);
});

test.each([
  ['/worlds/', '/worlds'],
  ['/Worlds/demo', '/worlds/demo'],
  ['/worlds/demo/journal/', '/worlds/demo/journal'],
  ['/world/demo/journal', '/worlds/demo/journal'],
])('the control plane refuses %s, and names %s', async (path, meant) => {
  const {status, body} = await ask('control', path);
  expect(status).toBe(404);
  expect(JSON.parse(body).what_to_do).toContain(`did you mean ${meant}?`);
});

test('a link to storage in another letter case, or with a final slash, is told from a forged one', async () => {
  const list = (await (
    await fetch(`${here.mock.urls.workspace}/api/v1/publications`, {headers})
  ).json()) as {data: {id: string}[]};
  const publication = `${here.mock.urls.workspace}/api/v1/publications/${list.data[0]!.id}/files`;
  const files = (await (await fetch(publication, {headers})).json()) as {current_file_id: string};
  const response = await fetch(
    `${here.mock.urls.workspace}/api/v1/files/${files.current_file_id}/download`,
    {headers, redirect: 'manual'},
  );
  const link = new URL(response.headers.get('location')!);
  const path = link.pathname;
  for (const altered of [`${path}/`, path.toUpperCase()]) {
    here.lines = [];
    const {status, line} = await ask('objects', altered + link.search);
    expect(status).toBe(403);
    expect(line).toContain(`expected ${path}, the path of this link; got ${altered}; `);
  }
  expect((await fetch(link)).status).toBe(200);
});
