import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {CHAPTERS} from '../all-checks.ts';
import {isRead, READ_CHOICES, readChoicesText} from './open-choices.ts';

const SUITES = join(import.meta.dirname, '..');

/** The sources of all checks. */
const sources = ['workspace', 'store', 'contract'].flatMap((folder) => {
  const files = readdirSync(join(SUITES, folder), {recursive: true}) as string[];
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(SUITES, folder, file), 'utf8'));
});

test('the choices that are read are those of judges, scenes and provocations, and no others', () => {
  const judged = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:hidden|leftOpen)\(\s*'(NS-[A-Z]+-\d+)',\s*'([^']+)'/g)].map(
      ([, point, choice]) => `${point}: ${choice}`,
    ),
  );
  const promised = sources.flatMap((source) =>
    [
      ...source.matchAll(
        /\b(?:hidden|leftOpen)\(\s*'(NS-[A-Z]+-\d+)',[^;]*?\bpromisedBy\('([^']+)'/g,
      ),
    ].map(([, point, choice]) => `${point}: ${choice}`),
  );
  const permitting = sources.flatMap((source) =>
    [...source.matchAll(/\bwithPermittingChoice\(\s*'(NS-[A-Z]+-\d+)',\s*'([^']+)'/g)].map(
      ([, point, choice]) => `${point}: ${choice}`,
    ),
  );
  const recorded = sources.flatMap((source) =>
    [...source.matchAll(/\bchooses\(\s*'(NS-[A-Z]+-\d+)',\s*'([^']+)'/g)].map(
      ([, point, choice]) => `${point}: ${choice}`,
    ),
  );
  const provoked = Object.values(CHAPTERS)
    .flat()
    .flatMap(({provocations}) => provocations)
    .flatMap(({orElse = {}}) =>
      Object.entries(orElse).map(([situation, point]) => `${point}: ${situation}`),
    );
  const listed = Object.entries(READ_CHOICES).flatMap(([point, choices]) =>
    Object.keys(choices).map((choice) => `${point}: ${choice}`),
  );
  expect(listed.sort()).toEqual(
    [...new Set([...judged, ...promised, ...permitting, ...recorded, ...provoked])].sort(),
  );
  const calls = sources.flatMap((source) => source.match(/\b(?:hidden|leftOpen)\(/g) ?? []);
  // One call, in `outcome-checks.ts`, reads those of the provocations.
  expect(judged).toHaveLength(calls.length - 1);
});

test('a choice of names is read whatever it says', () => {
  const {contract} = loadSpecification('workspace');
  expect(isRead('NS-WS-01', 'as in the contract', contract)).toBe(true);
  expect(isRead('NS-WS-53', 'unlimited', contract)).toBe(true);
  expect(isRead('NS-WS-40', 'sliding', contract)).toBe(false);
  expect(isRead('NS-WS-44', 'calendar month', contract)).toBe(false);
  expect(readChoicesText(contract, 'NS-WS-44')).toBe('NS-WS-44: allowance-spent');
  expect(readChoicesText(contract, 'NS-WS-40')).toBeUndefined();
});

test('a choice that is read for two reasons is told once', () => {
  const {contract} = loadSpecification('store');
  expect(readChoicesText(contract, 'NS-ST-22')).toBe('NS-ST-22: consumption-disabled');
});
