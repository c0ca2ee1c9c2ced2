import {expect, test} from 'vitest';
import {toText} from './json.ts';

test.each([
  ['a text', 'a text'],
  [7, '7'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{toString: 1}, '{"toString":1}'],
])('%j as text', (value, text) => {
  expect(toText(value)).toBe(text);
});
