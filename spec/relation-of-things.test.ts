import {expect, test} from 'vitest';
import {allowedOutcome, refusal} from './allowed-outcomes.ts';
import {alike, relationOf} from './relation-of-things.ts';

const relation = relationOf<'open' | 'closed'>({
  thing: 'a door',
  makes: {build: () => [allowedOutcome('open', 'built'), refusal(undefined)]},
  changes: alike(() => [allowedOutcome('closed', 'closed')], 'close', 'slam'),
  lists: {list: {expected: 'every door', shows: () => () => true}},
});

test('a command makes, changes or lists things; a refused one makes none', () => {
  const [built, refused] = relation({}, {id: 4, does: 'build'});
  expect([built?.next([]), refused?.next([])]).toEqual([{4: 'open'}, {}]);
  expect(relation({4: 'open'}, {id: 5, does: 'slam', on: 4})[0]?.next([])).toEqual({4: 'closed'});
  expect(relation({4: 'open'}, {id: 5, does: 'list'})[0]?.expected).toBe('every door');
});

test('a command on what was not made may be answered in any way, an unknown one is a mistake', () => {
  expect(relation({}, {id: 5, does: 'close', on: 4})[0]?.fits([])).toBe(true);
  expect(() => relation({4: 'open'}, {id: 5, does: 'paint', on: 4})).toThrow('paint');
});
