import {expect, test} from 'vitest';
import {PARTS} from './faults.ts';
import {halfChosen, partsChosen} from './night-options.ts';

test('parts are named alone, joined by a plus sign, or all at once', () => {
  expect(partsChosen({part: 'c'})).toEqual(['c']);
  expect(partsChosen({part: 'g+f'})).toEqual(['f', 'g']);
  expect(partsChosen({part: 'all'})).toEqual([...PARTS]);
});

test.each(['i', 'f+i', 'f+', 'fg', 'f+f', ''])('there is no part %j', (part) => {
  expect(() => partsChosen({part})).toThrow(`--part ${part}: a, b`);
});

test('a half is named with a part that has halves', () => {
  expect(halfChosen({half: undefined, part: 'a'})).toBeUndefined();
  expect(halfChosen({half: 'b', part: 'f+g'})).toBe('b');
  expect(halfChosen({half: 'a', part: 'all'})).toBe('a');
  expect(() => halfChosen({half: 'c', part: 'f'})).toThrow('--half c: a or b');
  expect(() => halfChosen({half: 'a', part: 'a+e'})).toThrow('only the parts f and g');
});
