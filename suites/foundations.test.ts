import {expect, test} from 'vitest';
import {loadSpecification} from '../spec/specification.ts';
import {FOUNDATIONS} from './all-checks.ts';

const catalogue = new Set(
  (['workspace', 'store'] as const).flatMap((api) =>
    loadSpecification(api).rules.map(({id}) => id),
  ),
);

test('foundations and what they spoil are rules of the catalogue', () => {
  const named = FOUNDATIONS.flatMap(({rule, spoils}) => [rule, ...spoils]);
  expect(named.filter((rule) => !catalogue.has(rule))).toEqual([]);
});

test('no rule rests on itself, be it through others', () => {
  const spoiledBy = (rule: string, passed: string[]): string[] => {
    const spoiled = FOUNDATIONS.filter((one) => one.rule === rule).flatMap(({spoils}) => spoils);
    expect(passed).not.toContain(rule);
    return spoiled.flatMap((one) => [one, ...spoiledBy(one, [...passed, rule])]);
  };
  for (const {rule} of FOUNDATIONS) expect(spoiledBy(rule, [])).not.toContain(rule);
});
