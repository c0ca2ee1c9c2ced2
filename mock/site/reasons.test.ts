import {afterEach, beforeEach, expect, test} from 'vitest';
import {press, TestShop, type Sale} from '../testing/checkout.ts';
import type {Why} from '../operation.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

/** Sends a request to the pages of the store. */
const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, shop.mock.urls.store), init);

/** The reason of the newest refusal. */
function newestReason(): string {
  const own = shop.world.journal.newest(1);
  const [entry] = own.length ? own : shop.mock.worlds.unroutedJournal.newest(1);
  const {expected, got, todo} = entry?.why ?? ({} as Why);
  return `${entry?.status} expected ${expected}; got ${got}; ${todo}`;
}

const withoutToken = ({checkout}: Sale): string => checkout.url.replace(/\?.*/, '');
const readerUrlOf = (sale: Sale): string =>
  (sale as unknown as {products: {reader_url: string}[]}).products[0]!.reader_url;
const change = (sale: Sale, body: object): Promise<unknown> =>
  shop.call('PUT', `/orders/${sale.id}?id_type=internal`, body);

test.each<[what: string, act: (sale: Sale) => Promise<unknown>, reason: RegExp]>([
  [
    'a mistyped outcome',
    (sale) => press(sale.checkout.url, 'aproved'),
    /^400 expected one of outcome=approved, .*outcome=left; got outcome=aproved; send the form/,
  ],
  ['no outcome', (sale) => press(sale.checkout.url, ''), /^400 .* got no outcome;/],
  [
    'no token',
    (sale) => send(withoutToken(sale)),
    /^403 expected the external-auth-token .* none;/,
  ],
  [
    'a form without the token of its URL',
    (sale) =>
      send(sale.checkout.url, {method: 'POST', body: new URLSearchParams('outcome=approved')}),
    /^403 .* got none; .* to settle it, send the external-auth-token of that URL in the form, beside outcome$/,
  ],
  [
    'a forged token',
    (sale) => send(`${withoutToken(sale)}?external-auth-token=x`),
    /^403 .* got another one;/,
  ],
  [
    'a method of no page',
    (sale) => send(sale.checkout.url, {method: 'PUT'}),
    /^405 expected GET, HEAD, POST; got PUT;/,
  ],
  [
    'reading before paying',
    (sale) => send(readerUrlOf(sale)),
    /^403 expected an approved order .*; got order \S+, which is pending; .*`complete-payment`/,
  ],
  [
    'reading of a paused order',
    async (sale) => {
      await press(sale.checkout.url, 'approved');
      await change(sale, {status: 'paused'});
      return send(readerUrlOf(sale));
    },
    /^403 .* got order \S+, which is paused; PUT the status `approved`/,
  ],
  [
    'reading of an expired order',
    async (sale) => {
      await press(sale.checkout.url, 'approved');
      await change(sale, {expiration_date: '2020-01-31'});
      return send(readerUrlOf(sale));
    },
    /^403 .* got product 1 of order \S+, which expired on 2020-01-31; move its `expiration_date`/,
  ],
  [
    'reading of a cancelled order',
    async (sale) => {
      await press(sale.checkout.url, 'declined');
      return send(readerUrlOf(sale));
    },
    /^403 .* got order \S+, which is cancelled; create another order/,
  ],
  [
    'no order',
    () => send('/reader/nothing/1'),
    /^404 .* got no order nothing; use the `reader_url`/,
  ],
  ['no product', (sale) => send(`/reader/${sale.id}/7`), /^404 expected a product of an order;/],
  ['no store', () => send('/site/nowhere'), /^404 .*\(riverside, hilltop\); got nowhere;/],
  ['no page of a store', () => send('/site/riverside/x'), /^404 .* got \/site\/riverside\/x;/],
  [
    'no method of a store',
    () => send('/site/riverside/library', {method: 'POST'}),
    /^405 expected GET, HEAD; got POST;/,
  ],
])('%s is refused with a reason on the terminal', async (_what, act, reason) => {
  const sale = await shop.sell();
  await act(sale);
  expect(newestReason()).toMatch(reason);
});

test('a page of no world is refused with a reason on the terminal', async () => {
  await send('/w/nowhere/site/riverside');
  const [entry] = shop.mock.worlds.unroutedJournal.newest(1);
  expect(entry).toMatchObject({status: 404, why: {got: '/w/nowhere'}});
});
