import {expect, test} from 'vitest';
import {requestTarget, resolvedUrl} from './request-target.ts';

test.each([
  [' /x', 'http://h.example/x'],
  ['x ', 'http://h.example/a/x'],
  [' //other.example/x', 'http://other.example/x'],
  [' https://other.example/x', 'https://other.example/x'],
])('blanks around %o do not change what it refers to, and are not forgotten', (given, meant) => {
  const resolved = resolvedUrl(given, 'http://h.example/a/b');
  expect(resolved.trim()).toBe(meant);
  expect(requestTarget(resolved)?.isEncoded).toBe(true);
});
