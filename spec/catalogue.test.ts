import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {existsSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {compileSpecification} from './compile.ts';
import {escapeToken, isObject} from './json.ts';
import {resolve} from './schema.ts';

/** Every object of a document with its JSON Pointer. */
function* nodes(value: unknown, pointer = ''): Generator<[string, Record<string, unknown>]> {
  if (!isObject(value) && !Array.isArray(value)) return;
  if (isObject(value)) yield [pointer, value];
  for (const [name, child] of Object.entries(value))
    yield* nodes(child, `${pointer}/${escapeToken(name)}`);
}

/**
 * Members of an answer that are neither required nor open, nor called optional by the document
 * itself (`x-optional`).
 */
function* loose(document: Record<string, any>, schema: any, pointer: string): Generator<string> {
  const node = resolve(document, schema);
  for (const [name, raw] of Object.entries<any>(node.properties ?? {})) {
    const member = resolve(document, raw);
    if (!node.required?.includes(name) && !member['x-open'] && !member['x-optional'])
      yield `${pointer}/${name}`;
    yield* loose(document, raw, `${pointer}/${name}`);
  }
  for (const part of node.allOf ?? []) yield* loose(document, part, pointer);
  if (node.items) yield* loose(document, node.items, `${pointer}/*`);
}

/** The rows that were handed over. More may follow; none goes. */
const HANDED = {workspace: {prefix: 'WS', rows: 291}, store: {prefix: 'ST', rows: 793}};

describe.each(['workspace', 'store'] as const)('the law of the %s API', (api) => {
  const {contract, rules, checklist, openPoints} = compileSpecification(api);
  const document = contract.document as Record<string, any>;
  const ids = rules.map((rule) => rule.id);
  const covered = new Set(rules.flatMap((rule) => rule.covers));
  const chapters = new Set(rules.map((rule) => rule.chapter));

  it('holds the whole checklist, each row once', () => {
    const {prefix, rows} = HANDED[api];
    expect(checklist.length, 'a row was lost: rows are only ever appended').toBeGreaterThanOrEqual(
      rows,
    );
    checklist.forEach(({row, chapter, section, statement}, i) => {
      expect(row, 'numbers run without a gap: append with the next free one').toBe(
        `${prefix}-${String(i + 1).padStart(3, '0')}`,
      );
      expect(
        chapter.startsWith(`${api}/`) && section && statement,
        `${row}: chapter, section and statement, between tabs`,
      ).toBeTruthy();
    });
  });

  it('covers every row by a rule, or says why not, or waits for its chapter', () => {
    const mended = checklist.flatMap(({row, state}) => {
      if (covered.has(row)) return state === '' ? [] : [`${row} is covered: empty its last column`];
      return /^(pending|reason: \S.*)$/.test(state)
        ? []
        : [`${row}: name it in \`covers\` of a rule, or say \`reason: ...\` in its last column`];
    });
    expect(mended).toEqual([]);
  });

  it('leaves no row pending in a chapter that has landed', () => {
    expect(
      checklist.filter(({state, chapter}) => state === 'pending' && chapters.has(chapter)),
    ).toEqual([]);
    const pending = new Set(
      checklist.filter(({state}) => state === 'pending').map(({chapter}) => chapter),
    );
    for (const chapter of pending)
      expect(
        existsSync(new URL(`${api}/catalogue/${chapter.split('/')[1]}.yaml`, import.meta.url)),
        chapter,
      ).toBe(false);
  });

  it('has rules with words of their own, a section and rows that exist', () => {
    const rows = new Set(checklist.map(({row}) => row));
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of rules) {
      expect(rule.id).toMatch(/^[a-z]+\.[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(['must', 'variant', 'observed'], rule.id).toContain(rule.level);
      expect(rule.section, rule.id).toBeTruthy();
      expect(rule.sentence, rule.id).toMatch(/\.$/);
      expect(rule.covers.length, `${rule.id}: name its rows in \`covers\``).toBeGreaterThan(0);
      expect(
        rule.covers.filter((row) => !rows.has(row)),
        `${rule.id} covers what is no row of checklist.tsv: mend the number, or append the row`,
      ).toEqual([]);
    }
  });

  it('marks rules of the catalogue, and every mark is read', () => {
    const marked = [...nodes(document)].flatMap(([, {'x-rule': mark}]) =>
      isObject(mark) ? Object.values(mark) : (mark ?? []),
    );
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.filter((rule) => !ids.includes(String(rule)))).toEqual([]);
    const read = new Set<unknown>(contract.marks.map(({rule}) => rule));
    const {statuses, absent, errorsByField} = contract.anyAnswer;
    for (const said of [statuses, ...absent, errorsByField]) if (said) read.add(said.rule);
    expect(marked.filter((rule) => !read.has(rule))).toEqual([]);
  });

  it('opens nothing but known points', () => {
    const points = openPoints.map(({id}) => id);
    const opened = [...nodes(document)].flatMap(([, node]) =>
      'x-open' in node ? [node['x-open']] : [],
    );
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.filter((id) => !points.includes(String(id)))).toEqual([]);
  });

  it('requires every documented member of an answer, or leaves it open', () => {
    const found = Object.values(contract.operations).flatMap(({id, outcomes}) =>
      outcomes.flatMap(({situation, schema}) =>
        schema ? [...loose(document, schema, `${id} ${situation}`)] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('shows examples that its own schemas accept', () => {
    const ajv = new Ajv2020({strict: false, allErrors: true});
    formats.default(ajv);
    ajv.addSchema(document, 'contract');
    const shown = [...nodes(document)].filter(([, node]) => Array.isArray(node['examples']));
    expect(shown.length).toBeGreaterThan(0);
    for (const [pointer, node] of shown) {
      const validate = ajv.getSchema(`contract#${pointer}`)!;
      for (const example of node['examples'] as unknown[]) {
        void validate(example);
        expect(validate.errors ?? [], pointer).toEqual([]);
      }
    }
  });
});
