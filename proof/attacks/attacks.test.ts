import {expect, test} from 'vitest';
import {ATTACKS, attackRow, scaleOf} from './all.ts';

test.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
  'a short attack finds nothing: %s',
  async (_name, attack) => {
    let counted = 0;
    const {findings, tried, figure} = await attack.run({times: attack.short, seed: 1}, (more) => {
      counted += more;
    });
    expect(counted).toBe(attack.short);
    expect(findings).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(attack.short);
    expect(figure).not.toBe('');
  },
  240_000,
);

test('a part of a night has a part of each attack, with seeds of its own', () => {
  const [requests] = ATTACKS;
  const parts = [1, 2].map((part) => scaleOf(requests!, 0.0005, 7, part));
  expect(parts).toEqual([
    {times: 500, seed: 7},
    {times: 500, seed: 507},
  ]);
  expect(scaleOf(requests!, 1e-9, 7, 1).times).toBe(1);
});

test('an outcome is a row of a table', () => {
  const row = {name: 'kills', unit: 'kills', shard: '1/1', seconds: 12.3, tried: 3};
  expect(attackRow({...row, figure: 'none lost', findings: ['a']})).toMatch(
    /^kills +3 kills +12 s +1 found +none lost$/,
  );
});
