import {isObject} from '../../spec/json.ts';
import type {OpenApiDocument, OperationNode} from '../../spec/openapi.ts';
import type {ApiInterface} from './api-interface.ts';
import type {OutcomeTable} from './outcome-table.ts';
import {openPointOf, publishedResponses, type Node} from './published-responses.ts';
import type {ServedOperation} from './served-operation.ts';

/** Extensions that users of the mock may rely on. Every other `x-` keyword of a contract is internal and is left out. */
const PUBLIC_EXTENSIONS = new Set(['x-rule', 'x-ability', 'x-presscheck-choice']);

/** Keywords whose value is a map by name. A name such as `x-ratelimit-limit` is not an extension. */
const MAPS_BY_NAME = new Set(['headers', 'properties', 'schemas']);

/**
 * One API as the mock serves it: contract and profile as an OpenAPI document, without `servers`. Wherever the
 * documents leave a choice to the mock, it has `x-presscheck-choice` with the open point.
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
  return membersWithChoices(api, {...document, servers: undefined, paths, components});
}

const operationsOf = (item: OpenApiDocument['paths'][string]): [string, OperationNode][] =>
  Object.entries(item);

/** Copies a node with its choices marked and without internal extensions. */
function withChoices(api: ApiInterface, node: unknown, isMapByName = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withChoices(api, item));
  return isObject(node) ? membersWithChoices(api, node, isMapByName) : node;
}

function membersWithChoices(api: ApiInterface, node: object, isMapByName = false): Node {
  const copy: Node = {};
  for (const [name, member] of Object.entries(node) as [string, unknown][]) {
    if (member === undefined) continue;
    if (isMapByName) copy[name] = withChoices(api, member);
    else if (OPEN_POINT.test(name)) copy['x-presscheck-choice'] = openPointOf(api, String(member));
    else if (!isInternal(name)) copy[name] = withChoices(api, member, MAPS_BY_NAME.has(name));
  }
  return copy;
}

/** Keywords that name an open point. */
const OPEN_POINT = /^x-((path|ability|wrap)-)?open$/;

const isInternal = (name: string): boolean => name.startsWith('x-') && !PUBLIC_EXTENSIONS.has(name);
