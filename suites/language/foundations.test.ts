import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {FOUNDATIONS} from '../all-checks.ts';

const SUITES = join(import.meta.dirname, '..');

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

test('operations and branches that narrow a foundation are those of contracts and judges', () => {
  const operations = (['workspace', 'store'] as const).flatMap((api) =>
    Object.keys(loadSpecification(api).contract.operations),
  );
  const named = FOUNDATIONS.flatMap((one) => one.operations ?? []);
  expect(named.filter((one) => !operations.includes(one))).toEqual([]);
  const judges = readdirSync(SUITES, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.ts') && !/foundations|\.test\./.test(file))
    .map((file) => readFileSync(join(SUITES, file), 'utf8'))
    .join('\n');
  // Some judges compose their branches: `another ${name} when read`.
  const composed = [...judges.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, text = '']) =>
    patternOf(text),
  );
  const occursInJudges = (branch: string): boolean =>
    judges.includes(`'${branch}'`) || composed.some((one) => one?.test(branch));
  const branches = FOUNDATIONS.flatMap((one) => one.branches ?? []);
  expect(branches.filter((one) => !occursInJudges(one))).toEqual([]);
});

/** What a template makes; undefined for one that has hardly any text of its own. */
function patternOf(template: string): RegExp | undefined {
  const parts = template.split(/\$\{[^}]*\}/);
  if (parts.join('').length < 2) return undefined;
  const escaped = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`);
}
