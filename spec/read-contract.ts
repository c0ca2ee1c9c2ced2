import type {
  AnyAnswer,
  Contract,
  Mark,
  Operation,
  Outcome,
  Parameter,
  Schema,
  XRule,
} from './contract.ts';
import {escapeToken} from './json.ts';
import {resolve} from './schema.ts';
import type {Api} from './rule.ts';

type Loose = Record<string, any>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;
/** Groups of answers that carry the same headers. */
export const HEADER_GROUPS = ['every', 'success', 'failure', 'authenticated', 'limited'] as const;
const KEYWORDS = [
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'not',
  'items',
] as const;

/**
 * Reads an OpenAPI document with presscheck's marks.
 * @param document the parsed `contract.yaml`
 * @throws Error that names the operation or the node that is not usable
 */
export function readContract(document: Loose): Contract {
  const api = document.info['x-api'] as Api;
  const operations: Record<string, Operation> = {};
  for (const [path, item] of Object.entries<Loose>(document.paths))
    for (const method of METHODS)
      if (item[method]) {
        const operation = readOperation(document, api, path, method, item[method]);
        operations[operation.id] = operation;
      }
  const contract: Contract = {
    api,
    prefix: document.servers[0].url,
    document,
    operations,
    marks: [],
    anyAnswer: anyAnswerOf(document),
  };
  contract.marks = [...marksOf(contract)];
  return contract;
}

function anyAnswerOf(document: Loose): AnyAnswer {
  const {'x-statuses': statuses, 'x-errors-by-field': byField} = document;
  return {
    ...(statuses && {
      statuses: {rule: statuses['x-rule'], listed: statuses.listed, open: statuses.open},
    }),
    absent: Object.entries<Loose>(document['x-absent-headers'] ?? {}).map(([header, said]) => ({
      rule: said['x-rule'],
      header,
      while: said.while,
    })),
    ...(byField && {errorsByField: {rule: byField['x-rule'], at: byField.at}}),
  };
}

function readOperation(
  document: Loose,
  api: Api,
  path: string,
  method: string,
  node: Loose,
): Operation {
  const here = `/paths/${escapeToken(path)}/${method}`;
  const outcomes: Outcome[] = [];
  for (const [status, raw] of Object.entries<Loose>(node.responses)) {
    const response = resolve(document, raw);
    const responseAt = raw.$ref ? raw.$ref.slice(1) : `${here}/responses/${status}`;
    const schema = response.content?.['application/json']?.schema as Schema | undefined;
    if (!response['x-situations'])
      throw new Error(`${here}/responses/${status} names no x-situations`);
    for (const [situation, said] of Object.entries<Loose>(response['x-situations']))
      outcomes.push({
        situation,
        statuses: said.statuses ?? [Number(status)],
        ...(said.reason && {reason: said.reason}),
        ...(said.anyReason && {anyReason: true as const}),
        ...(said['x-open'] && {open: said['x-open']}),
        ...(schema && {schema, schemaAt: `${responseAt}/content/application~1json/schema`}),
        headers: Object.fromEntries(
          Object.entries<Loose>(response.headers ?? {}).map(([name, header]) => [
            name.toLowerCase(),
            header.schema as Schema,
          ]),
        ),
      });
  }
  // Of several successes the first by status, unless the contract says which is the plain one.
  const success = outcomes.find(({situation, statuses}) =>
    node['x-success'] ? situation === node['x-success'] : statuses[0]! < 400,
  );
  if (!success) throw new Error(`${here} documents no success`);
  const request = node.requestBody?.content['application/json'].schema as Schema | undefined;
  return {
    id: node.operationId,
    api,
    chapter: `${api}/${node.tags[0]}`,
    method: method.toUpperCase() as Operation['method'],
    path,
    ...(node['x-ability'] && {ability: node['x-ability']}),
    ...(node['x-ability-open'] && {abilityOpen: node['x-ability-open']}),
    ...(node['x-open'] && {pathOpen: node['x-open']}),
    ...(node['x-wrap-open'] && {wrapOpen: node['x-wrap-open']}),
    parameters: (node.parameters ?? []).map((raw: Loose): Parameter => {
      const parameter = resolve(document, raw);
      return {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required ?? false,
        schema: parameter.schema,
        ...(parameter['x-names'] && {names: parameter['x-names']}),
      };
    }),
    ...(request && {request, requestAt: `${here}/requestBody/content/application~1json/schema`}),
    outcomes,
    success: success.situation,
    ...(node['x-creates'] && {creates: node['x-creates']}),
    ...(node['x-pager'] && {pager: node['x-pager']}),
    ...(node['x-invalid'] && {invalid: node['x-invalid']}),
  };
}

/** The rule that a node states for a keyword, if any. */
export const ruleFor = (mark: XRule | undefined, keyword: string): string | undefined =>
  typeof mark === 'string' ? mark : (mark?.[keyword] ?? mark?.['*']);

/** The 404 that an operation answers for a resource that its tenant does not have. */
const notFound = (operation: Operation): string | undefined =>
  operation.outcomes.find(
    (outcome) => outcome.statuses.includes(404) && outcome.situation.endsWith('not-found'),
  )?.situation;

function* marksOf(contract: Contract): Generator<Mark> {
  const document = contract.document as Loose;
  const raw = rawOperations(document);
  const seen = new Set<string>();
  const once = function* (mark: Mark): Generator<Mark> {
    const key = `${mark.rule} ${mark.place} ${'keyword' in mark ? mark.keyword : ''}`;
    if (!seen.has(key)) {
      seen.add(key);
      yield mark;
    }
  };
  for (const [condition, said] of Object.entries<Loose>(document['x-conditions'] ?? {}))
    for (const operation of Object.values(contract.operations)) {
      const situation =
        said.situation === 'success'
          ? operation.success
          : said.situation === 'not-found'
            ? notFound(operation)
            : said.situation;
      if ((said.situation === 'forbidden' || condition === 'ability-alone') && !operation.ability)
        continue;
      if (
        condition === 'foreign' &&
        !operation.parameters.some((parameter) => parameter.in === 'path' && parameter.names)
      )
        continue;
      if (!situation) continue;
      yield* once({
        kind: 'outcome',
        rule: said['x-rule'],
        place: `${said.each ? operation.id : '*'} ${condition}`,
        op: operation.id,
        condition,
        situation,
      });
    }
  for (const group of HEADER_GROUPS)
    for (const [header, schema] of Object.entries<Schema>(document['x-headers']?.[group] ?? {}))
      for (const keyword of ['required', ...keywordsOf(schema)]) {
        const rule = ruleFor(schema['x-rule'], keyword);
        if (rule)
          yield* once({
            kind: 'header',
            rule,
            place: `* ${group} ${header}`,
            op: '*',
            situation: group,
            header,
            keyword,
          });
      }
  for (const operation of Object.values(contract.operations)) {
    for (const [status, response] of Object.entries<Loose>(raw[operation.id]!.responses)) {
      const shared = response.$ref as string | undefined;
      const node = resolve(document, response);
      for (const [situation, said] of Object.entries<Loose>(node['x-situations'])) {
        const marked = said['x-rule'] as XRule | undefined;
        const conditions = typeof marked === 'string' ? {[situation]: marked} : (marked ?? {});
        for (const [condition, rule] of Object.entries(conditions))
          yield* once({
            kind: 'outcome',
            rule,
            place: `${operation.id} ${condition}`,
            op: operation.id,
            condition,
            situation,
          });
        // A shared answer is one place, however many operations give it.
        const owner = shared && !said.reason && Number(status) >= 400 ? '*' : operation.id;
        // A situation that is there only because the document leaves it open is tolerated, not a
        // place: nobody can bring it about.
        if (node.content && (owner === '*' || marked || !said['x-open']))
          for (const {pointer, keyword, rule} of bodyRules(
            document,
            node.content['application/json'].schema,
          ))
            yield* once({
              kind: 'body',
              rule,
              place: `${owner} ${situation} ${pointer}`,
              op: operation.id,
              situation,
              pointer,
              keyword,
            });
        for (const [name, header] of Object.entries<Loose>(node.headers ?? {}))
          for (const keyword of ['required', ...keywordsOf(header.schema)]) {
            const rule = ruleFor(header.schema['x-rule'], keyword);
            if (rule)
              yield* once({
                kind: 'header',
                rule,
                place: `${operation.id} ${situation} ${name.toLowerCase()}`,
                op: operation.id,
                situation,
                header: name.toLowerCase(),
                keyword,
              });
          }
      }
    }
    const request = operation.request;
    if (request)
      for (const {pointer, keyword, rule} of bodyRules(document, request as Loose))
        yield* once({
          kind: 'request',
          rule,
          place: `${operation.id} request ${pointer}`,
          op: operation.id,
          in: 'body',
          pointer,
          keyword,
        });
    for (const parameter of operation.parameters)
      if (parameter.in === 'query')
        for (const keyword of [
          ...(parameter.required ? ['required'] : []),
          ...keywordsOf(parameter.schema),
        ]) {
          const rule = ruleFor(parameter.schema['x-rule'], keyword);
          if (rule)
            yield* once({
              kind: 'request',
              rule,
              place: `${operation.id} query ${parameter.name}`,
              op: operation.id,
              in: 'query',
              pointer: `/${parameter.name}`,
              keyword,
            });
        }
  }
}

const rawOperations = (document: Loose): Record<string, Loose> =>
  Object.fromEntries(
    Object.values<Loose>(document.paths).flatMap((item) =>
      METHODS.filter((method) => item[method]).map((method) => [
        item[method].operationId,
        item[method],
      ]),
    ),
  );

const keywordsOf = (schema: Schema): string[] =>
  KEYWORDS.filter((keyword) => keyword !== 'items' && keyword in schema);

/** Every (pointer, keyword, rule) of a schema; rows of an array have the token `*`. */
export function* bodyRules(
  document: Loose,
  schema: Loose,
  pointer = '',
  required = false,
): Generator<{pointer: string; keyword: string; rule: string}> {
  const node = resolve(document, schema);
  const mark = node['x-rule'] as XRule | undefined;
  for (const keyword of [...(required ? ['required'] : []), ...keywordsOf(node)]) {
    const rule = ruleFor(mark, keyword);
    if (rule) yield {pointer, keyword, rule};
  }
  for (const part of node.allOf ?? []) yield* bodyRules(document, part, pointer);
  for (const [name, child] of Object.entries<Loose>(node.properties ?? {}))
    yield* bodyRules(
      document,
      child,
      `${pointer}/${escapeToken(name)}`,
      (node.required ?? []).includes(name),
    );
  if (node.items) yield* bodyRules(document, node.items, `${pointer}/*`);
}
