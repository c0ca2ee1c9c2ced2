import type {Operation, Parameter} from '../../spec/contract.ts';
import {isObject} from '../../spec/json.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import {nearest} from '../http/nearest.ts';
import type {PlannedOperation} from '../http/plan.ts';

/** A tool as `tools/list` shows it: an operation, named by its id. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: {type: 'object'; [keyword: string]: unknown};
  outputSchema: {type: 'object'; [keyword: string]: unknown};
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: false;
    idempotentHint: boolean;
    openWorldHint: false;
  };
}

/** What the arguments of a tool are, said as a request of its operation. */
export interface ToolRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
}

/** Arguments that no request can be made of: the message says which, and what would be right. */
export class WrongArguments extends Error {
  override name = 'WrongArguments';
}

/** A name or value as a message may show it. */
export const brief = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 100)}...` : text;

/** `Idempotency-Key` is the argument `idempotency_key`. */
const argumentOf = ({name, in: where}: Parameter): string =>
  where === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

/**
 * The tools of a contract's operations: path, query, headers and members of the body are arguments
 * of one object.
 * @throws Error when two arguments of an operation have one name
 */
export class Tools {
  readonly #document: unknown;
  readonly #tools = new Map<string, {tool: Tool; operation: Operation}>();

  constructor(document: unknown, operations: Iterable<PlannedOperation>) {
    this.#document = document;
    for (const {contract} of operations)
      this.#tools.set(contract.id, {tool: this.#toolOf(contract), operation: contract});
  }

  /** Every tool but those that are not shown. */
  list(hidden: ReadonlySet<string>): Tool[] {
    return [...this.#tools.values()].map(({tool}) => tool).filter(({name}) => !hidden.has(name));
  }

  /** @returns undefined for a name that is no tool */
  operation(name: string): Operation | undefined {
    return this.#tools.get(name)?.operation;
  }

  /** The tool that was perhaps meant. */
  nearest(name: string): string | undefined {
    return nearest(name, [...this.#tools.keys()])?.text;
  }

  /**
   * @throws WrongArguments for an argument that there is not, or that a path, query or header
   * cannot carry, or that is missing
   */
  request(operation: Operation, given: Record<string, unknown>): ToolRequest {
    const request: ToolRequest = {path: {}, query: {}, headers: {}, body: undefined};
    const left = {...given};
    for (const parameter of operation.parameters) {
      const name = argumentOf(parameter);
      const value = left[name];
      delete left[name];
      if (value === undefined && !parameter.required) continue;
      if (typeof value !== 'string' || value === '')
        throw new WrongArguments(
          `${operation.id}: \`${name}\` has to be a text that is not empty; got ${brief(JSON.stringify(value) ?? 'nothing')}`,
        );
      const place =
        parameter.in === 'path'
          ? request.path
          : parameter.in === 'query'
            ? request.query
            : request.headers;
      place[parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name] = value;
    }
    const members = Object.keys(this.#body(operation)?.properties ?? {});
    const unknown = Object.keys(left).find((name) => !members.includes(name));
    const all = [...operation.parameters.map(argumentOf), ...members];
    if (unknown !== undefined)
      throw new WrongArguments(
        `${operation.id}: there is no argument \`${brief(unknown)}\`; there ${all.length ? `are ${all.join(', ')}` : 'is none'}`,
      );
    if (operation.request) request.body = left;
    return request;
  }

  #body({request}: Operation): Schema | undefined {
    return request && (resolve(this.#document as never, request as never) as Schema);
  }

  #toolOf(operation: Operation): Tool {
    const {id, method, ability, parameters} = operation;
    const body = this.#body(operation);
    const own = parameters.map((parameter): [string, unknown] => [
      argumentOf(parameter),
      parameter.schema,
    ]);
    const names = [...own.map(([name]) => name), ...Object.keys(body?.properties ?? {})];
    if (new Set(names).size < names.length)
      throw new Error(`${id}: two arguments have one name among ${names.join(', ')}`);
    const required = [
      ...parameters.filter((parameter) => parameter.required).map(argumentOf),
      ...(body?.required ?? []),
    ];
    const node = (this.#document as {paths: Record<string, Record<string, {summary: string}>>})
      .paths[operation.path]![method.toLowerCase()]!;
    return {
      name: id,
      title: node.summary,
      description: `${node.summary}. The same as ${method} ${operation.path}${ability ? ` (${ability})` : ''}: a refusal is an error with a \`reason\`.`,
      inputSchema: {
        type: 'object',
        properties: plain({...Object.fromEntries(own), ...body?.properties}) as Record<
          string,
          unknown
        >,
        ...(required.length && {required}),
        additionalProperties: false,
      },
      outputSchema: this.#output(operation),
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: false,
        idempotentHint: method === 'GET',
        openWorldHint: false,
      },
    };
  }

  /** A redirect hands out its link; everything else what the operation answers. */
  #output({outcomes}: Operation): Tool['outputSchema'] {
    const good = outcomes.filter(({statuses}) => statuses.every((status) => status < 400));
    if (good.some(({statuses}) => statuses.includes(302)))
      return {
        type: 'object',
        properties: {location: {type: 'string', format: 'uri'}},
        required: ['location'],
      };
    const schemas = [
      ...new Map(
        good.flatMap(({schema}) => (schema ? [[JSON.stringify(schema), schema] as const] : [])),
      ).values(),
    ];
    const definitions = {};
    const shown = schemas.map((schema) => this.#inlined(schema, definitions));
    const root = shown.length === 1 ? shown[0] : {anyOf: shown};
    return {
      type: 'object',
      ...(isObject(root) && root),
      ...(Object.keys(definitions).length && {$defs: definitions}),
    };
  }

  /** A schema with what it refers to beside it, in `$defs`. */
  #inlined(schema: unknown, definitions: Record<string, unknown>): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.#inlined(one, definitions));
    if (!isObject(schema)) return schema;
    const copy: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(schema)) {
      if (name.startsWith('x-')) continue;
      copy[name] =
        name === '$ref'
          ? this.#defined(String(value), definitions)
          : this.#inlined(value, definitions);
    }
    return copy;
  }

  #defined(reference: string, definitions: Record<string, unknown>): string {
    const name = reference.split('/').at(-1)!;
    if (!Object.hasOwn(definitions, name)) {
      definitions[name] = true;
      definitions[name] = this.#inlined(
        resolve(this.#document as never, {$ref: reference} as never),
        definitions,
      );
    }
    return `#/$defs/${name}`;
  }
}

/** A schema without presscheck's own marks. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, value]) => [name, plain(value)]),
  );
}
