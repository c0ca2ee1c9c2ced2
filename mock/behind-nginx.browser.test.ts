import {createServer, type Server} from 'node:http';
import {readFileSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {Agent, fetch} from 'undici';
import type {Browser, Page} from 'playwright-core';
import {afterEach, beforeAll, afterAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {CHROMIUM, NO_BROWSER, startChromium} from './testing/chromium.ts';
import {HAS_NGINX, NO_NGINX, startNginx, type Nginx} from './testing/nginx.ts';

const KEY = 'demo-key-harbour-full';
const BOOK = Buffer.from('a book\n\u0000 with bytes that are no text \xff', 'latin1');

/** Serves the page of the examples, on an origin of its own. */
const webApp = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(({url = ''}, response) => {
      const name = url.endsWith('.js') ? 'upload.js' : 'upload.html';
      response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end(readFileSync(new URL(`../examples/${name}`, import.meta.url)));
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const CAN_RUN = HAS_NGINX && CHROMIUM !== undefined;

let app: Server;
let site: string;
let lines: string[];
let mock: Mock;
let nginx: Nginx;
let browser: Browser;
beforeAll(async () => {
  if (!CAN_RUN) return;
  app = await webApp();
  site = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await browser?.close();
  await nginx?.close();
  await mock?.close();
});
afterAll(() => void app?.close());

/** Starts a mock behind nginx, opens the page in a browser, and publishes. @returns what the page says */
async function publish(cors: string[]): Promise<string> {
  lines = [];
  mock = await createMock({
    onePort: true,
    trustProxy: true,
    control: false,
    cors,
    report: (line) => lines.push(line),
  });
  nginx = await startNginx(`http://127.0.0.1:${new URL(mock.urls.workspace).port}`);
  browser = await startChromium(nginx.certificate);
  const page = await browser.newPage();
  await page.goto(site);
  await fill(page);
  const status = page.getByRole('status').filter({hasText: 'published'});
  await status.waitFor();
  return status.innerText();
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Workspace API').fill(nginx.tls);
  await page.getByLabel('Key').fill(KEY);
  const file = {name: 'tides.epub', mimeType: 'application/epub+zip', buffer: BOOK};
  await page.getByLabel('Book').setInputFiles(file);
  await page.getByRole('button', {name: 'Publish'}).click();
}

/** The bytes of a publication, as a program reads them through nginx. */
async function bytesOf(publication: string): Promise<Buffer> {
  const dispatcher = new Agent({connect: {ca: nginx.certificate}});
  const read = (path: string) =>
    fetch(`${nginx.tls}/api/v1${path}`, {dispatcher, headers: {authorization: `Bearer ${KEY}`}});
  const files: any = await (await read(`/publications/${publication}/files`)).json();
  const file = await read(`/files/${files.current_file_id}/download`);
  expect(file.url).toMatch(new RegExp(`^${nginx.tls}/_storage/`));
  const bytes = Buffer.from(await file.arrayBuffer());
  await dispatcher.close();
  return bytes;
}

describe.skipIf(!CAN_RUN)(
  `a page of another origin, nginx with TLS (${NO_NGINX}; ${NO_BROWSER})`,
  () => {
    test('publishes a file with --cors, and the bytes are those that it had', async () => {
      const said = await publish([site]);
      const [, publication = ''] = /^published (pub_\w+), (\d+) bytes$/.exec(said) ?? [said];
      expect(said).toContain(`, ${BOOK.length} bytes`);
      expect(await bytesOf(publication)).toEqual(BOOK);
      expect(lines).toEqual([]);
    });

    test('publishes nothing without --cors, and the terminal says why', async () => {
      expect(await publish([])).toBe('not published: Failed to fetch');
      expect(lines).toEqual([expect.stringContaining(`start the mock with --cors ${site}`)]);
    });
  },
);
