import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {compileSpecification} from './compile.ts';
import {isObject} from './json.ts';
import {nodes} from './nodes.ts';
import {resolve, walkSchema, type Schema} from './schema.ts';

/**
 * Members of a response's body that are neither required nor open, and that the document itself
 * does not call optional.
 */
const undecidedMembers = (document: object, body: Schema): string[] =>
  [...walkSchema(document, body)].flatMap(({pointer, schema: {properties = {}, required = []}}) =>
    Object.entries(properties)
      .filter(([name, member]) => {
        const {'x-open': open, 'x-optional': optional} = resolve(document, member);
        return !required.includes(name) && !open && !optional;
      })
      .map(([name]) => `${pointer}/${name}`),
  );

/** The rows that were handed over. More may follow; none goes. */
const HANDED = {workspace: {prefix: 'WS', rows: 291}, store: {prefix: 'ST', rows: 793}};

const SPECIFICATIONS = (['workspace', 'store'] as const).map((api) => {
  const specification = compileSpecification(api);
  const {rules} = specification;
  return {
    ...specification,
    document: specification.contract.document,
    ids: rules.map((rule) => rule.id),
    covered: new Set(rules.flatMap((rule) => rule.covers)),
    chapters: new Set(rules.map((rule) => rule.chapter)),
  };
});

test.each(SPECIFICATIONS)('$api: holds the whole checklist, each row once', ({api, checklist}) => {
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

test.each(SPECIFICATIONS)(
  '$api: covers every row by a rule, or gives the reason why not, or waits for its chapter',
  ({checklist, covered}) => {
    const mended = checklist.flatMap(({row, state}) => {
      if (covered.has(row)) return state === '' ? [] : [`${row} is covered: empty its last column`];
      return /^(pending|reason: \S.*)$/.test(state)
        ? []
        : [`${row}: name it in \`covers\` of a rule, or write \`reason: ...\` in its last column`];
    });
    expect(mended).toEqual([]);
  },
);

test.each(SPECIFICATIONS)(
  '$api: leaves no row pending in a chapter that has landed',
  ({api, checklist, chapters}) => {
    const left = checklist.filter(({state}) => state === 'pending');
    expect(left.filter(({chapter}) => chapters.has(chapter))).toEqual([]);
    const pending = new Set(left.map(({chapter}) => chapter));
    for (const chapter of pending)
      expect(
        existsSync(new URL(`${api}/catalogue/${chapter.split('/')[1]}.yaml`, import.meta.url)),
        chapter,
      ).toBe(false);
  },
);

test.each(SPECIFICATIONS)(
  '$api: has rules with words of their own, a section and rows that exist',
  ({rules, checklist, ids}) => {
    const rows = new Set(checklist.map(({row}) => row));
    expect(new Set(ids).size).toBe(ids.length);
    for (const rule of rules) {
      expect(rule.id).toMatch(/^[a-z]+\.[a-z-]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(['must', 'variant', 'observed'], rule.id).toContain(rule.level);
      expect(rule.section, rule.id).toBeTruthy();
      expect(
        (rule.why ?? '') !== '',
        `${rule.id}: \`why\` tells why a rule is only observed, and stands nowhere else`,
      ).toBe(rule.level === 'observed');
      expect(rule.sentence, rule.id).toMatch(/\.$/);
      expect(rule.covers.length, `${rule.id}: name its rows in \`covers\``).toBeGreaterThan(0);
      expect(
        rule.covers.filter((row) => !rows.has(row)),
        `${rule.id} covers what is no row of checklist.tsv: mend the number, or append the row`,
      ).toEqual([]);
    }
  },
);

test.each(SPECIFICATIONS)(
  '$api: marks rules of the catalogue, and every mark is read',
  ({contract, document, ids}) => {
    const marked = [...nodes(document)].flatMap(([, {'x-rule': mark}]) =>
      isObject(mark) ? Object.values(mark) : (mark ?? []),
    );
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.filter((rule) => !ids.includes(String(rule)))).toEqual([]);
    const read = new Set<unknown>(contract.marks.map(({rule}) => rule));
    const {statuses, absent, errorsByField} = contract.anyResponse;
    for (const about of [statuses, ...absent, errorsByField]) if (about) read.add(about.rule);
    expect(marked.filter((rule) => !read.has(rule))).toEqual([]);
  },
);

test.each(SPECIFICATIONS)('$api: opens nothing but known points', ({openPoints, document}) => {
  const points = openPoints.map(({id}) => id);
  const opened = [...nodes(document)].flatMap(([, node]) =>
    'x-open' in node ? [node['x-open']] : [],
  );
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.filter((id) => !points.includes(String(id)))).toEqual([]);
});

test.each(SPECIFICATIONS)(
  '$api: requires every documented member of a response, or leaves it open',
  ({contract, document}) => {
    const found = Object.values(contract.operations).flatMap(({id, outcomes}) =>
      outcomes.flatMap(({situation, schema}) =>
        schema
          ? undecidedMembers(document, schema).map((pointer) => `${id} ${situation}${pointer}`)
          : [],
      ),
    );
    expect(found).toEqual([]);
  },
);

test.each(SPECIFICATIONS)('$api: shows examples that its own schemas accept', ({document}) => {
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
