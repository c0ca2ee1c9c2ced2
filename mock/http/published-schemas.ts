import {isObject} from '../../spec/json.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {OpenApiDocument, OperationNode} from '../../spec/openapi.ts';
import type {Schema} from '../../spec/schema.ts';
import type {Components} from './published-forms.ts';
import {withOneType} from './published-types.ts';

/** The parts of a document that have schemas. */
type Described = Pick<OpenApiDocument, 'paths'> & {
  components: {schemas: Components; parameters?: unknown};
};

/** Returns these parts with one type a schema, and without the components that nothing refers to. */
export function withTypedSchemas({paths, components}: Described): object {
  const {schemas, parameters} = components;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const sent = refsIn([parameters, ...operations.map(sentOf)], schemas);
  const answered = refsIn(operations, schemas);
  const used = Object.entries(schemas).filter(([name]) => sent.has(name) || answered.has(name));
  return {
    paths: mapValues(paths, (item) =>
      mapValues<string, OperationNode, object>(item, withTypedOperation),
    ),
    components: {
      ...components,
      parameters: withTyped(parameters, true),
      schemas: Object.fromEntries(
        used.map(([name, schema]) => [name, withOneType(schema, sent.has(name))]),
      ),
    },
  };
}

const sentOf = ({parameters, requestBody}: OperationNode): object => ({parameters, requestBody});

const withTypedOperation = (operation: OperationNode): object => ({
  ...operation,
  ...(withTyped(sentOf(operation), true) as object),
  responses: withTyped(operation.responses, false),
});

/** Copies a node of parameters, bodies or responses with one type in every schema. */
function withTyped(node: unknown, isRequest: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => withTyped(item, isRequest));
  if (!isObject(node)) return node;
  return mapValues(node, (value, key) =>
    key === 'schema' ? withOneType(value as Schema, isRequest) : withTyped(value, isRequest),
  );
}

const SCHEMAS = '#/components/schemas/';

/** The names of the components to which a node refers, directly or through others. */
function refsIn(node: unknown, schemas: Components, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) node.forEach((item) => refsIn(item, schemas, found));
  if (!isObject(node)) return found;
  const ref = node['$ref'];
  const name = typeof ref === 'string' ? ref.replace(SCHEMAS, '') : '';
  if (name in schemas && !found.has(name)) refsIn(schemas[name], schemas, found.add(name));
  for (const value of Object.values(node)) refsIn(value, schemas, found);
  return found;
}
