import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {tokens} from '../../spec/json.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import {single, type Defect} from '../defect.ts';
import {isGuarded} from '../guarded.ts';
import {CHALLENGES} from '../mcp/oauth/challenge.ts';
import {defineWorld} from '../world/world-definition.ts';
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
const siteOperations = interfaces.flatMap(({chapters}) =>
  chapters.flatMap((chapter) => Object.keys(chapter.siteOperations ?? {})),
);
const definition = defineWorld(interfaces.flatMap(({chapters}) => chapters));
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
      .flatMap(({operations = {}, siteOperations = {}}) => [
        ...Object.values(operations),
        ...Object.values(siteOperations),
      ])
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
  'token-scheme',
  'bare-key',
  'empty-key',
  ...Object.keys(CHALLENGES),
  'no-token',
  'foreign-session',
]);

/** Situations of operations, those of HTTP, and groups of responses. */
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
 * Whether a pointer leads to a member that the schema describes; an object without described
 * members is open.
 */
function leads(document: object, schema: object, [token, ...rest]: string[]): boolean {
  const parts = whole(document, schema);
  const described = Object.assign({}, ...parts.map((part) => part.properties)) as Record<
    string,
    Schema
  >;
  const rows = parts.find((part) => part.items)?.items;
  if (token === undefined || (!rows && !Object.keys(described).length)) return true;
  const next = rows && /^(\*|\d+)$/.test(token) ? rows : described[token];
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

  // At which places a rule is decided, the mock does not know: proof finds defects of others.
  it('breaks rules of the catalogue', () => {
    for (const {name, breaks} of DEFECTS) expect(rules.has(breaks), name).toBe(true);
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

/** Expectations about what one kind of seam names. */
type Expectations = {[S in Defect['seam']]?: (part: Extract<Defect, {seam: S}>) => void};

const tables = Object.keys(definition.tables);

const EXPECTATIONS: Expectations = {
  skip: ({situation}) => expect(guards).toContain(situation),
  effect: (part) => {
    if (part.in[0] === 'storage') expect(source).toContain(`'${part.situation}'`);
    else expectSituation(part);
    for (const table of part.only ?? []) expect(tables).toContain(table);
  },
  refusal: (part) => {
    expectSituation(part);
    if (part.as.situation !== undefined)
      expect(situations(inOf(part))).toContain(part.as.situation);
  },
  status: expectSituation,
  header: expectSituation,
  number: ({number}) => expect(Object.keys(definition.numbers)).toContain(number),
  count: ({count}) => expect(Object.keys(definition.counters)).toContain(count.counter),
  stale: ({table}) => expect(tables).toContain(table),
  credential: ({table}) => expect(tables).toContain(table),
  change: (part) => {
    if (part.in[0] !== 'storage') expect(tables).toContain(part.table);
  },
  path: ({from, to}) => expect([from, to].every((path) => path.startsWith('/'))).toBe(true),
  member: (part) => {
    expectSituation(part);
    expectMember(part);
  },
  schema: (part) => {
    const {request, parameters} = operations[part.in]!;
    const name = tokens(part.pointer.replace(/^query/, ''))[0]!;
    const schema = part.pointer.startsWith('query/')
      ? parameters.find((one) => one.in === 'query' && one.name === name)
      : request;
    expect(schema, part.pointer).toBeDefined();
  },
};

/** The situation is one of the operations that the defect is about. */
function expectSituation(part: Defect & {situation: string}): void {
  const ids = inOf(part);
  expect(situations(ids.length ? ids : Object.keys(operations))).toContain(part.situation);
}

/** The member is one of the responses that the defect is about. */
function expectMember(part: Extract<Defect, {seam: 'member'}>): void {
  const {contract} = specifications.find(({api}) => part.breaks.startsWith(`${api}.`))!;
  const about = Object.values(contract.operations).filter(({id}) => (part.in ?? [id]).includes(id));
  for (const {id, outcomes} of about)
    for (const {situation, schema} of outcomes) {
      if (!schema || situation !== part.situation) continue;
      // A refusal may carry what only the success describes.
      const described = outcomes
        .filter((one) => one.situation === situation || one.statuses[0]! < 400)
        .flatMap((one) => one.schema ?? []);
      expect(
        described.some((one) => leads(contract.document, one, tokens(part.pointer))),
        `${part.pointer} in ${id} ${situation}`,
      ).toBe(true);
    }
}

describe('what a seam names exists', () => {
  it.each(parts)('%s', (_name, part) => {
    for (const operation of inOf(part))
      expect(['storage', 'session', ...siteOperations, ...Object.keys(operations)]).toContain(
        operation,
      );
    const judge = EXPECTATIONS[part.seam] as ((part: Defect) => void) | undefined;
    judge?.(part);
  });
});
