import type {Outcome} from '../../spec/contract.ts';
import {HEADER_GROUPS} from '../../spec/openapi.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {ApiInterface} from './api-interface.ts';
import type {OutcomeTable} from './outcome-table.ts';
import type {ServedOperation} from './served-operation.ts';

type Loose = Record<string, any>;

/** Marks that mean something to presscheck's own programs only. */
const OWN = new Set([
  'x-api',
  'x-situations',
  'x-conditions',
  'x-headers',
  'x-absent-headers',
  'x-statuses',
  'x-errors-by-field',
  'x-names',
  'x-creates',
  'x-pager',
  'x-invalid',
  'x-optional',
  'x-success',
]);

/** An answer that one status stands for. */
interface Answered {
  situation: string;
  outcome: Outcome;
  /** Which of several documented forms. */
  form: number;
  description: string;
  /** Headers of this situation alone. */
  headers: Loose;
}

/**
 * One API as the mock answers it: contract and profile as an OpenAPI document, without `servers`.
 * Whatever no document says, and the mock had to choose, is marked `x-presscheck-choice` with its
 * open point.
 */
export function published(
  api: ApiInterface,
  served: ReadonlyMap<string, ServedOperation>,
  outcomes: OutcomeTable,
): Loose {
  const {document, operations} = api.specification.contract;
  const paths: Loose = {};
  for (const [path, item] of Object.entries((document as Loose)['paths'] as Loose))
    for (const [method, node] of Object.entries<Loose>(item)) {
      const planned = operations[node['operationId']] && served.get(node['operationId']);
      if (planned)
        (paths[path] ??= {})[method] = {
          ...node,
          responses: responsesOf(api, outcomes, planned, node),
        };
    }
  const components = {...((document as Loose)['components'] as Loose), responses: undefined};
  return chosen(api, {...document, servers: undefined, paths, components}) as Loose;
}

/** What stands where a document shows no body. */
const UNSHOWN: Schema = {description: 'The document shows no body.'};
const FAILURE: Schema = {$ref: '#/components/schemas/Failure'};

const unlike = (schemas: Schema[]): Schema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

function responsesOf(
  api: ApiInterface,
  outcomes: OutcomeTable,
  {contract: operation}: ServedOperation,
  node: Loose,
): Loose {
  const {document} = api.specification.contract;
  const byStatus = new Map<number, Answered[]>();
  for (const raw of Object.values<Loose>(node['responses'])) {
    const {description, headers = {}, 'x-situations': situations} = resolve(document, raw);
    for (const situation of Object.keys(situations)) {
      const outcome = operation.outcomes.find((one) => one.situation === situation)!;
      for (const [form, status] of outcomes.statuses(operation, situation).entries())
        byStatus.set(status, [
          ...(byStatus.get(status) ?? []),
          {situation, outcome, form, description, headers},
        ]);
    }
  }
  const responses = [...byStatus].map(([status, answers]): [string, Loose] => [
    String(status),
    responseOf(api, outcomes, operation.id, status, answers),
  ]);
  return Object.fromEntries([...responses, ...serverErrors(api)]);
}

/** The server errors that the document lists for every operation (Store: Errors). */
function serverErrors(api: ApiInterface): [string, Loose][] {
  const listed = api.specification.contract.anyResponse.statuses?.listed ?? [];
  return listed
    .filter((status) => status >= 500)
    .map((status) => {
      const description = 'Server error.';
      const headers = headersOf(api, status, []);
      const value = api.failure({status, message: description});
      const content = {schema: FAILURE, examples: {'server-error': {value}}};
      return [String(status), {description, headers, content: {'application/json': content}}];
    });
}

function responseOf(
  api: ApiInterface,
  outcomes: OutcomeTable,
  operation: string,
  status: number,
  answers: Answered[],
): Loose {
  const open = answers.filter(({outcome}) => outcome.open || !outcome.schema);
  const schemas = unlike(
    answers.map(({outcome}) => outcome.schema ?? (status < 400 ? UNSHOWN : FAILURE)),
  );
  const description = [...new Set(answers.map((one) => one.description))].join(' ');
  const headers = headersOf(api, status, answers);
  const choice = open.length && {
    'x-presscheck-choice': open.map(({situation, outcome}) => ({
      situation,
      ...(outcome.open && pointOf(api, outcome.open)),
    })),
  };
  const common = {description, ...(Object.keys(headers).length && {headers}), ...choice};
  if (status === 204 || (status >= 300 && status < 400)) return common;
  if (status < 400) return {...common, content: {'application/json': {schema: schemas[0]}}};
  const failures = answers.map(({situation, form}) => ({
    situation,
    body: api.failure(outcomes.refusal(operation, situation, form)),
  }));
  const reasons = [
    ...new Set(
      failures.map(({body}) => (body as Loose)['reason']).filter((reason) => reason !== undefined),
    ),
  ];
  const schema = schemas.length === 1 ? schemas[0] : {anyOf: schemas};
  return {
    ...common,
    content: {
      'application/json': {
        schema: reasons.length ? {allOf: [schema], properties: {reason: {enum: reasons}}} : schema,
        examples: Object.fromEntries(
          failures.map(({situation, body}) => [situation, {value: body}]),
        ),
      },
    },
  };
}

/** Headers of every answer of a kind, then those that all situations of a status carry. */
function headersOf({specification}: ApiInterface, status: number, answers: Answered[]): Loose {
  const groups = (specification.contract.document as Loose)['x-headers'] as Loose;
  const holds: Record<(typeof HEADER_GROUPS)[number], boolean> = {
    every: true,
    success: status < 300 && status !== 204,
    failure: status >= 400,
    authenticated: status !== 401,
    limited: status === 429,
  };
  const headers: Loose = {};
  for (const group of HEADER_GROUPS)
    for (const [name, schema] of Object.entries<Schema>(groups[group] ?? {}))
      if (holds[group] && name !== 'content-type')
        headers[name] = {...(group !== 'limited' && {required: true}), schema};
  for (const {headers: own} of answers)
    for (const [name, header] of Object.entries<Loose>(own))
      headers[name] = {...header, required: answers.every((one) => name in one.headers)};
  return headers;
}

/** The document with every open place marked as a choice, and presscheck's own marks taken out. */
function chosen(api: ApiInterface, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => chosen(api, item));
  if (typeof node !== 'object' || node === null) return node;
  const copy: Loose = {};
  for (const [name, member] of Object.entries(node))
    if (name === 'x-open' || /^x-(path|ability|wrap)-open$/.test(name))
      copy['x-presscheck-choice'] = pointOf(api, member as string);
    else if (!OWN.has(name) && member !== undefined) copy[name] = chosen(api, member);
  return copy;
}

/** An open point with the mock's answer to it, where it is more than a name. */
function pointOf({specification}: ApiInterface, id: string): Loose {
  const point = specification.openPoints.find((one) => one.id === id);
  const choice = specification.profile.choices[id];
  return {open: id, ...(point && {what: point.what}), ...(choice !== undefined && {choice})};
}
