import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {loadSpecification} from '../spec/specification.ts';
import {choicesOf} from '../suites/language/open-choices.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const rulesOf = (api: 'workspace' | 'store') => loadSpecification(api).rules;
const all = [...rulesOf('workspace'), ...rulesOf('store')];

/** The numbers that a pattern finds in all pages. */
const figures = (pattern: RegExp): number[] =>
  pages.flatMap((page) => [...read(page).matchAll(pattern)].map(([, number]) => Number(number)));

test('the pages say how many rules there are', () => {
  expect(figures(/covered completely: (\d+) rules/g)).toEqual([all.length]);
  expect(figures(/\d+ of (\d+) rules passed/g)).toEqual([rulesOf('workspace').length]);
  expect(figures(/The target has no store API: (\d+) rules/g)).toEqual([rulesOf('store').length]);
});

test('the rules and chapters that the pages name exist', () => {
  const known = new Set(all.flatMap(({id, chapter}) => [id, chapter]));
  const named = pages.flatMap((page) => [
    ...[...read(page).matchAll(/\b(?:workspace|store)\.[a-z-]+\.[a-z0-9]+(?:-[a-z0-9]+)+/g)].map(
      ([id]) => id,
    ),
    ...[...read(page).matchAll(/--only ((?:workspace|store)\/[a-z-]+)/g)].map(([, one]) => one),
  ]);
  const unknown = named.filter((name) => ![...known].some((one) => name?.startsWith(one)));
  expect(named.length).toBeGreaterThan(8);
  expect(unknown).toEqual([]);
});

test('the table of choices has those that are read, with what they say', () => {
  const rows = [
    ...read('docs/configuration.md').matchAll(/^\| `(NS-[A-Z]+-\d+): ([^`]+)` \| (.+) \|$/gm),
  ];
  const told = (['store', 'workspace'] as const).flatMap((api) => {
    const {contract, openPoints} = loadSpecification(api);
    return openPoints.flatMap(({id}) =>
      Object.entries(choicesOf(id, contract)).map(([choice, meaning]) => [id, choice, meaning]),
    );
  });
  const byPoint = (all: (string | undefined)[][]): string[] =>
    all.map((row) => `| \`${row[0]}: ${row[1]}\` | ${row[2]} |`).sort();
  expect(byPoint(rows.map(([, ...row]) => row))).toEqual(byPoint(told));
});

test('every link between the pages leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)]
      .filter(([, path = '', anchor]) => !leads(path ? join(dirname(page), path) : page, anchor))
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** Whether a file exists and has a heading whose anchor it is. */
function leads(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(root, path))) return false;
  return anchor === undefined || anchorsOf(read(path)).includes(anchor.slice(1));
}

/** The anchors of the headings of a page, as GitHub writes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

test('the runner knows every page', () => {
  const runner = read('scripts/readme.js');
  expect(pages.filter((page) => !runner.includes(`'${page}'`))).toEqual([]);
});

test('the first page is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(220);
});
