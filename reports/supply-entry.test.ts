import {expect, test} from 'vitest';
import {html} from './html.ts';
import {supplyEntries} from './supply-entry.ts';
import {RECORD} from './testing/record.ts';
import {text} from './text.ts';

const supplying = (what: string) => ({what, rules: [], places: 1});

test.each([
  ['give the sample `good` (samples.good)', 'samples: {good: {filename: book.epub}}'],
  ['give the sample `unknown_tool` (samples.unknown_tool)', 'samples: {unknown_tool: VALUE}'],
  [
    'give a hook for `end-runs` (hooks.end-runs)',
    "hooks: {end-runs: {url: 'http://localhost:9000/hooks'}}",
  ],
  [
    'give a credential for the role `second-agent` (credentials.second-agent)',
    'credentials: {second-agent: {env: SECOND_AGENT_SECRET}}',
  ],
  ['allow `adds` in `spend` (this check adds resources that stay)', undefined],
])('%s: %s', (what, entry) => {
  expect(supplyEntries(supplying(what))).toEqual(entry === undefined ? [] : [entry]);
});

test('things that are given together have an entry each', () => {
  const what = 'give x (samples.unknown_plan) and give a hook for `reset` (hooks.reset)';
  expect(supplyEntries(supplying(what))).toEqual([
    'samples: {unknown_plan: VALUE}',
    "hooks: {reset: {url: 'http://localhost:9000/hooks'}}",
  ]);
});

test('the first three things to supply are shown with what to write into the file', () => {
  const supply = ['a', 'b', 'c', 'd'].map((name) =>
    supplying(`give a hook for \`${name}\` (hooks.${name})`),
  );
  const page = text({...RECORD, supply});
  for (const name of ['a', 'b', 'c'])
    expect(page).toContain(
      `    in the file: hooks: {${name}: {url: 'http://localhost:9000/hooks'}}`,
    );
  expect(page).not.toContain('hooks: {d:');
  expect(html({...RECORD, supply})).toContain('in the file: <code>hooks: {c: {url: ');
});
