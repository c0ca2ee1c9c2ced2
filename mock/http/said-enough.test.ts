import {connect} from 'node:net';
import {once} from 'node:events';
import {expect, test} from 'vitest';
import {reportingMock} from '../testing/reporting-mock.ts';

const here = reportingMock();

/** Sends a request to the store of the demo world. @returns its line on the terminal */
async function lineOf(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${here.mock.urls.store}/integration-api/v1${path}`, {
    method,
    headers: {
      'x-user-token': 'demo-token-riverside-admin',
      'content-type': 'application/json',
    },
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  await response.arrayBuffer();
  return here.lines.join('\n');
}

const SALE = {
  type: 'sale',
  user: {email: 'a@readers.example'},
  products: [{type: 'content', id: 'low-water'}],
};
const CONTENT = {publication_date: '2026-03-02', name: 'Of Moons', external_id: 'said-enough'};

test('an order: each member that its type needs is named, and where that is written', async () => {
  const line = await lineOf('POST', '/orders', SALE);
  expect(line).toContain(
    'expected return_url, unit_price, currency_id, products.0.unit_price, products.0.currency_id, user.id; got none; ' +
      'send return_url, unit_price, currency_id, products.0.unit_price, products.0.currency_id, user.id: ' +
      'a sale needs them (Orders, Create body)',
  );
});

test('content: what a file needs is named, and how to do without', async () => {
  expect(await lineOf('POST', '/dashboard/issues', CONTENT)).toContain(
    'expected extension, file_url; got none; ' +
      'send extension, file_url, or "type": "physical" for a book on paper',
  );
});

test('content: each rule is named with the value that breaks it', async () => {
  const file = {extension: 'epub', file_url: 'https://files.presscheck.example/good.epub'};
  const wrong = {collection: ['Nowhere'], lang: 'xx', cover: 'https://a.example/c.gif', name: ''};
  const line = await lineOf('POST', '/dashboard/issues', {...CONTENT, ...file, ...wrong});
  for (const part of [
    'expected name and a valid collection (The selected collection is invalid.)',
    'a valid lang (The selected lang is invalid.)',
    'a valid cover (The cover must be a file of type: jpg, png.)',
    'got an empty text and ["Nowhere"] and "xx" and "https://a.example/c.gif"; ',
    'send name; correct collection, lang, cover',
  ])
    expect(line).toContain(part);
});

test('an update of an order without members: both are named', async () => {
  const [order] = here.mock.world('demo')!.table('orders').all();
  expect(await lineOf('PUT', `/orders/${order!.key}`, {})).toContain(
    'expected expiration_date or status; got neither; send one of them (Orders, Update)',
  );
});

test.each([
  ['DELETE', '/dashboard/users/reader-5'],
  ['PUT', '/dashboard/users/reader-5/re-activate'],
])('%s %s: an external id is told from an id', async (method, path) => {
  expect(await lineOf(method, path)).toContain(
    'expected the numeric id of a user; got the external_id of user 5; send 5',
  );
});

test('an order that is named by anything but an id or reference', async () => {
  expect(await lineOf('GET', '/orders/my-ref')).toContain(
    'got no order my-ref; ids of orders are UUIDs: for an external_reference add id_type=external (Orders, Read)',
  );
});

test('a client that speaks TLS is told on the terminal that the port speaks http', async () => {
  const {port} = new URL(here.mock.urls.workspace);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.write(Buffer.from('160301020001000001fc0303', 'hex'));
  await once(socket, 'close');
  expect(here.lines).toEqual([
    `400 a client began with TLS on port ${port}, which speaks http: use http:// in its URL`,
  ]);
});

test('what browsers ask for by themselves is no refused request on the terminal', async () => {
  for (const url of [here.mock.urls.workspace, here.mock.urls.store, here.mock.urls.objects])
    for (const path of ['/favicon.ico', '/.well-known/appspecific/com.chrome.devtools.json'])
      expect((await fetch(url + path)).status).toBeGreaterThanOrEqual(400);
  expect(here.lines).toEqual([]);
});

test('a missing member is asked for instead of one of nearly its name alone, and once', async () => {
  const update = await lineOf('PUT', '/dashboard/users/5', {name: 'x', extern_id: 'x'});
  expect(update).not.toContain('instead of name');
  expect(update).toContain('did you mean external_id instead of extern_id?');
  expect(update).not.toContain('/extern_id has no effect');
});
