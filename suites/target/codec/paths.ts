import {encodedSegment} from '../../../spec/encoded-value.ts';
import type {Operation} from '../../../spec/contract.ts';
import {at, isObject, toText, withAt} from '../../../spec/json.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {idPointerOf, nestedId, parentParameter, partsOf} from './nested-ids.ts';

/**
 * The path of every operation. Where the document leaves a path open, the profile has it: a
 * template, or the header of an earlier response in which the deployment gives the URL.
 */
export class Paths {
  readonly #effective: EffectiveContract;
  /** URLs from headers, by kind and id of the resource, for example `report 17`. */
  readonly #followed = new Map<string, string>();
  /** Path parameters of the requests that created resources, by operation and id. */
  readonly #parents = new Map<string, Record<string, string>>();
  /** Those of the last request of each operation, for resources that nobody has created. */
  readonly #lastParents = new Map<string, Record<string, string>>();

  constructor(effective: EffectiveContract) {
    this.#effective = effective;
  }

  /**
   * The path below the base address.
   * @param parameters of the path, by name
   * @returns undefined when only an earlier response could tell the URL, and none has done so yet
   */
  of(operation: Operation, parameters: Record<string, string>): string | undefined {
    const {contract, profile} = this.#effective;
    const choice = profile.paths[operation.id];
    if (choice && 'followed' in choice) {
      // Such a path has one parameter, the id of the resource.
      const [id] = Object.values(parameters);
      return this.#followed.get(`${choice.followed.kind} ${id}`);
    }
    const template = choice
      ? withPrefix(choice.template, [contract.prefix, operation.prefix])
      : operation.prefix + operation.path;
    const known = {...this.parentOf(operation, parameters), ...this.alone(operation, parameters)};
    if (operation.parent?.parameters.some((name) => !(name in known) && names(template, name)))
      return undefined;
    return template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      encodedSegment(known[name] ?? ''),
    );
  }

  /**
   * The parameters of the resource below which the deployment may serve this one.
   * @param parameters of the path, by name
   */
  parentOf(
    operation: Operation,
    parameters: Record<string, string>,
  ): Record<string, string> | undefined {
    if (!operation.parent) return undefined;
    const {of} = operation.parent;
    const [id] = Object.values(parameters);
    const name = parentParameter(this.#effective, operation);
    const nested = name === undefined ? undefined : partsOf(toText(id));
    if (name !== undefined && nested) return {[name]: nested.parent};
    return this.#parents.get(`${of} ${toText(id)}`) ?? this.#lastParents.get(of);
  }

  /** The path parameters of a request, in which the id of a nested resource does not name the parent. */
  alone(operation: Operation, parameters: Record<string, string>): Record<string, string> {
    if (!operation.parent || parentParameter(this.#effective, operation) === undefined)
      return parameters;
    return Object.fromEntries(
      Object.entries(parameters).map(([name, id]) => [name, partsOf(toText(id))?.id ?? id]),
    );
  }

  /**
   * The body of a success, in which the id of a nested resource names the parent.
   * @param parameters of the path of the request
   */
  nested(operation: Operation, parameters: Record<string, string>, body: unknown): unknown {
    const name = parentParameter(this.#effective, operation);
    const pointer = idPointerOf(operation);
    if (name === undefined || pointer === undefined || !isObject(body)) return body;
    const id = at(body, pointer);
    const parent = operation.parent
      ? this.parentOf(operation, parameters)?.[name]
      : parameters[name];
    if (typeof id !== 'string' || id === '' || parent === undefined) return body;
    return withAt(body, pointer, nestedId(this.#shownParent(name, body) ?? parent, id));
  }

  /**
   * The parent that a body shows, if it is one that the run knows: a retry with the key that was sent for another
   * publication may be answered with the run of that one (NS-WS-17).
   */
  #shownParent(name: string, body: Record<string, unknown>): string | undefined {
    const shown = body[`${name}_id`];
    const isKnown = [...this.#parents.values()].some((one) => one[name] === shown);
    return typeof shown === 'string' && isKnown ? shown : undefined;
  }

  /**
   * Remembers with which path parameters a resource was created.
   * @param parameters of the path of the request
   * @param body of its response, in canonical names
   */
  rememberParent(
    {id: of, creates}: Operation,
    parameters: Record<string, string>,
    body: unknown,
  ): void {
    const id = creates?.id === undefined ? undefined : at(body, creates.id);
    if (id === undefined) return;
    this.#parents.set(`${of} ${String(id)}`, parameters);
    this.#lastParents.set(of, parameters);
  }

  /**
   * Remembers the URLs that the headers of a response give for the resource that it made or shows.
   * @param body in canonical names
   */
  remember(operation: Operation, headers: Record<string, string>, body: unknown): void {
    const pointer = idPointerOf(operation);
    const id = pointer === undefined ? undefined : at(body, pointer);
    if (id === undefined) return;
    for (const choice of Object.values(this.#effective.profile.paths)) {
      if (!('followed' in choice)) continue;
      const {kind, from, header} = choice.followed;
      const url = headers[header.toLowerCase()];
      if (url && from === operation.id) this.#followed.set(`${kind} ${String(id)}`, url);
    }
  }
}

const names = (template: string, parameter: string): boolean => template.includes(`{${parameter}}`);

/**
 * The template of a path below the base address. A profile may write it with the prefix of the API
 * or of the operation or, like the document, without it.
 */
function withPrefix(template: string, prefixes: [ofApi: string, ofOperation: string]): string {
  const isWhole = prefixes.some((prefix) => template.includes(`${prefix}/`));
  return isWhole ? template : prefixes[1] + template;
}
