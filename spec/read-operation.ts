import type {Operation, Outcome, Parameter, Represented} from './contract.ts';
import type {
  OpenApiDocument,
  OperationNode,
  ParameterNode,
  PlacedOperation,
  ResponseNode,
  SituationNode,
} from './openapi.ts';
import {requestParts} from './request-parts.ts';
import {resolve, walkSchema, type Schema} from './schema.ts';

/**
 * Reads one operation of an OpenAPI document.
 * @throws Error that names the node, for a response without `x-situations`, and for an operation
 * without a success
 */
export function readOperation(document: OpenApiDocument, placed: PlacedOperation): Operation {
  const {path, method, pointer, node} = placed;
  const api = document.info['x-api'];
  const outcomes = outcomesOf(document, node, pointer);
  const request = node.requestBody?.content['application/json'].schema;
  const requestAt = `${pointer}/requestBody/content/application~1json/schema`;
  const {operationId: id} = node;
  const success = successOf(node, outcomes, pointer);
  const parameters = (node.parameters ?? []).map((parameter) => readParameter(document, parameter));
  return {
    id,
    api,
    chapter: `${api}/${node.tags[0]}`,
    method,
    path,
    prefix: prefixOf(document, node),
    parameters,
    parts: requestParts(document, {id, parameters, ...(request && {request})}),
    ...(request && {request, requestAt}),
    ...(node.requestBody?.required === false && {bodyOptional: true as const}),
    outcomes,
    success: success.situation,
    represents: representedIn(document, success),
    references: node['x-references'] ?? [],
    ...annotationsOf(node),
  };
}

/** The members of an operation that repeat an annotation of its node, by keyword. */
const ANNOTATIONS = {
  'x-ability': 'ability',
  'x-ability-open': 'abilityOpen',
  'x-open': 'pathUndocumented',
  'x-path-may-differ': 'pathMayDiffer',
  'x-parent': 'parent',
  'x-absent': 'absent',
  'x-demands': 'demands',
  'x-wrap-open': 'wrapOpen',
  'x-creates': 'creates',
  'x-mails': 'mails',
  'x-repeats': 'repeats',
  'x-shows': 'shows',
  'x-belongs': 'belongs',
  'x-refused-changes-nothing': 'refusedChangesNothing',
  'x-leaves-others': 'leavesOthers',
  'x-page-numbers': 'pageNumbers',
  'x-pager': 'pager',
  'x-selected-together': 'selectedTogether',
  'x-newest-first': 'newestFirst',
  'x-invalid': 'invalid',
  'x-flagged-row': 'flaggedRow',
  'x-unsettles': 'unsettles',
} as const;

type Keyword = keyof typeof ANNOTATIONS;

/** The annotations of a node, by the members of an operation. */
type Annotations = {[K in Keyword as (typeof ANNOTATIONS)[K]]?: NonNullable<OperationNode[K]>};

function annotationsOf(node: OperationNode): Annotations {
  const keywords = Object.keys(ANNOTATIONS) as Keyword[];
  return Object.fromEntries(
    keywords.flatMap((keyword) =>
      node[keyword] === undefined ? [] : [[ANNOTATIONS[keyword], node[keyword]]],
    ),
  );
}

/** The prefix of the path of an operation: its own first server, or that of the document. */
function prefixOf({servers}: OpenApiDocument, node: OperationNode): string {
  const [server] = node.servers ?? servers;
  if (!server) throw new Error('/servers names no server: its URL is the prefix of every path');
  return server.url;
}

/** Where a success shows resources. */
const representedIn = (document: OpenApiDocument, {schema}: Outcome): Represented[] =>
  schema === undefined
    ? []
    : [...walkSchema(document, schema)].flatMap(({pointer, schema: {'x-resource': resource}}) =>
        resource ? [{pointer, resource}] : [],
      );

function readParameter(document: OpenApiDocument, parameter: ParameterNode): Parameter {
  const node = resolve(document, parameter);
  return {
    name: node.name,
    in: node.in,
    required: node.required ?? false,
    schema: node.schema,
    ...(node['x-names'] && {names: node['x-names']}),
    ...(node['x-selects'] && {selects: node['x-selects']}),
  };
}

function outcomesOf(document: OpenApiDocument, node: OperationNode, pointer: string): Outcome[] {
  return Object.entries(node.responses).flatMap(([status, raw]) => {
    const response = resolve(document, raw);
    const here = `${pointer}/responses/${status}`;
    if (!response['x-situations']) throw new Error(`${here} names no x-situations`);
    const body = bodyOf(response, raw.$ref?.slice(1) ?? here);
    const headers = headersOf(response);
    return Object.entries(response['x-situations']).map(([situation, declaration]) => ({
      situation,
      ...readSituation(declaration, status),
      ...body,
      headers,
    }));
  });
}

function readSituation(
  declaration: SituationNode,
  status: string,
): Pick<Outcome, 'statuses' | 'reason' | 'anyReason' | 'description' | 'open'> {
  return {
    statuses: declaration.statuses ?? [Number(status)],
    ...(declaration.reason && {reason: declaration.reason}),
    ...(declaration.anyReason && {anyReason: true as const}),
    ...(declaration.description && {description: declaration.description}),
    ...(declaration['x-open'] && {open: declaration['x-open']}),
  };
}

/** The schema of a response's body and its location; undefined when the document shows no body. */
function bodyOf(response: ResponseNode, pointer: string): Pick<Outcome, 'schema' | 'schemaAt'> {
  const schema = response.content?.['application/json'].schema;
  if (!schema) return {};
  return {schema, schemaAt: `${pointer}/content/application~1json/schema`};
}

/** The schemas of a response's own headers by lower-case name. */
function headersOf({headers = {}}: ResponseNode): Record<string, Schema> {
  const schemas = Object.entries(headers).map(([name, {schema}]) => [name.toLowerCase(), schema]);
  return Object.fromEntries(schemas) as Record<string, Schema>;
}

/** The first success by status, unless the contract names another one (`x-success`). */
function successOf(node: OperationNode, outcomes: Outcome[], pointer: string): Outcome {
  const named = node['x-success'];
  const success = outcomes.find(({situation, statuses: [status]}) =>
    named ? situation === named : status !== undefined && status < 400,
  );
  if (!success) throw new Error(`${pointer} documents no success`);
  return success;
}
