import {expect, test} from 'vitest';
import {presentedSecret} from './near-miss.ts';

const bytes = (text: string): string => Buffer.from(text, 'base64').toString('hex');
const coded = (text: string): string =>
  Buffer.from(text, 'base64').toString(text.endsWith('=') ? 'base64' : 'base64url');

test('the letters of a secret in the other case; without letters it has another end', () => {
  expect(presentedSecret('demo-Key-7=', 'other-case')).toBe('DEMO-kEY-7=');
  expect(presentedSecret('0417', 'other-case')).toBe(presentedSecret('0417', 'another-end'));
});

test.each([
  'demo-key-harbour-full',
  'Zm9vYmFyYmF6',
  Buffer.alloc(16, 7).toString('base64url'),
  Buffer.alloc(32, 9).toString('base64'),
  Buffer.alloc(32, 255).toString('base64url'),
  'key!',
])('%s almost: another text of other bytes, however it is decoded', (secret) => {
  expect(presentedSecret(secret, undefined)).toBe(secret);
  expect(presentedSecret(secret, 'as-bearer')).toBe(secret);
  const near = (['another-end', 'longer', 'one-shorter'] as const).map((present) =>
    presentedSecret(secret, present),
  );
  expect(new Set([secret, ...near]).size).toBe(4);
  if (secret === coded(secret)) expect(new Set([secret, ...near].map(bytes)).size).toBe(4);
  expect(near.every((text) => text.startsWith(secret.replace(/=+$/, '').slice(0, -1)))).toBe(true);
});
