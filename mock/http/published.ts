import {isObject} from '../../spec/json.ts';
import type {OpenApiDocument, OperationNode} from '../../spec/openapi.ts';
import type {ApiInterface} from './api-interface.ts';
import type {OutcomeTable} from './outcome-table.ts';
import type {PublishedForms} from '../chapter.ts';
import type {View} from '../operation.ts';
import {withForms} from './published-forms.ts';
import {openPointOf, publishedResponses, type Node} from './published-responses.ts';
import {withTypedSchemas} from './published-schemas.ts';
import type {ServedOperation} from './served-operation.ts';

/** Extensions that users of the mock may rely on. Every other `x-` keyword of a contract is internal and is left out. */
const PUBLIC_EXTENSIONS = new Set(['x-rule', 'x-ability', 'x-presscheck-choice']);

/** Keywords whose value is a map by name. A name such as `x-ratelimit-limit` is not an extension. */
const MAPS_BY_NAME = new Set(['headers', 'properties', 'schemas']);

/**
 * One API as the mock serves it: contract, profile and the forms of its answers as an OpenAPI document, without
 * `servers`. Wherever the documents leave a choice to the mock, it has `x-presscheck-choice` with the open point.
 * @param freedom returns the freedoms of a world: the document describes this world
 */
export function published(
  api: ApiInterface,
  served: ReadonlyMap<string, ServedOperation>,
  outcomes: OutcomeTable,
  freedom: View['freedom'],
): Node {
  const {document} = api.specification.contract;
  const forms = formsOf(api, freedom);
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = operationsOf(item).flatMap(([method, node]): [string, OperationNode][] => {
      const operation = served.get(node.operationId)?.contract;
      if (!operation) return [];
      const responses = publishedResponses(
        {api, outcomes, forms},
        operation,
        node,
      ) as OperationNode['responses'];
      return [[method, {...node, responses}]];
    });
    if (operations.length) paths[path] = Object.fromEntries(operations);
  }
  const schemas = withForms(document.components.schemas, forms);
  const components = {...document.components, responses: undefined, schemas};
  return membersWithChoices(api, {
    ...document,
    servers: undefined,
    ...withTypedSchemas({paths, components}),
  });
}

const formsOf = ({chapters}: ApiInterface, freedom: View['freedom']): PublishedForms =>
  Object.assign({}, ...chapters.map(({forms}) => forms?.(freedom))) as PublishedForms;

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
