import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {expectNoStoreUrl} from './store-urls.ts';

const API = 'https://api.vendor.example/api/v1/publications/p1/reader';
const STORAGE = 'https://bucket.storage.example/put?signature=1';

/** The reason why nothing is decided, or the number of violations, for a response with one row. */
function judged(row: object, beside: object = {}): string | number {
  const body = {...beside, mirrors: [{mirror: 'original', ...row}]};
  const exchange = {status: 200, headers: {}, body, sent: {url: API}} as unknown as Exchange;
  const {inconclusive, violations} = expectNoStoreUrl(exchange, STORAGE);
  return inconclusive === undefined ? violations.length : 'undecided';
}

test.each<[what: string, row: object, beside?: object]>([
  ['a link in a row', {url: 'https://books.example/9'}],
  ['a host without scheme', {links: {page: '//books.example/9'}}],
  ['a member of the store beside the rows', {}, {store_url: 'http://books.example'}],
  ['a host that is called a store', {info: 'https://store.vendor.example/9'}],
])('a URL of the store: %s', (_what, row, beside) => {
  expect(judged(row, beside)).toBe(1);
});

test.each<[what: string, row: object, beside?: object]>([
  ['the link of the row to itself', {_links: {self: {href: 'https://gateway.example/x'}}}],
  ['a link to documentation', {help_url: 'https://docs.example'}],
  ['a link to the API', {url: 'https://api.vendor.example/x'}],
  ['a link to the storage', {cover_url: 'https://bucket.storage.example/c.jpg'}],
  ['the text of an error', {last_sync_error: 'https://store.example answered 500'}],
  ['a member beside the rows', {}, {schema: 'https://schemas.example/reader'}],
])('no URL of the store: %s', (_what, row, beside) => {
  expect(judged(row, beside)).toBe(0);
});

test.each<[what: string, row: object]>([
  ['a member that says nothing', {note: 'https://books.example/9'}],
  ['a host of the same owner', {url: 'https://app.vendor.example/9'}],
  ['an image', {cover_url: 'https://images.cdn.example/9.jpg'}],
])('it cannot be told: %s', (_what, row) => {
  expect(judged(row)).toBe('undecided');
});
