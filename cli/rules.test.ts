import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Rule} from '../spec/rule.ts';
import {loadSpecification} from '../spec/specification.ts';
import {allDefects} from '../proof/all-defects.ts';
import {packageFolder} from './package-folder.ts';
import {rowPage} from './row-page.ts';
import {rulePage} from './rule-page.ts';
import {rulePlaces} from './rule-places.ts';
import {nameAdvice, rulesNamed} from './rules-named.ts';

const {rules: workspaceRules, checklist} = loadSpecification('workspace');
const rules = [...workspaceRules, ...loadSpecification('store').rules];
const defects = allDefects();

/** The rule that a name means, when it means one. */
function ruleNamed(name: string): Rule {
  const [only, ...others] = rulesNamed(name, rules);
  expect(others).toEqual([]);
  return only!;
}

test('the last word of an id finds the rules of every chapter that has it', () => {
  expect(rulesNamed('foreign-is-not-found', rules).map(({id}) => id)).toEqual([
    'workspace.access.foreign-is-not-found',
    'workspace.mcp.foreign-is-not-found',
    'store.access.foreign-is-not-found',
  ]);
  expect(nameAdvice('foreign-is-not-fond', rules)).toBe(
    'did you mean foreign-is-not-found (workspace.access.foreign-is-not-found, ' +
      'workspace.mcp.foreign-is-not-found, store.access.foreign-is-not-found)?',
  );
  expect(nameAdvice('xyzzy', rules)).toBe('`presscheck rules` lists the names');
});

test('a rule is found by its id without the API', () => {
  expect(rulesNamed('mcp.operation-has-tool', rules).map(({id}) => id)).toEqual([
    'workspace.mcp.operation-has-tool',
  ]);
});

test('a chapter is found without its API, in both where both have it', () => {
  const chapters = new Set(rulesNamed('limits', rules).map(({chapter}) => chapter));
  expect([...chapters]).toEqual(['workspace/limits', 'store/limits']);
});

test('the page of a rule names row, section, sentence, check, defects and fixture', () => {
  const rule = ruleNamed('link-lives-30-minutes');
  const page = rulePage({rule, checklist, places: rulePlaces(rule, packageFolder()), defects});
  for (const part of [
    rule.sentence,
    /section +Limits/,
    /rows +WS-120 {2}The presigned PUT/,
    /check +suites\/workspace\/again\.ts:\d+\n +suites\/workspace\/at-turns\.ts:\d+\n[^]* suites\/workspace\/uploads\/link-situations\.ts:\d+\n[^]* suites\/workspace\/uploads\/links\.ts:\d+\n/,
    /fixture +fixtures\/examples\/workspace\/uploads\/link-lives-30-minutes\.yaml\n/,
    /\n +made from the check: npx presscheck rules workspace\.uploads\.link-lives-30-minutes --fixture\n/,
    /mock\/defects\/workspace\/uploads\/links\.ts:\d+[,\n]/,
    /\n +the link never expires\n/,
    'presscheck replay --mock workspace.uploads.link-lives-30-minutes\n',
  ])
    expect(page).toMatch(part);
});

test('a row of the checklist and an open point have a page with their text and their rules', () => {
  const specifications = [loadSpecification('workspace'), loadSpecification('store')];
  const row = rowPage('ws-120', specifications);
  expect(row).toContain('The presigned PUT');
  expect(row).toContain('workspace.uploads.link-lives-30-minutes');
  expect(rowPage('WS-012', specifications)).toMatch(/no rule +categories and their names are open/);
  const point = rowPage('NS-WS-01', specifications);
  expect(point).toContain('Field names of the account response');
  expect(point).toMatch(/accepted +profile field map/);
  expect(point).toContain('workspace.account.has-paid-work-flag');
  expect(rowPage('NS-ST-78', specifications)).toContain('open point');
  expect(rowPage('uploads', specifications)).toBeUndefined();
});

test.each([
  ['WS-999', 'there is no row of the checklist WS-999; there are WS-001 to WS-291'],
  ['ns-st-999', 'there is no open point NS-ST-999; there are NS-ST-01 to NS-ST-'],
])('a number that no row and no point has is refused: %s', (name, message) => {
  const specifications = [loadSpecification('workspace'), loadSpecification('store')];
  expect(() => rowPage(name, specifications)).toThrow(message);
});

test('what decides a mark is the contract', () => {
  const rule = ruleNamed('workspace.account.has-paid-work-flag');
  const [mark] = rulePlaces(rule, packageFolder()).checks;
  expect(mark).toMatch(/^mark `x-rule` at spec\/workspace\/contract\.yaml:\d+$/);
});

test('every rule has a check and defects at places that exist', {timeout: 60_000}, () => {
  const missing = rules
    .filter((_, index) => index % 40 === 0)
    .flatMap((rule) => {
      const {checks, defects: broken, examples} = rulePlaces(rule, packageFolder());
      const named = checks.length ? [...checks, ...broken, ...examples] : ['(no check)'];
      return named
        .map((place) => place.replace(/^mark `x-rule` at /, '').replace(/:\d+$/, ''))
        .filter((path) => !existsSync(join(packageFolder(), path)))
        .map((path) => `${rule.id}: ${path}`);
    });
  expect(missing).toEqual([]);
});
