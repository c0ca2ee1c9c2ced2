import type {Operation, Parameter} from '../../spec/contract.ts';
import {at, escapeToken} from '../../spec/json.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {ObjectSchema} from './object-schema.ts';
import {outputSchemaOf, withoutExtensions} from './tool-schemas.ts';

/** A tool as `tools/list` describes it (MCP, Tools: data types). */
export interface Tool {
  /** The operationId, for example `startRun`. */
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: false;
    idempotentHint: boolean;
    openWorldHint: false;
  };
}

/** The argument that carries a parameter: `idempotency_key` for the header `Idempotency-Key`. */
export const argumentOf = ({name, in: location}: Parameter): string =>
  location === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

/** The schema of an operation's request body, with its reference followed. */
export const bodySchemaOf = (document: object, {request}: Operation): Schema | undefined =>
  request && resolve(document, request);

/**
 * Describes an operation as a tool. Path, query and header parameters and the members of the body
 * become the arguments of one object.
 * @param document the contract's OpenAPI document
 * @throws Error when two of them have the same name
 */
export function toolOf(document: object, operation: Operation): Tool {
  const {id, method, path, ability} = operation;
  const summary = summaryOf(document, operation);
  const permission = ability ? ` (${ability})` : '';
  const isRead = method === 'GET';
  return {
    name: id,
    title: summary,
    description:
      `${summary}. The same as ${method} ${path}${permission}: ` +
      'a refusal is an error with a `reason`.',
    inputSchema: inputSchemaOf(document, operation),
    outputSchema: outputSchemaOf(document, operation),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: isRead,
      openWorldHint: false,
    },
  };
}

function inputSchemaOf(document: object, operation: Operation): ObjectSchema {
  const {id, parameters} = operation;
  const body = bodySchemaOf(document, operation);
  const names = [...parameters.map(argumentOf), ...Object.keys(body?.properties ?? {})];
  if (new Set(names).size < names.length)
    throw new Error(`${id}: two arguments have one name among ${names.join(', ')}`);
  const schemas = parameters.map((parameter) => [argumentOf(parameter), parameter.schema]);
  const properties = {...Object.fromEntries(schemas), ...body?.properties};
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(argumentOf),
    ...(body?.required ?? []),
  ];
  return {
    type: 'object',
    properties: withoutExtensions(properties),
    ...(required.length && {required}),
    additionalProperties: false,
  };
}

function summaryOf(document: object, {path, method}: Operation): string {
  return String(at(document, `/paths/${escapeToken(path)}/${method.toLowerCase()}/summary`));
}
