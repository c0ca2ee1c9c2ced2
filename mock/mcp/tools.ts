import type {Operation, Parameter} from '../../spec/contract.ts';
import type {Schema} from '../../spec/schema.ts';
import type {ServedOperation} from '../http/served-operation.ts';
import {nearest} from '../http/nearest.ts';
import type {Why} from '../operation.ts';
import {argumentOf, bodySchemaOf, toolOf, type Tool} from './tool.ts';

/** The arguments of a tool call as a request of its operation. */
export interface ToolRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: unknown;
}

/** Thrown for invalid arguments; the message names the wrong one. */
export class WrongArguments extends Error {
  override name = 'WrongArguments';
  /** For the journal. */
  readonly why: Pick<Why, 'expected' | 'got'>;

  /** @param message for the caller */
  constructor(message: string, why: Pick<Why, 'expected' | 'got'>) {
    super(message);
    this.why = why;
  }
}

/** A name or value, shortened for a message: callers can send a megabyte. */
export const shortened = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 100)}...` : text;

/** An operation as a tool. */
interface KnownTool {
  tool: Tool;
  operation: Operation;
  body: Schema | undefined;
}

/** The tools of a contract: each of its operations is one, named by its operationId. */
export class Tools {
  readonly #tools = new Map<string, KnownTool>();

  /**
   * @param document the contract's OpenAPI document
   * @throws Error when two arguments of an operation have the same name
   */
  constructor(document: object, operations: Iterable<Pick<ServedOperation, 'contract'>>) {
    for (const {contract: operation} of operations) {
      const tool = toolOf(document, operation);
      this.#tools.set(operation.id, {tool, operation, body: bodySchemaOf(document, operation)});
    }
  }

  /** All tools, as `tools/list` shows them. */
  list(): Tool[] {
    return [...this.#tools.values()].map(({tool}) => tool);
  }

  /** The operation of a tool; undefined for an unknown name. */
  operation(name: string): Operation | undefined {
    return this.#tools.get(name)?.operation;
  }

  /** The most similar name of a tool, if there is one. */
  nearest(name: string): string | undefined {
    return nearest(name, [...this.#tools.keys()])?.text;
  }

  /**
   * Turns the arguments of a call into a request: parameters by name, all others into the body.
   * @throws WrongArguments for a parameter that is missing or no text, and for an unknown argument
   */
  request(operation: Operation, args: Record<string, unknown>): ToolRequest {
    const request: ToolRequest = {path: {}, query: {}, headers: {}, body: undefined};
    const rest = {...args};
    for (const parameter of operation.parameters) {
      const name = argumentOf(parameter);
      const value = rest[name];
      delete rest[name];
      if (value === undefined && !parameter.required) continue;
      setParameter(request, parameter, textOf(operation, name, value));
    }
    this.#refuseUnknown(operation, Object.keys(rest));
    if (operation.request) request.body = rest;
    return request;
  }

  #refuseUnknown(operation: Operation, names: string[]): void {
    const members = Object.keys(this.#tools.get(operation.id)?.body?.properties ?? {});
    const unknown = names.find((name) => !members.includes(name));
    if (unknown === undefined) return;
    const known = [...operation.parameters.map(argumentOf), ...members];
    const there = known.length ? `are ${known.join(', ')}` : 'is none';
    throw new WrongArguments(
      `${operation.id}: there is no argument \`${shortened(unknown)}\`; there ${there}`,
      {
        expected: `${operation.id} with ${known.length ? known.join(', ') : 'no arguments'}`,
        got: shortened(unknown),
      },
    );
  }
}

function textOf(operation: Operation, name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  const got = shortened(JSON.stringify(value) ?? 'nothing');
  throw new WrongArguments(
    `${operation.id}: \`${name}\` has to be a text that is not empty; got ${got}`,
    {
      expected: `${operation.id} with ${name}, a non-empty string`,
      got: value === undefined ? 'none' : got,
    },
  );
}

function setParameter(request: ToolRequest, parameter: Parameter, value: string): void {
  if (parameter.in === 'path') request.path[parameter.name] = value;
  else if (parameter.in === 'query') request.query[parameter.name] = value;
  else request.headers[parameter.name.toLowerCase()] = value;
}
