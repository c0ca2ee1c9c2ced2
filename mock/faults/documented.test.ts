import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {ACT_NAMES} from './acts.ts';
import {FAULT_INTERFACES, MATCH_MEMBERS} from './rule-schema.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/mock.md'), 'utf8');
const [section = ''] = /^## Faults\n[^]*?(?=^## )/m.exec(page) ?? [];

/** Names in the first column of its tables of members and acts, which stand behind the table of operations. */
const listed = [
  ...section.slice(section.indexOf('| member |')).matchAll(/^\| (`[^|]*`) \|/gm),
].flatMap(([, cell = '']) => cell.split(', ').map((name) => name.replaceAll('`', '')));

test('the page lists every member of a match and every act, and no others', () => {
  expect(listed.sort()).toEqual([...Object.keys(MATCH_MEMBERS), ...ACT_NAMES].sort());
  for (const name of Object.keys(FAULT_INTERFACES)) expect(section).toContain(`\`${name}\``);
});
