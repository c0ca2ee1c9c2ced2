import {expect, test} from 'vitest';
import {absoluteLocation} from './absolute-location.ts';

const REQUESTED = 'https://api.example/api/v1/files/f/download';

test.each([
  [302, '/out/f?sig=s', 'https://api.example/out/f?sig=s'],
  [302, '//storage.example/f', 'https://storage.example/f'],
  [302, 'https://storage.example/f', 'https://storage.example/f'],
  [302, 'no address', 'no address'],
  [302, '//', '//'],
  [
    302,
    "/out/a'b/../c|d?n*=UTF-8''x&y={z}",
    "https://api.example/out/a'b/../c|d?n*=UTF-8''x&y={z}",
  ],
  [302, "?n*=UTF-8''x", "https://api.example/api/v1/files/f/download?n*=UTF-8''x"],
  [302, '../../out/%2e/f?', 'https://api.example/api/v1/out/%2e/f?'],
  [302, 'https://Storage.example/%7Ef?', 'https://Storage.example/%7Ef?'],
  [202, '/runs/r', '/runs/r'],
  [202, '//api.example/runs/r', 'https://api.example/runs/r'],
  [202, 'runs/r', 'https://api.example/api/v1/files/f/runs/r'],
])('the address of a %d is read as clients do: %s', (status, location, read) => {
  expect(absoluteLocation({status, headers: {location}}, REQUESTED)).toEqual({location: read});
});

test('a redirect without an address has none', () => {
  expect(absoluteLocation({status: 302, headers: {}}, REQUESTED)).toEqual({});
});
