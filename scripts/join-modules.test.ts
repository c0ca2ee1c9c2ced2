import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, expect, test} from 'vitest';

/** It is JavaScript, because the build runs it before anything is compiled. */
const {joinModules} = (await import(new URL('join-modules.js', import.meta.url).href)) as {
  joinModules(input: Record<string, string>, from: string, to: string): Promise<void>;
};

const folder = mkdtempSync(join(tmpdir(), 'presscheck-joined-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** Calls whose results nobody uses, with a value that makes them throw and one that does not. */
const CALLS = {
  'decodeURIComponent(value)': ['%zz', '%20'],
  'decodeURI(value)': ['%zz', '%20'],
  'encodeURIComponent(value)': ['\uD800', 'a'],
  'new URL(value)': ['no URL', 'http://localhost'],
  'new RegExp(value)': ['(', 'a'],
  'JSON.parse(value)': ['{', '{}'],
  'BigInt(value)': ['x', '1'],
  'new Date(value).toISOString()': ['x', '2026-01-01'],
  'value.normalize()': [null, 'a'],
  'Symbol.keyFor(value)': ['x', Symbol.for('x')],
} as const;

const checks = Object.keys(CALLS).map(
  (call) => `(value) => {
  try {
    ${call};
    return true;
  } catch {
    return false;
  }
}`,
);

test('what is called only to see whether it throws stays in the bundle', async () => {
  writeFileSync(join(folder, 'checks.js'), `export const checks = [${checks.join(',\n')}];`);
  writeFileSync(join(folder, 'entry.js'), `export {checks} from './checks.js';`);
  const to = join(folder, 'joined');
  await joinModules({entry: 'entry.js'}, folder, to);
  const joined = (await import(pathToFileURL(join(to, 'entry.js')).href)) as {
    checks: ((value: unknown) => boolean)[];
  };
  const answers = Object.entries(CALLS).map(([call, [wrong, right]], index) => {
    const check = joined.checks[index]!;
    return [call, check(wrong), check(right)];
  });
  expect(answers).toEqual(Object.keys(CALLS).map((call) => [call, false, true]));
});
