import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
/** Without what indents lines. */
const flush = (text: string): string => text.replaceAll(/^ +/gm, '');

const examples = [...read('CONTRIBUTING.md').matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(
  ([, path, text]) => [path!, text!] as const,
);

test('CONTRIBUTING shows examples', () => expect(examples.length).toBeGreaterThan(2));

test.each(examples)('the example of CONTRIBUTING stands in %s', (path, text) => {
  expect(flush(read(path))).toContain(flush(text));
});
