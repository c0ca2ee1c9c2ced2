import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Api} from '../../../spec/rule.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {planRun} from '../../engine/plan/plan.ts';
import {Deployment} from '../deployment.ts';
import {chaptersByNeed, chaptersText} from '../../testing/chapters-by-need.ts';
import {readConfig} from './reader.ts';

const folder = join(import.meta.dirname, '../../../examples');
const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);
const used = chaptersByNeed(checks, specifications);
const still = {now: () => 0, sleep: async () => undefined};

/** What an example does without: the hook `push-mirrors` does the same. */
const SPARED = new Set(['sample:pushed_publication']);

/** The secrets that an example names, each with some value. */
const secretsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\{env: (\w+)\}/g)].map(([, name = '']) => [name, name]));

/** The lines of an example that say behind them which chapters use them, by section. */
function remarksOf(text: string): {need: string; says: string}[] {
  const kinds: Record<string, string> = {
    credentials: 'role',
    samples: 'sample',
    hooks: 'control',
  };
  let kind: string | undefined;
  return text.split('\n').flatMap((line) => {
    const [, section] = /^(\w+):/.exec(line) ?? [];
    if (section !== undefined) kind = kinds[section];
    const [, name, says] = /^ {2}([\w-]+): .*? {2}# (.*)$/.exec(line) ?? [];
    if (kind === undefined || name === undefined) return [];
    return [{need: `${kind}:${name}`, says: says ?? ''}];
  });
}

/** What stands behind a line: the chapters of one API. */
function chaptersOf(api: Api, need: string): string {
  const all = [...new Set(specifications[api].rules.map(({chapter}) => chapter))];
  return chaptersText(used.get(need) ?? new Set(), all).replace(`${api}: `, '');
}

describe.each(['workspace', 'store'] as const)('examples/%s.yaml', (api) => {
  const file = join(folder, `${api}.yaml`);
  const text = readFileSync(file, 'utf8');

  test('is accepted, and with it every rule of the API can be exercised', () => {
    const config = readConfig(file, specifications, secretsOf(text));
    const target = new Deployment(config, still);
    const {plan} = planRun({
      specifications,
      checks: checks.filter(({rule}) => rule.startsWith(`${api}.`)),
      target,
      seed: 1,
    });
    const undecided = plan.notExercised.filter(({reason}) => !reason.includes('API'));
    expect(undecided).toEqual([]);
  });

  test('has a block to paste that sets each variable to a credential of the demo world', () => {
    const set = [...text.matchAll(/(?:^# +export|(?<!^)) (\w+)=(demo-[\w-]+)/gm)];
    expect(Object.fromEntries(set.map(([, name, value]) => [name, value]))).toEqual(
      Object.fromEntries(
        Object.keys(secretsOf(text)).map((name) => [name, expect.stringMatching(/^demo-/)]),
      ),
    );
  });

  test('says behind each line which chapters use it', () => {
    const remarks = remarksOf(text);
    expect(remarks.length).toBeGreaterThan(30);
    expect(remarks.map(({need, says}) => `${need}  # ${says}`)).toEqual(
      remarks.map(({need}) => `${need}  # ${chaptersOf(api, need)}`),
    );
  });

  test('names every sample and hook that its chapters use', () => {
    const named = new Set(remarksOf(text).map(({need}) => need));
    const needed = [...used.keys()]
      .filter((need) => /^(sample|control|role):/.test(need) && chaptersOf(api, need))
      .filter((need) => !named.has(need) && !SPARED.has(need));
    expect(needed).toEqual([]);
  });
});
