import {expect, test} from 'vitest';
import type {Check, Scene} from '../language/check.ts';
import {ScenesAgain} from './scenes-again.ts';

const scene = (id: string, more: Partial<Scene> = {}): Scene => ({
  id,
  api: 'store',
  act: () => ({}),
  ...more,
});

const checkOn = (one: Scene, rule = 'store.users.a', more: Partial<Check> = {}): Check =>
  ({
    rule,
    place: '*',
    scene: one,
    judge: () => ({witnesses: [], violations: []}),
    ...more,
  }) as Check;

const same = (one: Scene): Scene => one;

const idsOf = (checks: readonly Check[]): string[] => checks.map(({scene: {id}}) => id);

test('the rarest scenes come first, with all of their checks; one that was never run does not come', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => scene(id)) as [Scene, Scene, Scene];
  const again = new ScenesAgain(
    [checkOn(a), checkOn(b), checkOn(b, 'store.users.b'), checkOn(c)],
    same,
  );
  const gains: Record<string, number> = {a: 1, b: 2};
  const checks = again.next(1, (id) => gains[id] ?? 0);
  expect(idsOf(checks)).toEqual(['round 1 b', 'round 1 b', 'round 1 a']);
  expect(checks[0]?.scene).toBe(checks[1]?.scene);
});

test('what was sent again comes later in the next round', () => {
  const again = new ScenesAgain([checkOn(scene('a')), checkOn(scene('b'))], same);
  const first: Record<string, number> = {a: 1};
  again.next(1, (id) => first[id] ?? 0);
  const gains: Record<string, number> = {'round 1 a': 2, b: 1};
  expect(idsOf(again.next(2, (id) => gains[id] ?? 0))).toEqual(['round 2 b', 'round 2 a']);
});

test('what uses up a limit, may revoke access or is generated is not sent again', () => {
  const none = [
    checkOn(scene('a', {exhausts: true})),
    checkOn(scene('b', {mayRevokeAccess: true})),
    checkOn(scene('c'), 'store.limits.a'),
    checkOn(scene('d'), 'store.users.a', {draw: {} as never}),
    checkOn(scene('e'), 'store.users.a', {sequence: {} as never}),
  ];
  expect(new ScenesAgain(none, same).next(1, () => 1)).toEqual([]);
});
