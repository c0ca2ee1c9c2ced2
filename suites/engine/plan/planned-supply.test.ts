import {expect, test} from 'vitest';
import type {Check} from '../../language/check.ts';
import {plannedSupply} from './planned-supply.ts';
import type {PreparedScene, Unavailable} from './prepare.ts';

/** A planned scene with its check. */
const planned = (
  rule: string,
  place: string,
  unavailable?: Unavailable,
  api = 'store',
): {scene: PreparedScene; check: Check} => {
  const scene = {id: `${rule} ${place}`, api};
  return {
    scene: {...scene, unavailable} as unknown as PreparedScene,
    check: {rule: `store.users.${rule}`, place, scene} as unknown as Check,
  };
};

const lacking = (...ways: string[][]): Unavailable => ({reason: 'x', lacks: ways});

test('what scenes lack is counted as the report counts it', () => {
  const all = [
    planned('a', 'here', lacking(['a hook'])),
    planned('b', 'here'),
    planned('b', 'there', lacking(['a hook'])),
    planned('c', 'here', lacking(['a hook', 'a key'])),
    planned('d', 'here', {...lacking(['a choice']), isAbsent: true}),
    planned('e', 'here', lacking(['the API']), 'workspace'),
  ];
  const scenes = all.map(({scene}) => scene);
  const checks = [...all.map(({check}) => check), planned('f', 'dropped').check];
  expect(plannedSupply(scenes, checks, ['store'])).toEqual([
    {what: 'a hook', rules: ['store.users.a'], places: 2},
    {what: 'a key', rules: ['store.users.c'], places: 1},
  ]);
});
