import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {UsageError} from '../../spec/usage-error.ts';
import {realClock} from '../engine/facts/ports.ts';
import {readYaml} from './yaml-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-yaml-'));
afterAll(() => rmSync(folder, {recursive: true}));

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({length: count}, (_, index) => line(index)).join('\n');

/** Files that nobody can use, and what a refusal says of each. */
const HOSTILE: Record<string, [content: string | Uint8Array, says: RegExp]> = {
  'anchors.yaml': [lines(40_000, (i) => `a${i}: &a${i} ${i}`), /more than 50000 tokens/],
  'inline-anchors.yaml': [`[${'&a 1,'.repeat(100_000)}]`, /more than 50000 tokens/],
  'keys.yaml': [lines(40_000, (i) => `k${i}: ${i}`), /more than 50000 tokens/],
  'large.yaml': [lines(300_000, (i) => `k${i}: ${i}`), /more than 1000000 bytes/],
  'aliases.yaml': [
    `a0: &a0 [1, 2, 3]\n${lines(40, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)}\n`,
    /alias/i,
  ],
  'nothing.yaml': ['a: 1\nb: *c\n', /nothing\.yaml:2: nothing above is named `&c`/],
  'circle.yaml': ['a: &a {b: [*a]}', /an alias \(`\*`\) stands within what it names/],
  'deep.yaml': ['['.repeat(100_000), /nests deeper than 500/],
  'dashes.yaml': ['- '.repeat(400_000), /nests deeper than 500/],
  'closing.yaml': [']'.repeat(500_000), /more than 50000 tokens/],
  'quotes.yaml': ['"'.repeat(500_000), /more than 50000 tokens/],
  'binary.yaml': [Uint8Array.from({length: 4096}, (_, i) => i % 256), /no text in UTF-8/],
  'zeros.yaml': [new Uint8Array(4096), /no text in UTF-8/],
  'percent.yaml': ['%'.repeat(900_000), /./],
  'merge.yaml': [lines(3000, (i) => `<<: &m${i} {a: *m${i}}`), /more than 100 aliases/],
};

test.each([
  ['tabs', 'a:\n\tb: 1\n', /; indent with spaces$/],
  ['deeper', 'a: 1\n  b: 2\n', /:1: .*; the next line may be indented deeper than this one$/],
])('a wrong indent is named as what it is: %s', (name, content, says) => {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, content);
  expect(() => readYaml(path)).toThrow(says);
});

/** Milliseconds in which a file is refused; as many times more on a busy machine. */
const SOON = 2000 * Number(process.env['PRESSCHECK_PATIENCE'] ?? 4);

test.each(Object.entries(HOSTILE))('%s is refused soon, in some words', (name, [content, says]) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const since = realClock.now();
  let error: unknown;
  try {
    readYaml(path);
  } catch (thrown) {
    error = thrown;
  }
  expect(realClock.now() - since).toBeLessThan(SOON);
  expect(error).toBeInstanceOf(UsageError);
  const {message} = error as UsageError;
  expect(message).toMatch(says);
  expect(message.length).toBeLessThan(500);
});

test('a key that stands twice is refused with its line', () => {
  const path = join(folder, 'twice.yaml');
  writeFileSync(path, 'a: 1\nb: {c: 1, d: {}}\nb: 2\n');
  expect(() => readYaml(path)).toThrow(/twice\.yaml:3: Map keys must be unique/);
});

test('a file that does not exist is said with the most similar one beside it', () => {
  writeFileSync(join(folder, 'staging.yaml'), 'a: 1');
  const near = join(folder, 'stagin.yaml');
  expect(() => readYaml(near)).toThrow(`did you mean ${join(folder, 'staging.yaml')}?`);
  expect(() => readYaml(join(folder, 'xyzzy'))).toThrow('give the path of a YAML file');
});
