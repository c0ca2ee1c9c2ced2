import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {response} from '../../../testing/response.ts';
import {ordersOfTheGone} from './orders-of-the-gone.ts';

const {judge} = ordersOfTheGone.find(({place}) => place === 'for an order')!;

const EMAIL = 'before@readers.example';

/** An order that names a user with the address of before, and what it shows. */
const order = (id: string | undefined, shown: string): Exchange =>
  response(201, ['created'], {
    op: 'createOrder',
    requestBody: {user: {id, email: EMAIL}},
    body: {data: {id: 7, user: {id, email: shown}}},
  });

/** Judges an order with this id of the anonymized user, beside one with the address alone. */
const branchesOf = (id: string): string[] => {
  const other = response(201, ['created'], {requestBody: {external_id: 'x-1'}});
  const seen = {other, alone: order(undefined, EMAIL), withId: order(id, 'gone@store.example')};
  return judge(seen as never).violations.map(({branch}) => branch);
};

test('an order by the uuid of an anonymized user, who keeps it, is of that user', () => {
  expect(branchesOf('8a9f2e0c-7a31-4c5d-9d53-2f60a3a0f3f1')).toEqual([]);
});

test('an order by the external_id, which anonymization clears, is not', () => {
  expect(branchesOf('x-1')).toEqual(['an order goes to the anonymized user: with the id']);
});
