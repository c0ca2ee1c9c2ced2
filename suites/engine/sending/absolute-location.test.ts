import {expect, test} from 'vitest';
import {absoluteLocation} from './absolute-location.ts';

const REQUESTED = new URL('https://api.example/api/v1/files/f/download');

test.each([
  [302, '/out/f?sig=s', 'https://api.example/out/f?sig=s'],
  [302, '//storage.example/f', 'https://storage.example/f'],
  [302, 'https://storage.example/f', 'https://storage.example/f'],
  [302, 'no address', 'no address'],
  [302, '//', '//'],
  [202, '/runs/r', '/runs/r'],
])('the address of a %d is read as clients do: %s', (status, location, read) => {
  expect(absoluteLocation({status, headers: {location}}, REQUESTED)).toEqual({location: read});
});

test('a redirect without an address has none', () => {
  expect(absoluteLocation({status: 302, headers: {}}, REQUESTED)).toEqual({});
});
