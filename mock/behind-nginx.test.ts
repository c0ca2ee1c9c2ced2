import {Agent, fetch, type RequestInit} from 'undici';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {HAS_NGINX, NO_NGINX, startNginx, type Nginx} from './testing/nginx.ts';

const TOKEN = 'token-of-this-test';
const JSON_BODY = {'content-type': 'application/json'};
const KEY = {authorization: 'Bearer demo-key-harbour-full', ...JSON_BODY};
const STORE = {'x-user-token': 'demo-token-riverside-admin', ...JSON_BODY};

let mock: Mock;
let nginx: Nginx;
let dispatcher: Agent;
beforeAll(async () => {
  if (!HAS_NGINX) return;
  mock = await createMock({onePort: true, trustProxy: true, control: {token: TOKEN}});
  nginx = await startNginx(`http://127.0.0.1:${new URL(mock.urls.workspace).port}`);
  dispatcher = new Agent({connect: {ca: nginx.certificate}});
});
afterAll(async () => {
  await dispatcher?.close();
  await nginx?.close();
  await mock?.close();
});

const send = (url: string, init: RequestInit = {}) =>
  fetch(url, {redirect: 'manual', dispatcher, ...init});
const post = (url: string, headers: Record<string, string>, body: object) =>
  send(url, {method: 'POST', headers, body: JSON.stringify(body)});
const jsonOf = async (response: {json(): Promise<unknown>}): Promise<any> => response.json();

/** Uploads, registers and downloads a file, by the links that it gets. */
async function publish(base: string): Promise<string[]> {
  const file = {original_filename: 'tides.epub', size_bytes: 6};
  const reserved = await jsonOf(await post(`${base}/api/v1/uploads`, KEY, file));
  const {publication_id, key, upload_url, upload_headers: headers} = reserved;
  const put = await send(upload_url, {method: 'PUT', headers, body: 'a book'});
  expect([base, put.status]).toEqual([base, 200]);
  await post(`${base}/api/v1/publications`, KEY, {publication_id, key, ...file});
  const files = await send(`${base}/api/v1/publications/${publication_id}/files`, {headers: KEY});
  const {current_file_id} = await jsonOf(files);
  const moved = await send(`${base}/api/v1/files/${current_file_id}/download`, {headers: KEY});
  const location = String(moved.headers.get('location'));
  expect(await (await send(location)).text()).toBe('a book');
  return [upload_url, location];
}

/** Orders a book, opens its checkout and signs a user in, as a browser does. */
async function buy(base: string, reference: string): Promise<string[]> {
  const order = {
    type: 'sale',
    external_reference: reference,
    return_url: 'https://shop.example/thanks',
    unit_price: 9.5,
    currency_id: 'USD',
    user: {id: reference, email: `${reference}@readers.example`},
    products: [
      {
        type: 'content',
        id: reference,
        name: 'Of moons',
        url: 'https://shop.example/moons',
        unit_price: 9.5,
        currency_id: 'USD',
      },
    ],
  };
  const made = await post(`${base}/integration-api/v1/orders`, STORE, order);
  const {data} = await jsonOf(made);
  const checkout = await send(data.checkout.url);
  const {origin, pathname} = new URL(base);
  const path = pathname.replace(/\/$/, '');
  expect(await checkout.text()).toContain(`action="${path}/checkout/`);
  const signedIn = await send(`${base}/site/riverside/sign-in`, {
    method: 'POST',
    headers: {origin, 'content-type': 'application/x-www-form-urlencoded'},
    body: 'email=boris.hale@readers.example&password=demo-password',
  });
  expect(signedIn.status).toBe(303);
  const cookie = String(signedIn.headers.get('set-cookie'));
  expect(cookie).toContain(`Path=${path || '/'};`);
  const library = origin + String(signedIn.headers.get('location'));
  const [pair = ''] = cookie.split(';');
  const shown = await send(library, {headers: {cookie: pair}});
  expect(await shown.text()).toContain(`action="${path}/site/riverside/sign-out"`);
  const issues = await send(`${base}/integration-api/v1/dashboard/issues`, {headers: STORE});
  const {last_page_url: page} = (await jsonOf(issues)).data.paginator;
  return [data.checkout.url, data.products[0].reader_url, library, page];
}

/** Finds the authorization server from a challenge, gets a token and uses it. */
async function useTools(base: string): Promise<string[]> {
  const challenge = String((await send(`${base}/mcp`)).headers.get('www-authenticate'));
  const [, metadata = ''] = /resource_metadata="([^"]*)"/.exec(challenge)!;
  const {resource, authorization_servers} = await jsonOf(await send(metadata));
  const issuer = new URL(authorization_servers[0]);
  const path = issuer.pathname.replace(/\/$/, '');
  const server = await jsonOf(
    await send(`${issuer.origin}/.well-known/oauth-authorization-server${path}`),
  );
  expect([server.issuer, resource]).toEqual([base, `${base}/mcp`]);
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client-harbour',
    client_secret: 'demo-secret-harbour',
    resource,
  });
  const issued = await send(server.token_endpoint, {method: 'POST', body});
  const {access_token} = await jsonOf(issued);
  const headers = {
    ...JSON_BODY,
    authorization: `Bearer ${access_token}`,
    accept: 'application/json, text/event-stream',
  };
  const begin = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: {name: 'test', version: '1'},
    },
  };
  expect((await post(resource, headers, begin)).status).toBe(200);
  return [server.authorization_endpoint, server.token_endpoint];
}

/** Reads documents and the control plane, as its page does. */
async function control(base: string): Promise<string[]> {
  expect((await send(`${base}/_presscheck/ready`)).status).toBe(200);
  const document = await jsonOf(await send(`${base}/_presscheck/openapi/store.json`));
  const headers = {authorization: `Bearer ${TOKEN}`, origin: new URL(base).origin};
  const world = await send(`${base}/_presscheck/worlds/demo`, {headers});
  expect(world.status).toBe(200);
  const {urls} = await jsonOf(world);
  return [document.servers[0].url, ...(Object.values(urls) as string[])];
}

describe.skipIf(!HAS_NGINX)(`behind nginx (${NO_NGINX})`, () => {
  test('every caller gets links that lead to where it came from', async () => {
    const bases = [nginx.tls, nginx.other, nginx.below, mock.urls.workspace];
    const journeys = bases.map(async (base, index) => {
      const links = await Promise.all([
        publish(base),
        buy(base, `basket-${index}`),
        useTools(base),
        control(base),
      ]);
      for (const link of links.flat()) expect(`${link}/`).toContain(`${base}/`);
      return links.flat().length;
    });
    expect(await Promise.all(journeys)).toEqual([12, 12, 12, 12]);
  });
});
