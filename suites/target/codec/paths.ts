import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {EffectiveContract} from './effective-contract.ts';

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
    const known = {...this.parentOf(operation, parameters), ...parameters};
    if (operation.parent?.parameters.some((name) => !(name in known) && names(template, name)))
      return undefined;
    return template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      encodeURIComponent(known[name] ?? ''),
    );
  }

  /**
   * The parameters of the resource below which the deployment may serve this one.
   * @param parameters of the path, by name
   */
  parentOf(
    {parent}: Operation,
    parameters: Record<string, unknown>,
  ): Record<string, string> | undefined {
    if (!parent) return undefined;
    const [id] = Object.values(parameters);
    return this.#parents.get(`${parent.of} ${String(id)}`) ?? this.#lastParents.get(parent.of);
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
    const pointer = operation.creates?.id ?? shownId(operation);
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

/** Where a response that shows one resource has its id. */
const shownId = ({represents: [shown]}: Operation): string | undefined =>
  shown === undefined || shown.pointer.includes('*')
    ? undefined
    : shown.pointer + shown.resource.id;

const names = (template: string, parameter: string): boolean => template.includes(`{${parameter}}`);

/**
 * The template of a path below the base address. A profile may write it with the prefix of the API
 * or of the operation or, like the document, without it.
 */
function withPrefix(template: string, prefixes: [ofApi: string, ofOperation: string]): string {
  const isWhole = prefixes.some((prefix) => template.includes(`${prefix}/`));
  return isWhole ? template : prefixes[1] + template;
}
