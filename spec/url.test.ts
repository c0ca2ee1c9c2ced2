import {expect, test} from 'vitest';
import {isUrl} from './url.ts';

test('letters outside ASCII are taken however often it is asked', () => {
  const answers = Array.from({length: 20_000}, () => isUrl('https://bücher.example/Café'));
  expect(answers.every(Boolean)).toBe(true);
});

test('a relative URL needs a base', () => {
  expect(isUrl('/page?n=2')).toBe(false);
  expect(isUrl('/page?n=2', 'https://books.example/list')).toBe(true);
});
