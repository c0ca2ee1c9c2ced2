import {expect, test} from 'vitest';
import {allIn, groupIn, inGroups} from './groups.ts';
import {Script} from './script.ts';

/** Steps in groups, one of which is recorded late. */
function recorded() {
  const s = new Script('store');
  const call = () => s.call('listUsers');
  const walk = [call(), call()];
  const late = {last: () => call(), left: undefined};
  return inGroups({late, walk, other: {first: call()}});
}

test('the steps of a group have its name, and a function is recorded after all others', () => {
  expect(Object.entries(recorded()).map(([name, {id}]) => [name, id])).toEqual([
    ['late: last', 's4'],
    ['walk: 0', 's1'],
    ['walk: 1', 's2'],
    ['other: first', 's3'],
  ]);
});

test('a group is read back by the names of its steps, or in order', () => {
  const seen = {'walk: 0': 'a', 'walk: 1': 'b', 'walker: 0': 'c'};
  expect(groupIn(seen, 'walk')).toEqual({0: 'a', 1: 'b'});
  expect(allIn(seen, 'walk')).toEqual(['a', 'b']);
});
