import {execFile} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';

const root = resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'presscheck-lint-'));
afterAll(() => rmSync(scratch, {recursive: true}));

/**
 * The path of a file, its code, and a part of the expected message; without it no message is expected.
 */
const CASES: [file: string, code: string, refusal?: string][] = [
  ['spec/a.ts', `import '../mock/create-mock.ts';`, 'spec does not import mock'],
  [
    'spec/b.ts',
    `import type {Check} from '../suites/language/check.ts';`,
    'spec does not import suites',
  ],
  ['mock/http/a.ts', `import '../../suites/language/check.ts';`, 'mock does not import suites'],
  ['mock/http/b.ts', `import {at} from '../../spec/json.ts';`],
  [
    'suites/engine/a.ts',
    `import type {Mock} from '../../mock/create-mock.ts';`,
    'suites does not import mock',
  ],
  [
    'suites/engine/b.ts',
    `export * from '../../mock/create-mock.ts';`,
    'suites does not import mock',
  ],
  [
    'suites/engine/c.ts',
    `export {createMock} from '../../mock/create-mock.ts';`,
    'suites does not import mock',
  ],
  [
    'suites/engine/d.ts',
    `export const mock = () => import('../../mock/create-mock.ts');`,
    'suites does not import mock',
  ],
  [
    'suites/engine/plan/a.ts',
    `import type {SceneRun} from '../send/scene-run.ts';`,
    'suites/engine/plan does not import send, which comes after it',
  ],
  ['suites/engine/send/a.ts', `import {run} from '../run.ts';`, 'does not import run.ts'],
  ['suites/engine/judge/a.ts', `import {everyStep} from '../plan/steps.ts';`],
  ['suites/engine/plan/a.test.ts', `import {run} from '../run.ts';`],
  ['suites/store/a.test.ts', `import '../../mock/create-mock.ts';`, 'suites does not import mock'],
  [
    'suites/store/users/states/model.ts',
    `import {at} from '../../judge.ts';`,
    'a model imports spec and nothing else',
  ],
  ['suites/store/plans/model.ts', `import {at} from '../../../spec/json.ts';`],
  ['reports/a.ts', `import '../suites/language/judge.ts';`, 'reports does not import suites'],
  ['proof/a.ts', `import '../mock/create-mock.ts'; import '../suites/language/check.ts';`],
  ['proof/b.ts', `import '../cli/main.ts';`, 'proof does not import cli'],
  [
    'cli/a.ts',
    `import '../mock/create-mock.ts'; import '../suites/language/check.ts'; import '../proof/prove.ts';`,
  ],
  ['mock/store/users/a.ts', `import express from 'express';`, 'it imports only types of express'],
  [
    'mock/store/users/b.ts',
    `import {readFileSync} from 'node:fs';`,
    'it imports only types of node:fs',
  ],
  [
    'mock/store/users/c.ts',
    `import {reply} from '../../http/answer.ts';`,
    'it imports only types of mock/http/answer.ts',
  ],
  [
    'mock/store/users/d.ts',
    `import {World} from '../../world/world.ts';`,
    'it imports only types of mock/world/world.ts',
  ],
  ['mock/store/users/e.ts', `import type {World} from '../../world/world.ts';`],
  ['mock/store/users/f.ts', `import {refuse} from '../../operation.ts';`],
  ['mock/http/c.ts', `import '../testing/client.ts';`, 'only tests import helpers of tests'],
  ['mock/http/c.test.ts', `import '../testing/client.ts';`],
  ['mock/testing/a.ts', `import './client.ts';`],
  ['proof/attacks/a.ts', `import '../../mock/testing/fuzz-lanes.ts';`],
  ['mock/a.ts', `export const a = Date.now();`, 'Date.now'],
  ['mock/b.ts', `export const a = new Date();`, 'new Date() without an argument'],
  ['mock/c.ts', `export const a = new Date(0);`],
  ['mock/d.ts', `export const a = Math.random();`, 'Math.random'],
  ['mock/e.ts', `setTimeout(() => {}, 1);`, 'setTimeout'],
  ['mock/f.ts', `setInterval(() => {}, 1);`, 'setInterval'],
  ['mock/g.ts', `globalThis.setTimeout(() => {}, 1);`, 'setTimeout'],
  ['mock/h.ts', `export const a = crypto.randomUUID();`, 'crypto.randomUUID'],
  ['mock/i.ts', `import {randomBytes} from 'node:crypto'; randomBytes(1);`, 'randomBytes'],
  ['mock/j.ts', `import {randomUUID as id} from 'crypto'; id();`, 'randomUUID'],
  [
    'mock/k.ts',
    `import * as crypto from 'node:crypto'; crypto.randomBytes(1);`,
    'crypto.randomBytes',
  ],
  [
    'mock/l.ts',
    `import {setTimeout as wait} from 'node:timers/promises'; await wait(1);`,
    'setTimeout',
  ],
  ['suites/a.ts', `export const a = performance.now();`, 'performance.now'],
  ['suites/a.test.ts', `export const a = Date.now();`, 'Date.now'],
  ['mock/world/ports.ts', `export const a = [Date.now(), Math.random()];`],
  ['suites/engine/facts/ports.ts', `export const a = Date.now();`],
  ['mock/circle/a.ts', `import {b} from './b.ts'; export const a = () => b;`, 'Dependency cycle'],
  ['mock/circle/b.ts', `import {a} from './a.ts'; export const b = () => a;`, 'Dependency cycle'],
  [
    'mock/circle/of-types-a.ts',
    `import type {B} from './of-types-b.ts'; export interface A {b: B}`,
    'Dependency cycle',
  ],
  [
    'mock/circle/of-types-b.ts',
    `import type {A} from './of-types-a.ts'; export interface B {a: A}`,
    'Dependency cycle',
  ],
  ['spec/url-of.ts', `export const a = URL.canParse('x');`, 'canParse'],
  [
    'suites/store/b.ts',
    `export const isListed = (): Judgement => all();`,
    'isListed: only booleans are named like this',
  ],
  [
    'suites/store/c.ts',
    `export function hasNone(): Judgement | undefined { return undefined; }`,
    'hasNone: only booleans are named like this',
  ],
  [
    'suites/store/d.ts',
    `export const areDone = (name: string) => (): Judgement => all(name);`,
    'areDone: only booleans are named like this',
  ],
  ['suites/store/e.ts', `export const is = (): Judgement => all();`, 'is: only booleans'],
  ['suites/store/f.ts', `export const expectListed = (): Judgement => all();`],
  ['suites/store/g.ts', `export const isListed = (): boolean => true;`],
  [
    'suites/store/h.ts',
    `export const issueOf = (): Judgement => all();`,
    'issueOf: a judgement is named expect',
  ],
  ['suites/store/j.ts', `const found = (): Judgement => all();`, 'a judgement is named expect'],
  ['suites/store/i.ts', `export const whenOne = (name: string) => (): Judgement => all(name);`],
  ['mock/notKebab.ts', `export const a = 1;`, 'kebab-case'],
  ['mock/m.ts', `export default 1;`, 'export'],
];

const found = new Map<string, string[]>();

beforeAll(async () => {
  cpSync(join(root, '.oxlintrc.json'), join(scratch, '.oxlintrc.json'));
  cpSync(join(root, 'lint/house.js'), join(scratch, 'lint/house.js'));
  writeFileSync(join(scratch, 'package.json'), '{"type": "module"}');
  for (const [file, code] of CASES) {
    mkdirSync(dirname(join(scratch, file)), {recursive: true});
    writeFileSync(join(scratch, file), `${code}\n`);
  }
  const report = await new Promise<string>((settle) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', '-A', 'no-unused-vars'],
      {cwd: scratch},
      (_, stdout) => settle(stdout),
    );
  });
  for (const {filename, message} of (
    JSON.parse(report) as {diagnostics: {filename: string; message: string}[]}
  ).diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), message]);
});

test.each(CASES)('%s: %s', (file, _code, refusal) => {
  const messages = found.get(file) ?? [];
  if (refusal === undefined) expect(messages).toEqual([]);
  else expect(messages.join('\n')).toContain(refusal);
});
