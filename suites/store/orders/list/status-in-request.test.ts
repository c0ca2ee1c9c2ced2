import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {expectStatusOfType} from './status-in-request.ts';

const exchange = (status: number, shown: string, sent?: string): Exchange =>
  ({
    step: 's1',
    op: 'createOrder',
    status,
    situations: status < 300 ? ['created'] : ['invalid'],
    headers: {},
    body: status < 300 ? {data: {id: 'o', status: shown}} : {status, errors: []},
    requestBody: sent === undefined ? {} : {status: sent},
  }) as never;

const PLAIN = exchange(201, 'approved');

test('where every creation with a status is refused, the rule does not apply', () => {
  const {outOfReach, violations} = expectStatusOfType([
    [exchange(422, '', 'cancelled'), PLAIN],
    [exchange(400, '', 'paused'), PLAIN],
  ]);
  expect([outOfReach, violations]).toEqual(['not-applicable', []]);
});

test('one that is accepted is judged, though others are refused', () => {
  const {violations, inconclusive} = expectStatusOfType([
    [exchange(422, '', 'cancelled'), PLAIN],
    [exchange(201, 'paused', 'paused'), PLAIN],
  ]);
  expect([violations.map(({branch}) => branch), inconclusive]).toEqual([
    ['taken: paused'],
    undefined,
  ]);
});

test('where the plain order is refused as well, nothing is decided', () => {
  const {outOfReach, inconclusive} = expectStatusOfType([
    [exchange(422, '', 'cancelled'), exchange(422, '')],
  ]);
  expect([outOfReach, inconclusive]).toEqual([undefined, 'an order was not created']);
});
