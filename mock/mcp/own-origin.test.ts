import {expect, it} from 'vitest';
import {isOwn} from './own-origin.ts';

it.each<[origin: string | undefined, host: string, own: boolean]>([
  [undefined, 'localhost:4010', true],
  ['http://localhost:5173', '127.0.0.1:4010', true],
  ['http://[::1]:5173', 'localhost:4010', true],
  ['http://app.localhost', 'localhost:4010', true],
  ['https://mock.example', 'mock.example:4010', true],
  ['http://192.0.2.7:5173', '192.0.2.7:4010', true],
  ['http://[2001:db8::7]', '[2001:db8::7]:4010', true],
  ['http://evil.example', 'localhost:4010', false],
  // DNS rebinding: the page's own name leads here.
  ['http://evil.example:4010', 'evil.example:4010', false],
  ['http://192.0.2.8', '192.0.2.7:4010', false],
  ['http://localhost.evil.example', 'localhost.evil.example', false],
  ['null', 'localhost:4010', false],
])('a page of %s that called %s: %s', (origin, host, own) => expect(isOwn(origin, host, 'mock.example')).toBe(own));
