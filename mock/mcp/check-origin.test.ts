import {expect, test} from 'vitest';
import {isAllowedOrigin} from './check-origin.ts';

test.each<[what: string, origin: string | undefined, host: string, own: boolean]>([
  ['a program', undefined, 'localhost:4010', true],
  ['a page of this machine', 'http://localhost:3000', 'localhost:4010', true],
  ['one by its address', 'https://[::1]:3000', 'localhost:4010', true],
  [
    'a page of the name that the mock was given',
    'http://mock.example:3000',
    'mock.example:4010',
    true,
  ],
  ['a page of the address that it was reached by', 'http://10.0.0.7:3000', '10.0.0.7:4010', true],
  ['a page of another address', 'http://10.0.0.8', '10.0.0.7:4010', false],
  [
    'a page whose name was rebound to this machine',
    'http://evil.example:4010',
    'evil.example:4010',
    false,
  ],
  ['a page of another site', 'http://evil.example', 'localhost:4010', false],
  ['a name that begins like ours', 'http://localhost.evil.example', 'localhost:4010', false],
  ['a page of no origin', 'null', 'localhost:4010', false],
])('%s', (_what, origin, host, own) => {
  expect(isAllowedOrigin(origin, host, ['mock.example'])).toBe(own);
});
