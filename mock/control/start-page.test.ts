import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import type {StoreRow} from '../store/access/rows.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock();
});
afterEach(() => mock.close());

const opened = (): Promise<Response> => fetch(`${mock.urls.control}/`);
const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);

test('the address of the control plane is a page whose links work', async () => {
  await mock.worlds.create({seed: 3});
  const response = await opened();
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('World <code>demo</code>, the default world');
  expect(html).toContain('World <code>w1</code></h2>');
  const links = linksIn(html);
  expect(links).toContain('worlds/w1/outbox.html');
  expect(links).toContain(`${mock.urls.store}/site/riverside`);
  for (const url of links) {
    const {status} = await fetch(new URL(url, mock.urls.control));
    expect(`${url} ${status}`).toBe(`${url} 200`);
  }
});

test('it runs no script, loads nothing, is cached nowhere and shown in no frame', async () => {
  const {headers} = await opened();
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('texts of a world are escaped', async () => {
  const world = mock.world('demo')!;
  const store = world.table('stores').get('riverside') as StoreRow;
  const put: StoreRow = {...store, name: '<script>"x"</script>'};
  await world.commit({changes: [{table: 'stores', put}], effects: []});
  const html = await (await opened()).text();
  expect(html).toContain('Sign-in page of &lt;script&gt;&quot;x&quot;&lt;/script&gt;');
  expect(html).not.toContain('<script');
});

test('a page of another site may not open it', async () => {
  const response = await fetch(`${mock.urls.control}/`, {
    headers: {'sec-fetch-site': 'cross-site'},
  });
  expect(response.status).toBe(403);
});
