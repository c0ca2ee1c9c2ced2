import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {expectBesideTheApi, differOnlyByKey} from './links.ts';

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
  expect(expectBesideTheApi(reservation, sentTo(url)).violations).toHaveLength(violations);
});

/** A reservation with this key, whose link has this path. */
const reserved = (key: string, path: string): Exchange => ({
  ...sentTo('https://api.example/api/v1/uploads'),
  body: {key, upload_url: `https://storage.example${path}?signature=1`},
});

test.each<[what: string, one: Exchange, other: Exchange, does: boolean]>([
  ['as they are', reserved('a/1', '/up/a/1'), reserved('b/2', '/up/b/2'), true],
  ['encoded', reserved('a/1 x', '/up/a%2F1%20x'), reserved('b', '/up/b'), true],
  ['of any characters', reserved("a!$'(1)", "/a!$'(1)"), reserved("b$'$&", "/b$'$&"), true],
  ['with a secret', reserved('a', '/up/a/3f'), reserved('b', '/up/b/9c'), false],
  ['not encoded at all', reserved('a%zz', '/up/a%zz'), reserved('b%zz', '/up/b%zz'), true],
])('keys that stand in the paths of their links %s', (_what, one, other, does) => {
  expect(differOnlyByKey(one, other)).toBe(does);
});
