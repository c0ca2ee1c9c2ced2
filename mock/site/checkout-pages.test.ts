import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {HOUR_MS} from '../../spec/durations.ts';
import {press, TestShop} from '../testing/checkout.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

const locationOf = (response: Response): URL => new URL(response.headers.get('location')!);

describe('the page of a checkout', () => {
  test('names store, products, amount and gateway, whatever their names are', async () => {
    const {checkout, id} = await shop.sell();
    const response = await fetch(checkout.url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Riverside Books');
    expect(html).toContain('$1,234.50');
    expect(html).toContain('global card gateway');
    expect(html).toContain(id);
    expect(html).toContain('Tides &lt;b&gt;&amp; &quot;sands&quot;');
    expect(html).not.toMatch(/<script|<b>|\son\w+="/i);
  });

  test('has the usual button first, and says what each does to the order', async () => {
    const html = await (await fetch((await shop.sell()).checkout.url)).text();
    const outcomes = [...html.matchAll(/value="(\w+)"[^>]*>(?:Pay|Let|Leave)/g)].map(
      ([, value]) => value,
    );
    expect(outcomes).toEqual(['approved', 'declined', 'pending', 'left']);
    expect(html).toContain('A declined payment cancels it.');
  });

  test('is shown in no frame, runs nothing and is kept nowhere', async () => {
    const {headers} = await fetch((await shop.sell()).checkout.url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http: https:; " +
        "base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('signs the buyer in once for each URL, for as long as it is good', async () => {
    const before = shop.sessions();
    const sale = await shop.sell();
    const first = await fetch(sale.checkout.url);
    await fetch(sale.checkout.url);
    expect(first.headers.get('set-cookie')).toMatch(
      /^presscheck_session_riverside=\S+; Path=\/; Max-Age=3\d{3}; HttpOnly; SameSite=Lax$/,
    );
    expect(shop.sessions()).toBe(before + 1);
    await fetch((await shop.read(sale)).checkout.url);
    expect(shop.sessions()).toBe(before + 2);
  });

  test('signs nobody in who was deactivated', async () => {
    const {checkout} = await shop.sell({
      user: {id: 'reader-gone', email: 'gone@readers.example'},
    });
    const users = [...shop.world.table('users').all()] as unknown as {id: number; email: string}[];
    const {id} = users.find(({email}) => email === 'gone@readers.example')!;
    await shop.call('DELETE', `/dashboard/users/${id}`);
    const before = shop.sessions();
    expect((await fetch(checkout.url)).status).toBeGreaterThanOrEqual(403);
    expect(shop.sessions()).toBe(before);
  });
});

describe('the form of a checkout', () => {
  const pressFrom = async (headers: Record<string, string>): Promise<number> => {
    const {checkout} = await shop.sell();
    const response = await press(checkout.url, 'approved', undefined, headers);
    return response.status;
  };

  test('is taken from its own page and from programs, not from pages of other sites', async () => {
    const {origin} = new URL((await shop.sell()).checkout.url);
    expect(await pressFrom({})).toBe(303);
    expect(await pressFrom({origin})).toBe(303);
    expect(await pressFrom({'sec-fetch-site': 'same-origin'})).toBe(303);
    expect(await pressFrom({'sec-fetch-site': 'cross-site'})).toBe(403);
    expect(await pressFrom({origin: 'https://evil.example'})).toBe(403);
  });
});

describe('a URL of a checkout', () => {
  test('is over after its ttl, on the clock of the world', async () => {
    const {checkout} = await shop.sell();
    await shop.world.advance(HOUR_MS - 60_000);
    expect((await fetch(checkout.url)).status).toBe(200);
    await shop.world.advance(60_000);
    expect((await fetch(checkout.url)).status).toBe(410);
    expect((await press(checkout.url, 'approved')).status).toBe(410);
  });

  test('is over when the order was paid', async () => {
    const sale = await shop.sell();
    await press(sale.checkout.url, 'approved');
    const response = await fetch(sale.checkout.url);
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('This order is approved.');
    expect(await shop.read(sale)).not.toHaveProperty('checkout');
  });

  test.each([
    [
      'another order',
      (url: string, other: string) => url.replace(/\?.*/, other.slice(other.indexOf('?'))),
    ],
    ['no token', (url: string) => url.replace(/\?.*/, '')],
    ['another seal', (url: string) => `${url.slice(0, -3)}AAA`],
  ])('with the token of %s opens nothing', async (_what, forge) => {
    const sale = await shop.sell();
    const other = await shop.sell();
    const url = forge(sale.checkout.url, other.checkout.url);
    expect((await fetch(url)).status).toBe(403);
    expect((await press(url, 'approved')).status).toBe(403);
    expect((await shop.read(sale)).status).toBe('pending');
  });

  test.each(['/checkout/nobody?external-auth-token=x', '/checkout', '/w/nowhere/checkout/x'])(
    '%s is no page',
    async (path) => {
      expect((await fetch(shop.mock.urls.store + path)).status).toBe(404);
    },
  );
});

describe('the buttons', () => {
  test.each([
    ['approved', 'approved', 'approved'],
    ['declined', 'cancelled', 'cancelled'],
    ['pending', 'pending', 'pending'],
    ['left', 'pending', 'pending'],
  ])('%s comes back as %s and leaves the order %s', async (outcome, told, status) => {
    const sale = await shop.sell({external_reference: 'a/b &ü'});
    const response = await press(sale.checkout.url, outcome);
    expect(response.status).toBe(303);
    const location = locationOf(response);
    expect(location.href).toMatch(
      /^https:\/\/shop\.example\/thanks\?basket=7&note=a%20b&order-id=/,
    );
    expect(Object.fromEntries(location.searchParams)).toEqual({
      basket: '7',
      note: 'a b',
      'order-id': sale.id,
      'order-external-id': 'a/b &ü',
      status: told,
    });
    expect((await shop.read(sale)).status).toBe(status);
  });

  test('pay once, however often they are pressed', async () => {
    const sale = await shop.sell();
    const responses = await Promise.all(
      Array.from({length: 5}, () => press(sale.checkout.url, 'approved')),
    );
    for (const response of responses)
      expect(locationOf(response).searchParams.get('status')).toBe('approved');
    const count = (table: string): number =>
      shop.world.table(table).by('order', sale.id, 'riverside').length;
    expect(count('payments')).toBe(1);
    expect(count('mails')).toBe(1);
  });

  test('have one outcome beside a cancellation', async () => {
    const sale = await shop.sell();
    await Promise.all([
      press(sale.checkout.url, 'approved'),
      shop.call('DELETE', `/orders/${sale.id}?id_type=internal`),
    ]);
    expect((await shop.read(sale)).status).toBe('cancelled');
  });
});

describe('what is no button', () => {
  test.each(['', 'refunded', '__proto__'])('%j is none', async (outcome) => {
    const sale = await shop.sell();
    expect((await press(sale.checkout.url, outcome)).status).toBe(400);
    expect((await shop.read(sale)).status).toBe('pending');
  });

  test.each(['a=%', 'x'.repeat(100_000), 'outcome[a]=approved&outcome=left'])(
    'a form that is none is no fault: %.20s',
    async (body) => {
      const sale = await shop.sell();
      const response = await fetch(sale.checkout.url.replace(/\?.*/, ''), {
        method: 'POST',
        body,
        headers: {'content-type': 'application/x-www-form-urlencoded'},
        redirect: 'manual',
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    },
  );

  test('PUT is no button', async () => {
    const {checkout} = await shop.sell();
    const response = await fetch(checkout.url, {method: 'PUT'});
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  test('an order that leads to no page of the web shows how it ended', async () => {
    const sale = await shop.sell({return_url: 'shop-app://thanks'});
    const response = await press(sale.checkout.url, 'approved');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('This order is approved.');
  });
});
