import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {tokens} from '../../spec/json.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import {single, type Defect} from '../defect.ts';
import {isGuarded} from '../guarded.ts';
import {CHALLENGES} from '../mcp/oauth/challenge.ts';
import {assemble} from '../world/kit.ts';
import {storeInterface} from '../store/store-interface.ts';
import {workspaceInterface} from '../workspace/workspace-interface.ts';
import {DEFECTS} from './all.ts';

const specifications = [loadSpecification('workspace'), loadSpecification('store')];
const rules = new Map(
  specifications.flatMap((specification) => specification.rules).map((rule) => [rule.id, rule]),
);
const operations = Object.assign(
  {},
  ...specifications.map((specification) => specification.contract.operations),
) as (typeof specifications)[0]['contract']['operations'];
const interfaces = [workspaceInterface(), storeInterface()];
const kit = assemble(interfaces.flatMap(({chapters}) => chapters));
const source = readdirSync(new URL('..', import.meta.url), {recursive: true, encoding: 'utf8'})
  .filter(
    (file) => file.endsWith('.ts') && !file.startsWith('defects') && !file.endsWith('.test.ts'),
  )
  .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  .join('\n');

/** Names that a step of the mock or of `apply/` looks for itself. */
const applied = readdirSync(new URL('apply', import.meta.url))
  .map((file) => readFileSync(new URL(`apply/${file}`, import.meta.url), 'utf8'))
  .join('\n');

/** Guards that can be taken out by name, and conditions of a credential. */
const guards = new Set([
  ...interfaces.flatMap(({chapters}) =>
    chapters
      .flatMap((chapter) => Object.values(chapter.operations ?? {}))
      .flatMap((transition) => (isGuarded(transition) ? transition.guards : [])),
  ),
  ...interfaces.flatMap(({limits}) => limits.map(({situation}) => situation)),
  ...[...applied.matchAll(/(?:isSkipped\(defects, |skips\.has\()'([\w-]+)'/g)].map(
    ([, name]) => name!,
  ),
  ...[...source.matchAll(/situation: '(link-[\w-]+)'/g)].map(([, name]) => name!),
  ...[...source.matchAll(/condition: '([\w-]+)'/g)].map(([, name]) => name!),
  'unknown-key',
  'no-key',
  'other-scheme',
  'empty-key',
  ...Object.keys(CHALLENGES),
  'no-token',
  'foreign-session',
]);

/** Situations that an operation answers, those of HTTP, and groups of answers. */
const situations = (ids: string[]): Set<string> =>
  new Set([
    ...ids.flatMap((id) => operations[id]?.outcomes.map(({situation}) => situation) ?? []),
    'route-not-found',
    'no-token',
    'every',
    'success',
    'failure',
    'authenticated',
    'limited',
  ]);

/**
 * Whether a pointer leads to a member that the schema tells; an object of no told members is open.
 */
function leads(document: object, schema: object, [token, ...rest]: string[]): boolean {
  const parts = whole(document, schema);
  const told = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const rows = parts.find((part) => part.items)?.items;
  if (token === undefined || (!rows && !Object.keys(told).length)) return true;
  const next = rows && /^(\*|\d+)$/.test(token) ? rows : told[token];
  return next !== undefined && leads(document, next, rest);
}

/** A schema and the parts that it is put together of. */
function whole(document: object, schema: object): Schema[] {
  const node = resolve(document, schema) as Schema;
  return [node, ...(node.allOf ?? []).flatMap((part) => whole(document, part))];
}

const parts = DEFECTS.flatMap((defect) =>
  single(defect).map((part): [string, Defect] => [`${defect.name} (${part.seam})`, part]),
);
const inOf = (defect: Defect): string[] => ('in' in defect && defect.in ? [defect.in].flat() : []);

describe('the registry', () => {
  it('names every defect once, by its rule', () => {
    const names = DEFECTS.map(({name}) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    for (const {name, breaks} of DEFECTS) expect(name.startsWith(`${breaks}: `), name).toBe(true);
  });

  it('breaks rules of the catalogue, at places that their contract marks', () => {
    const marks = specifications.flatMap((specification) => specification.contract.marks);
    const marked = new Set(marks.map(({rule}) => rule));
    const places = new Set(marks.map(({rule, place}) => `${rule} ${place}`));
    for (const {name, breaks, place} of DEFECTS) {
      expect(rules.has(breaks), name).toBe(true);
      // Places of other rules are their checks', which the mock does not know: proof finds those
      // that are none.
      if (place !== undefined && marked.has(breaks))
        expect(places, name).toContain(`${breaks} ${place}`);
    }
  });

  it.each([
    ['workspace', 'access'],
    ['workspace', 'uploads'],
    ['store', 'access'],
    ['store', 'users'],
  ])('has defects of %s/%s in the file of that name', (api, chapter) => {
    const here = DEFECTS.filter(({breaks}) => breaks.startsWith(`${api}.${chapter}.`)).length;
    expect(here).toBeGreaterThan(10);
    expect(readdirSync(new URL(`${api}/`, import.meta.url))).toContain(`${chapter}.ts`);
  });
});

describe('what a seam names exists', () => {
  it.each(parts)('%s', (_name, part) => {
    for (const operation of inOf(part))
      expect(operation === 'storage' || operation === 'session' || operation in operations).toBe(
        true,
      );
    if (part.seam === 'skip') expect(guards).toContain(part.situation);
    if (part.seam === 'effect' && part.in[0] === 'storage')
      expect(source).toContain(`'${part.situation}'`);
    else if ('situation' in part && part.seam !== 'skip')
      expect(situations(inOf(part).length ? inOf(part) : Object.keys(operations))).toContain(
        part.situation,
      );
    if ('as' in part && part.seam === 'refusal' && part.as.situation !== undefined)
      expect(situations(inOf(part))).toContain(part.as.situation);
    if (part.seam === 'number') expect(Object.keys(kit.numbers)).toContain(part.number);
    if (part.seam === 'count') expect(Object.keys(kit.counters)).toContain(part.count.counter);
    if (
      part.seam === 'stale' ||
      part.seam === 'credential' ||
      (part.seam === 'change' && part.in[0] !== 'storage')
    )
      expect(Object.keys(kit.tables)).toContain(part.table);
    if (part.seam === 'effect')
      for (const table of part.only ?? []) expect(Object.keys(kit.tables)).toContain(table);
    if (part.seam === 'path')
      expect([part.from, part.to].every((path) => path.startsWith('/'))).toBe(true);
    if (part.seam === 'member') {
      const {contract} = specifications.find(({api}) => part.breaks.startsWith(`${api}.`))!;
      for (const {id, outcomes} of Object.values(contract.operations))
        for (const {situation, schema} of outcomes)
          if (schema && situation === part.situation && (part.in ?? [id]).includes(id)) {
            // A refusal may tell what only the success does.
            const told = outcomes
              .filter((one) => one.situation === situation || one.statuses[0]! < 400)
              .flatMap((one) => one.schema ?? []);
            expect(
              told.some((one) => leads(contract.document, one, tokens(part.pointer))),
              `${part.pointer} in ${id} ${situation}`,
            ).toBe(true);
          }
    }
    if (part.seam === 'schema') {
      const {request, parameters} = operations[part.in]!;
      const name = tokens(part.pointer.replace(/^query/, ''))[0]!;
      const schema = part.pointer.startsWith('query/')
        ? parameters.find((one) => one.in === 'query' && one.name === name)
        : request;
      expect(schema, part.pointer).toBeDefined();
    }
  });
});
