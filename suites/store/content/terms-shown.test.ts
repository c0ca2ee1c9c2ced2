import {expect, test} from 'vitest';
import {termsShown} from './update/kept-members.ts';

test('terms are found in the issue or in its taxonomy, as texts or with names', () => {
  expect(termsShown({author: ['Ana', 'Boris']}, 'author')).toEqual(['Ana', 'Boris']);
  expect(termsShown({taxonomies: {author: [{name: 'Ana'}]}}, 'author')).toEqual(['Ana']);
  expect(termsShown({author: null, taxonomy: {author: []}}, 'author')).toEqual([]);
});

test('lists in other objects, and in other forms, are no terms of an issue', () => {
  expect(termsShown({seo: {keyword: ['sea']}}, 'keyword')).toBeUndefined();
  expect(termsShown({author: [7]}, 'author')).toBeUndefined();
  expect(termsShown({author: 'Ana'}, 'author')).toBeUndefined();
});
