import {expect, it} from 'vitest';
import {nearest, suggestionOf} from './nearest.ts';

it('finds the text that fewest edits lead to', () => {
  expect(nearest('demo-kay-harbour', ['demo-key-harbour', 'demo-key-harbor'])).toEqual({
    text: 'demo-key-harbour',
    distance: 1,
  });
  expect(nearest('abc', ['abcd', 'abc'])).toEqual({text: 'abc', distance: 0});
  expect(nearest('quite another', ['demo-key-harbour'])).toBeUndefined();
});

it('asks whether another text was meant', () => {
  const text = 'demo-key-harbour';
  expect(suggestionOf({text, distance: 1})).toBe(
    'did you mean demo-key-harbour? (1 character differs)',
  );
  expect(suggestionOf({text: 'wk_abcdefghijkl', distance: 2})).toBe(
    'did you mean wk_abcd...? (2 characters differ)',
  );
});
