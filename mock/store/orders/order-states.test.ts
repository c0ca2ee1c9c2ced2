import {describe, expect, it} from 'vitest';
import {givesAccess, mayRead} from './may-read.ts';
import {movedOrder, type OrderEvent, type StateChoices} from './order-states.ts';
import type {Order, OrderProduct, OrderStatus} from './order.ts';

const NOW = Date.UTC(2026, 2, 15, 12);
const TODAY = '2026-03-15';
const CHOICES: StateChoices = {declined: 'cancelled', statusOfOneProduct: 'product'};

const product = (id: string, status: OrderStatus): OrderProduct => ({
  type: 'content',
  id,
  product: `product-${id}`,
  name: id,
  status,
  expiration_date: null,
  access_until: null,
  unit_price: 0,
  currency_id: null,
});

const orderIn = (status: OrderStatus, ids = ['a', 'b']): Order => ({
  key: 'order-1',
  tenant: 'store',
  seq: 1,
  external_reference: null,
  type: 'sale',
  source: 'api',
  unit_price: 1,
  currency_id: 'ARS',
  status,
  created: NOW,
  created_day: TODAY,
  user: '1',
  products: ids.map((id) => product(id, status)),
  return_url: null,
  cancellation: null,
});

const after = (order: Order, event: OrderEvent, choices = CHOICES): Order => {
  const moved = movedOrder(order, event, NOW, choices);
  if ('refused' in moved) throw new Error(moved.refused);
  return moved.order;
};

const pay = (outcome: 'approved' | 'declined' | 'pending'): OrderEvent => ({
  event: 'payment',
  outcome,
});
const pause: OrderEvent = {event: 'update', status: 'paused'};
const resume: OrderEvent = {event: 'update', status: 'approved'};
const cancel: OrderEvent = {event: 'cancel'};
const EVENTS = {pay: pay('approved'), pause, resume, cancel};
const may = (order: Order, id = 'a', today = TODAY): boolean =>
  mayRead({state: 'active'}, [order], {type: 'content', product: `product-${id}`}, today);

describe('the moves of an order', () => {
  it.each([
    [
      'pending',
      {pay: 'approved', pause: 'not-approved', resume: 'not-approved', cancel: 'cancelled'},
    ],
    ['approved', {pay: 'not-pending', pause: 'paused', resume: 'approved', cancel: 'cancelled'}],
    ['paused', {pay: 'not-pending', pause: 'paused', resume: 'approved', cancel: 'cancelled'}],
    [
      'cancelled',
      {
        pay: 'already-cancelled',
        pause: 'already-cancelled',
        resume: 'already-cancelled',
        cancel: 'already-cancelled',
      },
    ],
  ] as const)('from %s are those of the table and none else', (status, expected) => {
    const seen = Object.entries(EVENTS).map(([name, event]) => {
      const moved = movedOrder(orderIn(status), event, NOW, CHOICES);
      return [name, 'refused' in moved ? moved.refused : moved.order.status];
    });
    expect(Object.fromEntries(seen)).toEqual(expected);
  });

  it('tell of the payment, and mail about an approval', () => {
    expect(movedOrder(orderIn('pending'), pay('approved'), NOW, CHOICES)).toMatchObject({
      effects: [
        {effect: 'payment', outcome: 'approved'},
        {effect: 'mail', kind: 'sale-approved'},
      ],
    });
    expect(movedOrder(orderIn('pending'), pay('pending'), NOW, CHOICES)).toMatchObject({
      order: {status: 'pending'},
      effects: [{effect: 'payment', outcome: 'pending'}],
    });
  });

  it('leave a declined sale cancelled, or pending where a world chooses so', () => {
    expect(after(orderIn('pending'), pay('declined')).status).toBe('cancelled');
    const kept = after(orderIn('pending'), pay('declined'), {...CHOICES, declined: 'pending'});
    expect(kept.status).toBe('pending');
  });
});

describe('an update', () => {
  it('changes one product or all of them', () => {
    const all = after(orderIn('approved'), {event: 'update', expiration_date: '2026-04-01'});
    expect(all.products.map((one) => one.expiration_date)).toEqual(['2026-04-01', '2026-04-01']);
    const one = after(orderIn('approved'), {
      ...pause,
      expiration_date: '2026-04-01',
      product: {type: 'content', id: 'b'},
    });
    expect(one.products.map((each) => [each.expiration_date, each.status])).toEqual([
      [null, 'approved'],
      ['2026-04-01', 'paused'],
    ]);
    expect(one.status).toBe('approved');
    const unknown = {event: 'update', status: 'paused', product: {type: 'subscription', id: 'b'}};
    expect(movedOrder(orderIn('approved'), unknown as OrderEvent, NOW, CHOICES)).toEqual({
      refused: 'no-such-product',
    });
  });

  it('changes the whole order by the status of one product where a world chooses so', () => {
    const event: OrderEvent = {...pause, product: {type: 'content', id: 'b'}};
    const order = after(orderIn('approved'), event, {...CHOICES, statusOfOneProduct: 'order'});
    expect(order.status).toBe('paused');
  });
});

describe('access', () => {
  it('is there while the order is approved', () => {
    const seen = (['pending', 'approved', 'paused', 'cancelled'] as const).map((status) =>
      may(orderIn(status)),
    );
    expect(seen).toEqual([false, true, false, false]);
  });

  it('comes back with the approval', () => {
    const paused = after(orderIn('approved'), pause);
    expect([may(paused), may(after(paused, resume))]).toEqual([false, true]);
  });

  it('lasts through the last day', () => {
    const order = after(orderIn('approved'), {event: 'update', expiration_date: '2026-03-16'});
    const days = ['2026-03-15', '2026-03-16', '2026-03-17'].map((day) => may(order, 'a', day));
    expect(days).toEqual([true, true, false]);
  });

  it('ends with the cancellation, at once or on its day', () => {
    expect(may(after(orderIn('approved'), cancel))).toBe(false);
    const order = after(orderIn('approved'), {...cancel, expiration_date: '2026-03-16'});
    const days = ['2026-03-16', '2026-03-17'].map((day) => may(order, 'a', day));
    expect(days).toEqual([true, false]);
  });

  it('is not given by a cancellation', () => {
    for (const status of ['pending', 'paused'] as const) {
      const order = after(orderIn(status), {...cancel, expiration_date: '2026-03-20'});
      expect(may(order), status).toBe(false);
    }
    const dated = after(orderIn('approved'), {event: 'update', expiration_date: '2026-03-14'});
    expect(may(after(dated, {...cancel, expiration_date: '2026-03-20'}))).toBe(false);
  });

  it('is of the products of the order, and of users who are active', () => {
    const order = orderIn('approved', ['a']);
    expect([may(order), may(order, 'b')]).toEqual([true, false]);
    const wanted = {type: 'content', product: 'product-a'} as const;
    for (const state of ['deactivated', 'anonymized'] as const)
      expect(mayRead({state}, [order], wanted, TODAY)).toBe(false);
  });

  it('is asked of each product', () => {
    const event: OrderEvent = {...pause, product: {type: 'content', id: 'b'}};
    const order = after(orderIn('approved'), event);
    expect(order.products.map((one) => givesAccess(order, one, TODAY))).toEqual([true, false]);
  });
});
