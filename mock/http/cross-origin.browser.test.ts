import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {CHROMIUM, NO_BROWSER, startChromium} from '../testing/chromium.ts';

/** A web app of another origin than the mock. */
const webApp = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Shop</title>');
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

let app: Server;
let mock: Mock;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  app = await webApp();
  const site = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  mock = await createMock({cors: [site]});
  browser = await startChromium();
  page = await browser.newPage();
  await page.goto(site);
});
afterAll(async () => {
  await browser?.close();
  await mock?.close();
  app?.close();
});

/** Uploads a file, registers it, and follows the redirect of its download, as a front end does. */
const UPLOAD = (api: string): string => `(async () => {
  const headers = {authorization: 'Bearer demo-key-harbour-full', 'content-type': 'application/json'};
  const post = (path, body) =>
    fetch('${api}/api/v1' + path, {method: 'POST', headers, body: JSON.stringify(body)});
  const file = {original_filename: 'tides.epub', size_bytes: 6};
  const {publication_id, key, upload_url, upload_headers} = await (await post('/uploads', file)).json();
  const put = await fetch(upload_url, {method: 'PUT', headers: upload_headers, body: 'a book'});
  await post('/publications', {publication_id, key, ...file});
  const listed = await fetch('${api}/api/v1/publications/' + publication_id + '/files', {headers});
  const {current_file_id} = await listed.json();
  const read = await fetch('${api}/api/v1/files/' + current_file_id + '/download', {headers});
  return [put.status, put.headers.get('etag') !== null, read.redirected, await read.text()];
})()`;

describe.skipIf(CHROMIUM === undefined)(`a page of another origin (${NO_BROWSER})`, () => {
  test('uploads by a presigned link, and downloads by the redirect to one', async () => {
    expect(await page.evaluate(UPLOAD(mock.urls.workspace))).toEqual([200, true, true, 'a book']);
  });

  test('reads the OpenAPI documents', async () => {
    for (const url of [mock.urls.workspace, mock.urls.store])
      expect(await page.evaluate(`fetch('${url}/openapi.json').then((got) => got.status)`)).toBe(
        200,
      );
  });

  test('reaches neither the store API nor the control plane', async () => {
    const token = `{headers: {'x-user-token': 'demo-token-riverside-admin'}}`;
    for (const url of [
      `${mock.urls.store}/integration-api/v1/dashboard/users`,
      `${mock.urls.control}/worlds`,
    ])
      expect(
        await page.evaluate(
          `fetch('${url}', ${token}).then(() => 'answered', (error) => error.name)`,
        ),
      ).toBe('TypeError');
  });
});
