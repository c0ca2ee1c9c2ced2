import {afterEach, beforeEach, expect, test} from 'vitest';
import {press, TestShop, type Sale} from '../testing/checkout.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

const control = (path: string): Promise<Response> =>
  fetch(`${shop.mock.urls.control}/worlds/demo${path}`);

const outbox = async (query = ''): Promise<Record<string, unknown>[]> => {
  const {mail} = (await (await control(`/outbox${query}`)).json()) as {
    mail: Record<string, unknown>[];
  };
  return mail;
};

/** Calls a hook of the first store. */
async function hook(call: object): Promise<unknown> {
  const response = await fetch(`${shop.mock.urls.control}/worlds/demo/hooks`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({role: 'admin', ...call}),
  });
  return response.json();
}

const pay = async (): Promise<Sale> => {
  const sale = await shop.sell();
  await press(sale.checkout.url, 'approved');
  return sale;
};

test('a mail leads to the titles of its order', async () => {
  const {id} = await pay();
  const [mail] = await outbox();
  expect(mail).toMatchObject({
    store: 'riverside',
    to: 'buyer@readers.example',
    kind: 'sale-approved',
    order: id,
    text: `Hello,\n\nWe have received your payment for order ${id}.\n\nRead it here:\n${String(mail!['links'])}`,
    links: [expect.stringMatching(/^http:\/\/localhost:\d+\/reader\//)],
  });
  expect((await fetch((mail!['links'] as string[])[0]!)).status).toBe(200);
});

test('the outbox is asked for an address, a kind and a store', async () => {
  await pay();
  expect(await outbox('?to=BUYER@readers.example&kind=sale-approved&store=riverside')).toHaveLength(
    1,
  );
  expect(await outbox('?to=nobody@readers.example')).toEqual([]);
  expect(await outbox('?kind=order-reported')).toEqual([]);
  expect(await outbox('?store=hilltop')).toEqual([]);
  expect((await control('/outbox?store=nowhere')).status).toBe(404);
  expect((await control('/outbox?wait_ms=30001')).status).toBe(422);
});

test('a mail is waited for, and not for longer than was asked', async () => {
  const waiting = outbox('?to=buyer@readers.example&wait_ms=20000');
  await pay();
  expect(await waiting).toHaveLength(1);
  expect(await outbox('?to=nobody@readers.example&wait_ms=60')).toEqual([]);
});

test('mails are switched off and on, by kind and by store', async () => {
  await hook({verb: 'switch-mails', on: false, of: 'report'});
  await pay();
  expect(await outbox()).toHaveLength(1);
  await hook({verb: 'switch-mails', on: false, of: 'all'});
  await pay();
  expect(await outbox()).toHaveLength(1);
  await hook({verb: 'switch-mails', on: true, of: 'all'});
  await pay();
  expect(await outbox()).toHaveLength(2);
});

test('the outbox is a page that runs nothing', async () => {
  expect(await (await control('/outbox.html')).text()).toContain('No store of this world');
  await pay();
  const response = await control('/outbox.html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await response.text();
  expect(html).toContain('<bdi>buyer@readers.example</bdi>');
  expect(html).not.toMatch(/<script/i);
  expect((await fetch(`${shop.mock.urls.control}/worlds/nowhere/outbox.html`)).status).toBe(404);
});
