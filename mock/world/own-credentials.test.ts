import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import type {Credentials} from '../control/shown-credentials.ts';
import {createMock, type Mock} from '../create-mock.ts';

let mock: Mock;
let lines: string[];
beforeAll(async () => {
  mock = await createMock({limits: false, report: (line) => void lines.push(line)});
});
beforeEach(() => void (lines = []));
afterAll(() => mock.close());

type Described = Credentials & {world: string};

/** Calls the control plane. */
async function control(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${mock.urls.control}/worlds${path}`, {
    method,
    headers: {'content-type': 'application/json'},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  return {status: response.status, ...((await response.json()) as object)};
}

const secretsOf = (world: Described): string[] => [
  ...world.keys.map(({key}) => key),
  ...world.tokens.map(({token}) => token),
  ...world.access_tokens.map(({token}) => token),
  ...world.oauth_clients.flatMap((client) => [client.client_id, client.client_secret]),
];

/** The status of a read with a key in a world. */
const statusWith = async (key: string, prefix: string): Promise<number> =>
  (
    await fetch(`${mock.urls.workspace}${prefix}/api/v1/account`, {
      headers: {authorization: `Bearer ${key}`},
    })
  ).status;

test('each world of the template demo has keys of its own, which name it', async () => {
  const demo: Described = await control('GET', '/demo');
  const first: Described = await control('POST', '', {template: 'demo', seed: 1});
  const second: Described = await control('POST', '', {template: 'demo', seed: 1});
  const all = [demo, first, second].flatMap(secretsOf);
  expect(new Set(all).size).toBe(all.length);
  expect(secretsOf(first)).toEqual(
    secretsOf(demo).map((text) => text.replace('demo', first.world)),
  );
  const key = `${first.world}-key-harbour-full`;
  expect(await statusWith(key, `/w/${first.world}`)).toBe(200);
  for (const prefix of ['', `/w/${second.world}`]) expect(await statusWith(key, prefix)).toBe(401);
  expect(lines[0]).toContain(
    `got one of world ${first.world}; put /w/${first.world} before the path`,
  );
});

test('a reset and a snapshot keep the keys of a world', async () => {
  const made: Described = await control('POST', '', {template: 'demo'});
  expect(secretsOf(await control('POST', `/${made.world}/reset`))).toEqual(secretsOf(made));
  const snapshot = await (await fetch(`${mock.urls.control}/worlds/${made.world}/snapshot`)).json();
  const copy: Described = await control('PUT', '/copy-of-keys/snapshot', snapshot);
  expect(secretsOf(copy)).toEqual(secretsOf(made));
  expect(secretsOf(await control('POST', '/copy-of-keys/reset'))).toEqual(secretsOf(made));
});

test('a world has the keys of the demo when it asks for them', async () => {
  const demo: Described = await control('GET', '/demo');
  const body = {template: 'demo', credentials: 'demo'};
  const made: Described = await control('POST', '', body);
  expect(secretsOf(made)).toEqual(secretsOf(demo));
  expect(secretsOf(await control('POST', `/${made.world}/reset`))).toEqual(secretsOf(demo));
});

test('other templates have no keys of the demo', async () => {
  for (const template of ['suite', 'empty'])
    expect(await control('POST', '', {template, credentials: 'demo'})).toMatchObject({
      status: 422,
      error: `a world of the template ${template} cannot have the credentials of the demo`,
    });
});
