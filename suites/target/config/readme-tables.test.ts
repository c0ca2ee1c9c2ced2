import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CONTROL_VERBS, describedVerb, type ControlVerb} from '../../../spec/control.ts';
import {SAMPLES} from '../../../spec/samples.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {contractsOf} from '../../engine/contracts.ts';
import {prepare} from '../../engine/prepare.ts';
import {everyStep} from '../../engine/steps.ts';
import {samplesIn} from '../../engine/values.ts';
import {CONFIG_SCHEMA} from './schema.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const specifications = {
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
};

/** A table in Markdown. */
const tableOf = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

/** The table of hooks in the README. */
const hooksTable = (): string =>
  tableOf(
    ['hook', 'what it does', 'arguments', 'answers'],
    (Object.keys(CONTROL_VERBS) as ControlVerb[]).map((verb) => {
      const {does, args, answers = ''} = describedVerb(verb);
      const meanings = Object.entries(args).map(([name, meaning]) => `\`${name}\`: ${meaning}`);
      return [`\`${verb}\``, does, meanings.join('<br>'), answers];
    }),
  );

/** The table of samples in the README. */
const samplesTable = (): string =>
  tableOf(
    ['sample', 'kind', 'what it is'],
    Object.entries(SAMPLES).map(([name, {kind, is}]) => [`\`${name}\``, kind, is]),
  );

test.each([
  ['hooks', hooksTable()],
  ['samples', samplesTable()],
])('the README has the table of %s; otherwise put in this', (_name, table) => {
  expect(readme.includes(table) ? '' : table).toBe('');
});

test('a configuration takes every hook of the table', () => {
  const {properties} = CONFIG_SCHEMA as {properties: Record<string, {properties: object}>};
  expect(Object.keys(properties['hooks']?.properties ?? {})).toEqual(Object.keys(CONTROL_VERBS));
});

test('the table has every sample that a check uses, and no other', () => {
  const used = new Set<string>();
  for (const {scene} of allChecks(specifications, 1).checks)
    for (const way of scene.given?.ways ?? [undefined]) {
      const one = {...scene, ...(scene.given && way && {given: {...scene.given, ways: [way]}})};
      const {given, act} = prepare(one, {lacks: () => undefined}, contractsOf(specifications));
      for (const step of everyStep([...given, ...act])) {
        for (const name of samplesIn(step)) used.add(name);
        if (step.step === 'upload') used.add(step.sample);
      }
    }
  expect([...used].sort()).toEqual(Object.keys(SAMPLES).sort());
});
