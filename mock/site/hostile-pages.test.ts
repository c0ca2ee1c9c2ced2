import {connect} from 'node:net';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {HOUR_MS} from '../../spec/durations.ts';
import {escaped} from '../http/page-frame.ts';
import {press, TestShop} from '../testing/checkout.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

const tokenIn = (url: string): string => new URL(url).searchParams.get('external-auth-token') ?? '';

/** A demo world of its own, of the same seed as each other one. */
async function twin(): Promise<TestShop> {
  const response = await fetch(`${shop.mock.urls.control}/worlds`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({template: 'demo', seed: 1, credentials: 'demo'}),
  });
  const {world} = (await response.json()) as {world: string};
  return new TestShop(shop.mock, shop.mock.world(world)!, `/w/${world}`);
}

/** The cookie that a response gives, as a browser sends it back. */
const cookieOf = ({headers}: Response): string => headers.get('set-cookie')?.split(';')[0] ?? '';

/** The status of the library for whoever has a cookie. */
async function libraryStatus(cookie: string, prefix = ''): Promise<number> {
  const library = `${shop.mock.urls.store}${prefix}/site/riverside/library`;
  const {status} = await fetch(library, {headers: {cookie}, redirect: 'manual'});
  return status;
}

/** Calls a hook of the first store. */
const hook = (call: object): Promise<Response> =>
  fetch(`${shop.mock.urls.control}/worlds/demo/hooks`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({role: 'admin', ...call}),
  });

/** Sends a request whose target is a whole URL, as to a proxy, and reads the response. */
function sendWholeUrl(url: string): Promise<string> {
  const {host, hostname, port} = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

describe('the way back to the shop', () => {
  test.each(['javascript:alert(1)', 'vbscript:x', 'blob:https://a/b', 'file:///etc/passwd'])(
    '%s is shown in no header and no link',
    async (address) => {
      const sale = await shop.sell({return_url: address});
      const pressed = await press(sale.checkout.url, 'approved');
      expect([pressed.status, pressed.headers.get('location')]).toEqual([200, null]);
      for (const response of [pressed, await fetch(sale.checkout.url)])
        expect((await response.text()).match(/href="[^"]*"/g)).toEqual(['href="/"']);
    },
  );

  test.each([
    'data:text/html,<b>',
    '//evil.example',
    String.raw`\\evil.example`,
    String.raw`https:\\evil.example`,
    '/local',
    'https://shop.example/\r\nX-Forged: 1',
  ])('%j is no address of a shop', async (address) => {
    await expect(shop.sell({return_url: address})).rejects.toThrow(/^422 .*return_url/);
  });

  test('carries a reference that is no text of Unicode', async () => {
    const return_url = 'https://shop.example/';
    const pressed = await shop.sell({return_url, external_reference: 'half \ud83d'});
    const ordered = await shop.sell({return_url, external_reference: 'other half \ude00'});
    const {status, headers} = await press(pressed.checkout.url, 'approved');
    expect(status).toBe(303);
    expect(headers.get('location')).toContain('&order-external-id=half%20%EF%BF%BD&');
    const call = {verb: 'complete-payment', order: ordered.id, outcome: 'approved'};
    expect((await hook(call)).status).toBe(200);
    expect((await fetch(ordered.checkout.url)).status).toBe(410);
  });

  test('is a link where it is too long for the header of a response', async () => {
    const address = `https://shop.example/${'a'.repeat(20_000)}`;
    const sale = await shop.sell({return_url: address});
    const response = await press(sale.checkout.url, 'approved');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`href="${address}?order-id=${sale.id}&amp;`);
  });
});

describe('the session that a checkout URL begins', () => {
  test('ends with the URL, though the library is visited meanwhile', async () => {
    const {checkout} = await shop.sell();
    const cookie = cookieOf(await fetch(checkout.url));
    await shop.world.advance(HOUR_MS / 2);
    expect(await libraryStatus(cookie)).toBe(200);
    await shop.world.advance(HOUR_MS / 2);
    expect(await libraryStatus(cookie)).toBe(303);
  });

  test('opens nothing in another world, whose seed and ids are the same', async () => {
    const [one, other] = [await twin(), await twin()];
    const [sale, same] = [await one.sell(), await other.sell()];
    expect(same.id).toBe(sale.id);
    const cookie = cookieOf(await fetch(sale.checkout.url));
    await fetch(same.checkout.url);
    expect(await libraryStatus(cookie, one.prefix)).toBe(200);
    expect(await libraryStatus(cookie, other.prefix)).toBe(303);
    const response = await press(same.checkout.url, 'approved', tokenIn(sale.checkout.url));
    expect(response.status).toBe(403);
  });

  test('is no token of a URL, and the token is no session', async () => {
    const {checkout} = await shop.sell();
    const cookie = cookieOf(await fetch(checkout.url));
    const [name = '', value = ''] = cookie.split('=');
    const token = tokenIn(checkout.url);
    expect(await libraryStatus(`${name}=${token}`)).toBe(303);
    expect((await fetch(checkout.url.replace(token, value))).status).toBe(403);
  });
});

test('names cannot hide: marks of direction and control characters are left out', async () => {
  const marks = '\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u001b\u009b';
  expect(escaped(`a${marks}b`)).toBe('ab');
  const {checkout} = await shop.sell({external_reference: `"><script>${marks}x`});
  const html = await (await fetch(checkout.url)).text();
  expect(html).toContain('<code>&quot;&gt;&lt;script&gt;x</code>');
});

test('a request with a whole URL, as a proxy sends it, meets the same page', async () => {
  const {store} = shop.mock.urls;
  expect(await sendWholeUrl(`${store}/site/riverside`)).toMatch(/^HTTP\/1\.1 200 /);
  const html = await sendWholeUrl(`${store}/w/demo/site/riverside/sign-in`);
  expect(html).toContain('action="/w/demo/site/riverside/sign-in"');
});

test('one order has one outcome, whatever is pressed at once', async () => {
  const {id, checkout} = await shop.sell();
  const outcomes = ['declined', 'approved', 'pending', 'left', 'approved'];
  const pressed = await Promise.all(outcomes.map((outcome) => press(checkout.url, outcome)));
  expect(new Set(pressed.map(({status}) => status))).toEqual(new Set([303]));
  const {status} = shop.world.table('orders').get(id) as unknown as {status: string};
  const payments = shop.world.table('payments').by('order', id, 'riverside');
  const paid = (payments as unknown as {outcome: string}[]).filter(
    ({outcome}) => outcome === 'approved',
  );
  expect(paid).toHaveLength(status === 'approved' ? 1 : 0);
});
