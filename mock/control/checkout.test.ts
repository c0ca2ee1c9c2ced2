import {afterEach, beforeEach, expect, test} from 'vitest';
import {TestShop} from '../testing/checkout.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await TestShop.open();
});
afterEach(() => shop.close());

/** Calls a hook of a store. */
async function hook(verb: string, args: object = {}, role = 'admin') {
  const response = await fetch(`${shop.mock.urls.control}/worlds/demo/hooks`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({verb, role, ...args}),
  });
  return {status: response.status, body: (await response.json()) as Record<string, unknown>};
}

test.each([
  ['approved', 'approved'],
  ['declined', 'cancelled'],
  ['pending', 'pending'],
])('complete-payment %s leaves the order %s', async (outcome, status) => {
  const {id} = await shop.sell();
  const {body} = await hook('complete-payment', {order: id, outcome});
  expect(body).toEqual({
    redirect: expect.stringContaining(`order-id=${id}&order-external-id=&status=${status}`),
    order_status: status,
  });
});

test('an order that has left its checkout stays as it is, and sends nobody anywhere', async () => {
  const {id: order} = await shop.sell();
  await hook('complete-payment', {order});
  const again = await hook('complete-payment', {order, outcome: 'declined'});
  expect(again.body).toEqual({redirect: null, order_status: 'approved'});
  expect((await hook('approve-late', {order})).body).toEqual({order_status: 'approved'});
  expect((await hook('payment-records', {order})).body['payments']).toHaveLength(1);
});

test('a buyer who leaves can be paid for later', async () => {
  const {id: order} = await shop.sell();
  expect((await hook('leave-checkout', {order})).body).toMatchObject({order_status: 'pending'});
  expect((await hook('payment-records', {order})).body).toEqual({payments: []});
  expect((await hook('approve-late', {order})).body).toEqual({order_status: 'approved'});
});

test('open-checkout opens what a browser would', async () => {
  const {checkout} = await shop.sell();
  const before = shop.sessions();
  expect((await hook('open-checkout', {url: checkout.url})).body).toEqual({opens: true});
  expect(shop.sessions()).toBe(before + 1);
  for (const url of ['nothing', 'https://shop.example/', `${checkout.url}x`])
    expect((await hook('open-checkout', {url})).body, url).toEqual({opens: false});
});

test('which-gateway follows the currency', async () => {
  const {id: order} = await shop.sell();
  expect((await hook('which-gateway', {order})).body).toEqual({gateway: 'global card gateway'});
});

test('what there is not, or is of another store, is refused', async () => {
  const {id: order} = await shop.sell();
  expect((await hook('complete-payment', {order: 'nobody'})).status).toBe(404);
  expect((await hook('which-gateway', {order: 'nobody'})).status).toBe(404);
  expect((await hook('complete-payment', {})).status).toBe(422);
  expect((await hook('complete-payment', {order, outcome: 'refunded'})).status).toBe(422);
  expect((await hook('switch-mails', {on: false, of: 'token'})).status).toBe(422);
  expect((await hook('switch-mails', {on: false, of: 'sale'}, 'full')).status).toBe(422);
  await hook('complete-payment', {order}, 'second-store');
  expect(shop.rowOf({id: order} as never).status).toBe('pending');
});

test('the reference of the shop is no id: the refusal names the id', async () => {
  const {id} = await shop.sell({external_reference: 'basket-7'});
  const {status, body} = await hook('complete-payment', {order: 'basket-7'});
  expect(status).toBe(404);
  expect(body['error']).toBe(`\`basket-7\` is the external_reference of order ${id}`);
  expect(body['what_to_do']).toContain(id);
});

test('a mistyped verb or argument gets a suggestion', async () => {
  const {id: order} = await shop.sell();
  const verb = await hook('complete-pay', {order});
  expect(verb.body['error']).toMatch(
    /^body\/verb: unknown value `complete-pay`: did you mean `complete-payment`\? It must be one of /,
  );
  const argument = await hook('complete-payment', {order, outcom: 'declined'});
  expect(argument.body['error']).toBe('body: unknown member `outcom`: did you mean `outcome`?');
  const value = await hook('complete-payment', {order, outcome: 'aproved'});
  expect(value.body['error']).toContain('did you mean `approved`?');
});
