import {expect, test} from 'vitest';
import {html} from './html.ts';
import {failedPlace, RECORD, ruleOf} from './testing/record.ts';

const page = html(RECORD);
const positionOf = (part: string): number => page.indexOf(part);

test('the page stands alone and lets nothing in', () => {
  expect(page).not.toMatch(/<(script|img|link|iframe)[^>]*(src|href)=/i);
  expect(page).not.toMatch(/url\(|@import/);
  expect(page).not.toContain('<b>');
  expect(page).toContain('&lt;b&gt;&amp;&quot;it&apos;s&quot;');
  expect(page).toContain('prefers-color-scheme: dark');
  expect(page).toContain('width=device-width');
});

test('it opens with what failed, then what is open, then the picture; passes are folded', () => {
  const order = [
    '<h2>Errors in presscheck itself</h2>',
    '<h2>3 failed rules, 2 causes</h2>',
    'id="failure-store.users.a-failure"',
    'undecided because of it: 2 rules',
    '<h2>4 other rules not decided</h2>',
    'give it a clock',
    '<h2>The documents by verdict</h2>',
    '<h2>All rules</h2>',
    '<details><summary>2 rules passed</summary>',
  ].map(positionOf);
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('it has links to its parts, in their order', () => {
  const [, nav = ''] = /<nav aria-label="Contents">(.*?)<\/nav>/s.exec(page) ?? [];
  const targets = [...nav.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets[0]).toBe('part-errors-in-presscheck-itself');
  expect(targets.at(-1)).toBe('part-all-rules');
  expect(targets.map((id) => positionOf(`<section id="${id}"`))).not.toContain(-1);
});

test('a run that left something out is not shown in the colour of a failure', () => {
  expect(page).toContain('<p class="outcome failed">');
  expect(html({...RECORD, exitCode: 3})).toContain('<p class="outcome not-exercised">');
});

test('the title names the target without a second colon', () => {
  expect(page).toContain('<h1>Failed: deployment staging</h1>');
});

test('the request that shows a failure is marked, and its response is there', () => {
  expect(page.match(/<mark>/g)).toHaveLength(4);
  expect(page).toContain('<mark>curl -sS &apos;&lt;&amp;&gt;&apos;  # 500  # this response</mark>');
  expect(page).toContain('<summary>The response</summary>');
});

test('places that failed like the first one are folded', () => {
  const first = failedPlace('createUser', 500, 'x');
  const places = ['*', 'in any situation'].map((place) => ({...first, place}));
  const same = html({...RECORD, rules: [ruleOf('broken', 'failed', {places})]});
  expect(same).toContain('<summary>the same at 1 more place: in any situation</summary>\n<div');
  expect(same).toContain('<h4>place: in any situation</h4>');
});

test('every rule has an anchor that links lead to, and none stands twice', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  expect(page.match(/<details class="rule"/g)).toHaveLength(13);
});

test('the command that replays a failure is the one of the terminal, and back-ticks are code', () => {
  const replaying = {folder: 'a report', options: ['--mock']};
  expect(html(RECORD, replaying)).toContain(
    '<code>npx presscheck replay --mock &apos;a report/fixtures/store.users.a-failure-createUser.yaml&apos;</code>',
  );
  const supply = [{...RECORD.supply[0]!, what: 'give a value for `<good>`'}];
  expect(html({...RECORD, supply})).toContain('give a value for <code>&lt;good&gt;</code>');
});

test('an API that the target does not have is one line', () => {
  expect(page).toContain('The target has no workspace API: 2 rules are not applicable.');
  expect(page).not.toContain('workspace.account');
});

test('the picture says in words what it shows, and tells verdicts apart without colour', () => {
  expect(page).toContain('<title id="coverage-0-title">store: Endpoints, rules by verdict</title>');
  expect(page).toMatch(/<desc id="coverage-0-desc">Users: 1 passed, 1 passed at some places, /);
  expect(page).toContain('<summary>The same as a table</summary>');
  const svg = page.slice(positionOf('<figure>'), page.lastIndexOf('</figure>'));
  const shapes = new Map<string, string>();
  for (const [, kind = '', marks = ''] of svg.matchAll(
    /<g class="v-([a-z-]+)"[^>]*><title>[^<]*<\/title>(.*?)<\/g>/g,
  ))
    shapes.set(kind, marks);
  expect(shapes.size).toBe(7);
  expect(new Set(shapes.values()).size).toBe(7);
});

test('a run without a single rule has a report', () => {
  const empty = html({...RECORD, rules: [], supply: [], expected: [], exitCode: 3});
  expect(empty).toContain('</html>');
});

test('a failure that is accepted is told with its rule', () => {
  const row = RECORD.expected[0];
  const accepted = html({
    ...RECORD,
    rules: [ruleOf('accepted-failure', 'failed', {reason: 'x'})],
    expected: row ? [row] : [],
  });
  expect(accepted).not.toContain('failed rule');
  expect(accepted).toContain('accepted until 2026-12-31: repaired in spring');
});
