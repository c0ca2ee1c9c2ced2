import type {OpenApiDocument, OperationNode} from '../../spec/openapi.ts';
import type {ApiInterface} from './api-interface.ts';
import type {OutcomeTable} from './outcome-table.ts';
import {openPointOf, publishedResponses, type Node} from './published-responses.ts';
import type {ServedOperation} from './served-operation.ts';

/** Marks that mean something to presscheck's own programs only. */
const OWN = new Set([
  'x-api',
  'x-situations',
  'x-conditions',
  'x-headers',
  'x-absent-headers',
  'x-statuses',
  'x-bodies-not-shown',
  'x-errors-by-field',
  'x-names',
  'x-with',
  'x-value',
  'x-creates',
  'x-pager',
  'x-invalid',
  'x-optional',
  'x-success',
  'x-absent',
  'x-demands',
  'x-parent',
  'x-repeats',
  'x-shows',
  'x-resource',
  'x-selects',
  'x-selected-together',
  'x-newest-first',
  'x-refused-changes-nothing',
  'x-leaves-others',
  'x-page-numbers',
  'x-open-names',
  'x-mostly-null',
  'x-http-headers',
]);

/**
 * One API as the mock serves it: contract and profile as an OpenAPI document, without `servers`.
 * Whatever no document says, and the mock had to choose, is marked `x-presscheck-choice` with its
 * open point.
 */
export function published(
  api: ApiInterface,
  served: ReadonlyMap<string, ServedOperation>,
  outcomes: OutcomeTable,
): Node {
  const {document} = api.specification.contract;
  const paths: Node = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = operationsOf(item).flatMap(([method, node]): [string, Node][] => {
      const operation = served.get(node.operationId)?.contract;
      if (!operation) return [];
      return [[method, {...node, responses: publishedResponses(api, outcomes, operation, node)}]];
    });
    if (operations.length) paths[path] = Object.fromEntries(operations);
  }
  const components = {...document.components, responses: undefined};
  return chosenMembers(api, {...document, servers: undefined, paths, components});
}

const operationsOf = (item: OpenApiDocument['paths'][string]): [string, OperationNode][] =>
  Object.entries(item);

/** A node with every open place marked as a choice, and presscheck's own marks taken out. */
function chosen(api: ApiInterface, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => chosen(api, item));
  return typeof node === 'object' && node !== null ? chosenMembers(api, node) : node;
}

function chosenMembers(api: ApiInterface, node: object): Node {
  const copy: Node = {};
  for (const [name, member] of Object.entries(node) as [string, unknown][]) {
    if (name === 'x-open' || /^x-(path|ability|wrap)-open$/.test(name))
      copy['x-presscheck-choice'] = openPointOf(api, String(member));
    else if (!OWN.has(name) && member !== undefined) copy[name] = chosen(api, member);
  }
  return copy;
}
