import {expect, test} from 'vitest';
import {CHAPTERS} from '../all-checks.ts';

const COUNTED = Object.values(CHAPTERS)
  .flat()
  .flatMap(({counted = []}) => counted);

const placesOf = (checks: {rule: string; place: string}[]): string[] =>
  checks.map(({rule, place}) => `${rule} @ ${place}`);

test('every number decides the same rules at the same places, in scenes of its own', () => {
  for (const {counts, checks} of COUNTED) {
    const [first, ...others] = counts.map((count) => checks(count));
    for (const other of others) expect(placesOf(other)).toEqual(placesOf(first ?? []));
    const scenes = [first ?? [], ...others].map((made) => made[0]?.scene.id);
    expect(new Set(scenes).size).toBe(counts.length);
  }
});

test('no scene is sent to a deployment that others use', () => {
  const scenes = COUNTED.flatMap(({counts: [count], checks}) => checks(count)).map(
    ({scene}) => scene,
  );
  expect(scenes.length).toBeGreaterThan(50);
  expect(scenes.every(({onlyOnTestTargets}) => onlyOnTestTargets)).toBe(true);
});
