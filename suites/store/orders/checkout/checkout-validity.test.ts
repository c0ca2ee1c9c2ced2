import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {stageOf} from './checkout-validity.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');

/** A response at so many seconds after noon. */
const at = (seconds: number, op: string, body: unknown): Exchange =>
  ({
    op,
    status: 201,
    targetTime: NOON + seconds * 1000,
    headers: {},
    situations: [],
    body,
  }) as never;

/** The buyer, as a deployment in Buenos Aires shows the creation. */
const BUYER = at(0, 'createUser', {
  data: {
    created_at: {
      timestamp: NOON / 1000,
      date: '2026-03-02 09:00:00',
      timezone: 'America/Argentina/Buenos_Aires',
    },
  },
});

const stage = (checkout: object, seconds: number, buyer = BUYER): string =>
  stageOf({
    shown: at(0, 'createOrder', {data: {checkout}}),
    opened: at(seconds, 'control open-checkout', {opens: true}),
    buyer,
  });

test.each<[what: string, checkout: object]>([
  ['a `ttl`', {ttl: 3600}],
  ['an end in UTC', {expires_on: '2026-03-02T13:00:00Z'}],
  ['an end with fractions of a second', {expires_on: '2026-03-02T13:00:00.250Z'}],
  ['an end with another zone', {expires_on: '2026-03-02T10:00:00-03:00'}],
  ['an end in UTC without a zone', {expires_on: '2026-03-02 13:00:00'}],
  ['an end in the zone of other dates', {expires_on: '2026-03-02 10:00:00'}],
])('%s shows when a URL expires', (_what, checkout) => {
  expect([3595, 3600, 3605].map((seconds) => stage(checkout, seconds))).toEqual([
    'within',
    'unknown',
    'after',
  ]);
});

test('a clock that is ahead of the run is taken into account', () => {
  const ahead = at(0, 'createUser', {data: {created_at: {timestamp: NOON / 1000 + 90}}});
  const checkout = {expires_on: '2026-03-02T13:01:30Z'};
  expect([3595, 3605].map((seconds) => stage(checkout, seconds, ahead))).toEqual([
    'within',
    'after',
  ]);
});

test.each<[what: string, checkout: object, buyer: Exchange]>([
  ['a time whose zone is unknown', {expires_on: '2026-03-02 18:30:00'}, BUYER],
  [
    'a time, where the clock is unknown',
    {expires_on: '2026-03-02T13:00:00Z'},
    at(0, 'createUser', {}),
  ],
  ['no end', {}, BUYER],
])('%s decides nothing', (_what, checkout, buyer) => {
  expect([10, 9000].map((seconds) => stage(checkout, seconds, buyer))).toEqual([
    'unknown',
    'unknown',
  ]);
});
