import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/step.ts';
import {besideTheApi} from './links.ts';

const sentTo = (url: string): Exchange => ({
  step: 's',
  op: 'o',
  as: 'full',
  sentAt: 0,
  gotAt: 0,
  status: 200,
  situations: [],
  documented: [],
  headers: {},
  body: {},
  sent: {method: 'PUT', url, headers: {}},
});
const reservation = sentTo('https://press.example/w/1/api/v1/uploads');

test.each([
  ['https://storage.example/api/v1/bytes', 0],
  ['https://press.example/storage/bytes', 0],
  ['https://press.example/w/1/api/v1beta/bytes', 0],
  ['https://press.example/w/1/api/v1/bytes?signature=1', 1],
])('bytes to %s: %i violations', (url, violations) => {
  expect(besideTheApi(reservation, sentTo(url)).violations).toHaveLength(violations);
});
