import {expect, test} from 'vitest';
import {planTurns, type Planned} from './turns.ts';

const STEPS: Record<string, Planned> = {
  create: {op: 'create', about: ['order']},
  change: {op: 'change', about: ['order']},
  'change of the other': {op: 'change', about: ['other order']},
  pause: {op: 'pause', about: ['order']},
  resume: {op: 'resume', about: ['order'], undoes: 'pause'},
  end: {op: 'end', about: ['order'], isEnd: true},
};

const textOf = (turns: ReturnType<typeof planTurns>): string[] =>
  turns.map(({step, of}) => `${step} ${of}`);

test('a plan is the same for one seed, and another one for another', () => {
  const [one, again, other] = [1, 1, 2].map((seed) =>
    textOf(planTurns(STEPS, 12, seed, new Set())),
  );
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test.each([1, 2, 3, 4])(
  'each request comes once, an end late, and nothing is undone before, seed %i',
  (seed) => {
    const turns = textOf(planTurns(STEPS, 12, seed, new Set()));
    expect(new Set(turns).size).toBe(turns.length);
    expect(turns.slice(0, 4).join()).not.toContain('end');
    for (const cast of [0, 1])
      if (turns.includes(`resume ${cast}`))
        expect(turns.indexOf(`resume ${cast}`)).toBeGreaterThan(turns.indexOf(`pause ${cast}`));
  },
);

test('a second plan tries what the first one did not', () => {
  const tried = new Set<string>();
  planTurns(STEPS, 6, 1, tried);
  const first = tried.size;
  planTurns(STEPS, 6, 2, tried);
  expect(tried.size).toBeGreaterThan(first);
  expect(tried).toContain('order pause resume same');
});
