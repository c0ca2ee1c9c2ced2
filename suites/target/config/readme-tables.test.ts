import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {exampleOf, answerSchema, type HookValue} from '../../../spec/control/hook-value.ts';
import {typeText} from '../../../spec/control/type-text.ts';
import {CONTROL_VERBS, describedVerb, type ControlVerb} from '../../../spec/control.ts';
import {SAMPLES} from '../../../spec/samples.ts';
import type {Schema} from '../../../spec/schema.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {contractsOf} from '../../engine/facts/contracts.ts';
import {prepare} from '../../engine/plan/prepare.ts';
import {everyStep} from '../../engine/plan/steps.ts';
import {samplesIn} from '../../../spec/references.ts';
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

/** Arguments or answers: name, type and meaning of each. */
const valuesText = (values: Readonly<Record<string, HookValue>>): string =>
  Object.entries(values)
    .map(([name, {is, schema, optional}]) => {
      const type = schema.items?.properties ? itemsText(schema) : typeText(schema);
      return `\`${name}\` (${type}${optional ? ', optional' : ''}): ${is}`;
    })
    .join('<br>');

/** A list of objects, with the type of each member. */
const itemsText = ({items: {properties = {}, required = []} = {}}: Schema): string => {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `\`${name}\` ${typeText(schema)}${required.includes(name) ? '' : ', optional'}`,
  );
  return members.length ? `list of objects: ${members.join('; ')}` : 'list of objects';
};

/** The table of hooks in docs/configuration.md. */
const hooksTable = (): string =>
  tableOf(
    ['hook', 'chapters', 'what it does', 'arguments', 'answers', 'example'],
    (Object.keys(CONTROL_VERBS) as ControlVerb[]).map((verb) => {
      const {does, args, answer = {}} = describedVerb(verb);
      const by = verb === 'advance' ? usedBy('time') : usedBy(`control:${verb}`);
      const call = `\`${JSON.stringify({verb, ...exampleOf(args)})}\``;
      const answered = Object.keys(answer).length
        ? ` → \`${JSON.stringify(exampleOf(answer))}\``
        : '';
      return [`\`${verb}\``, by, does, valuesText(args), valuesText(answer), call + answered];
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

test('every example of the table has the types that it names', () => {
  const ajv = new Ajv2020({strict: false});
  for (const verb of Object.keys(CONTROL_VERBS) as ControlVerb[]) {
    const {args, answer = {}} = describedVerb(verb);
    for (const values of [args, answer])
      expect([
        verb,
        ajv.validate({...answerSchema(values), $comment: verb}, exampleOf(values)),
      ]).toEqual([verb, true]);
  }
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
