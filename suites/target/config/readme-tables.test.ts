import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CONTROL_VERBS, describedVerb, type ControlVerb} from '../../../spec/control.ts';
import {SAMPLES} from '../../../spec/samples.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {contractsOf} from '../../engine/contracts.ts';
import {prepare} from '../../engine/planning/prepare.ts';
import {everyStep} from '../../engine/planning/steps.ts';
import {samplesIn} from '../../engine/sending/values.ts';
import {chaptersByNeed, chaptersText} from '../../testing/chapters-by-need.ts';
import {CONFIG_SCHEMA} from './schema.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
const specifications = loadSpecifications();

const {checks} = allChecks(specifications, 1);
const chapters = Object.values(specifications).flatMap(({rules}) =>
  rules.map(({chapter}) => chapter),
);
const used = chaptersByNeed(checks, specifications);
/** The chapters whose rules use a capability. */
const usedBy = (need: string): string =>
  chaptersText(used.get(need) ?? new Set(), [...new Set(chapters)]);

/** A table in Markdown. */
const tableOf = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

/** The table of hooks in docs/configuration.md. */
const hooksTable = (): string =>
  tableOf(
    ['hook', 'chapters', 'what it does', 'arguments', 'answers'],
    (Object.keys(CONTROL_VERBS) as ControlVerb[]).map((verb) => {
      const {does, args, response = ''} = describedVerb(verb);
      const meanings = Object.entries(args).map(([name, meaning]) => `\`${name}\`: ${meaning}`);
      const by = verb === 'advance' ? usedBy('time') : usedBy(`control:${verb}`);
      return [`\`${verb}\``, by, does, meanings.join('<br>'), response];
    }),
  );

/** The table of samples in docs/configuration.md. */
const samplesTable = (): string =>
  tableOf(
    ['sample', 'chapters', 'kind', 'what it is'],
    Object.entries(SAMPLES).map(([name, {kind, is}]) => [
      `\`${name}\``,
      usedBy(`sample:${name}`),
      kind,
      is,
    ]),
  );

test.each([
  ['hooks', hooksTable()],
  ['samples', samplesTable()],
])('docs/configuration.md has the table of %s; otherwise put in this', (_name, table) => {
  expect(page.includes(table) ? '' : table).toBe('');
});

test('a configuration takes every hook of the table', () => {
  const {properties} = CONFIG_SCHEMA as {properties: Record<string, {properties: object}>};
  expect(Object.keys(properties['hooks']?.properties ?? {})).toEqual(Object.keys(CONTROL_VERBS));
});

test('the table has every sample that a check uses, and no other', () => {
  const names = new Set<string>();
  for (const {scene} of checks)
    for (const way of scene.given?.ways ?? [undefined]) {
      const one = {...scene, ...(scene.given && way && {given: {...scene.given, ways: [way]}})};
      const {given, act} = prepare(one, {lacks: () => undefined}, contractsOf(specifications));
      for (const step of everyStep([...given, ...act])) {
        for (const name of samplesIn(step)) names.add(name);
        if (step.step === 'upload') names.add(step.sample);
      }
    }
  expect([...names].sort()).toEqual(Object.keys(SAMPLES).sort());
});
