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

it('says which text was perhaps meant', () => {
  const text = 'demo-key-harbour';
  expect(suggestionOf({text, distance: 1})).toMatch(
    /^perhaps demo-key\S* was meant: 1 character differs$/,
  );
  expect(suggestionOf({text, distance: 2})).toMatch(/: 2 characters differ$/);
});
