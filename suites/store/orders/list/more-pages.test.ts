import {expect, test} from 'vitest';
import {saysThereIsMore} from './more-pages.ts';

test.each<[says: boolean, around: object]>([
  [true, {meta: {current_page: 1, last_page: 3}}],
  [true, {links: {next: 'https://store.example/orders?page=2'}}],
  [true, {pagination: {next_cursor: 'b', has_more: true}}],
  [true, {has_more: true}],
  [true, {page: {next: 2}}],
  [false, {meta: {current_page: 3, last_page: 3}}],
  [false, {pagination: {next_cursor: null, has_more: false}}],
  [false, {links: {next: ''}}],
  [false, {}],
])('whether a list says that it goes on: %s by %j', (says, around) => {
  expect(saysThereIsMore({data: [{next: 'row', has_more: true}], ...around})).toBe(says);
});
