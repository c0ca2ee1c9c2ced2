import {expect, test} from 'vitest';
import {withLongIntegersAsTexts} from './long-integers.ts';

const read = (json: string): unknown => JSON.parse(withLongIntegersAsTexts(json));

test('an integer beyond 2^53 keeps its digits as a text', () => {
  expect(read('{"id" : 711508198387122001,"other":[-711508198387122001]}')).toEqual({
    id: '711508198387122001',
    other: ['-711508198387122001'],
  });
});

test.each([
  '{"size_bytes":9007199254740991}',
  '{"title":"711508198387122001 \\" 711508198387122001"}',
  '[1.71150819838712200123, 7115081983871220012e3, 12345678901234567.5]',
  '"711508198387122001"',
])('nothing else changes: %s', (json) => {
  expect(read(json)).toEqual(JSON.parse(json));
});
