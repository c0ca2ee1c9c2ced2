import {expect, it} from 'vitest';
import {escapedJson} from './escaped-json.ts';

it.each([
  ['plain', '"plain"'],
  ['a/b', String.raw`"a\/b"`],
  ['Año', String.raw`"A\u00f1o"`],
  ['📚', String.raw`"\ud83d\udcda"`],
  ['"\\', String.raw`"\"\\"`],
])('writes %s with escapes, and means the same', (text, escaped) => {
  expect(escapedJson(JSON.stringify(text))).toBe(escaped);
  expect(JSON.parse(escaped)).toBe(text);
});
