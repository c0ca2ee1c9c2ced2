import {expect, test} from 'vitest';
import type {Order} from '../orders/order.ts';
import {returnAddress} from './return-address.ts';

const ADDED = 'order-id=9f3c&order-external-id=&status=approved';

test.each([
  ['https://Shop.example', `https://Shop.example?${ADDED}`],
  [
    'https://shop.example:443/a/../b|c?x=%7E#top',
    `https://shop.example:443/a/../b|c?x=%7E&${ADDED}#top`,
  ],
  [
    "https://shop.example/%2e?name*=UTF-8''tides",
    `https://shop.example/%2e?name*=UTF-8''tides&${ADDED}`,
  ],
  ['https://shop.example/?', `https://shop.example/?${ADDED}`],
  ['https://shop.example/#a?b', `https://shop.example/?${ADDED}#a?b`],
])('what was given is kept byte for byte: %s', (given, wanted) => {
  const order = {key: '9f3c', return_url: given, external_reference: null} as Order;
  expect(returnAddress(order, 'approved')).toBe(wanted);
});
