import {expect, it} from 'vitest';
import {nearest} from './nearest.ts';

it('finds the text that fewest edits lead to', () => {
  expect(nearest('demo-kay-harbour', ['demo-key-harbour', 'demo-key-harbor'])).toEqual({
    text: 'demo-key-harbour',
    distance: 1,
  });
  expect(nearest('abc', ['abcd', 'abc'])).toEqual({text: 'abc', distance: 0});
  expect(nearest('quite another', ['demo-key-harbour'])).toBeUndefined();
});
