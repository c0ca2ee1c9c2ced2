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

  constructor(effective: EffectiveContract) {
    this.#effective = effective;
  }

  /**
   * The path below the base address.
   * @param parameters of the path, by name
   * @returns undefined when a header gives the URL and no response had it yet
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
    return template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
  }

  /**
   * Remembers the URLs that the headers of a response give for the resource that it made.
   * @param body in canonical names
   */
  remember(operation: Operation, headers: Record<string, string>, body: unknown): void {
    if (operation.creates?.id === undefined) return;
    const id = at(body, operation.creates.id);
    if (id === undefined) return;
    for (const choice of Object.values(this.#effective.profile.paths)) {
      if (!('followed' in choice)) continue;
      const {kind, from, header} = choice.followed;
      const url = headers[header.toLowerCase()];
      if (url && from === operation.id) this.#followed.set(`${kind} ${String(id)}`, url);
    }
  }
}

/**
 * The template of a path below the base address. A profile may write it with the prefix of the API
 * or of the operation or, like the document, without it.
 */
function withPrefix(template: string, prefixes: [ofApi: string, ofOperation: string]): string {
  const isWhole = prefixes.some((prefix) => template.includes(`${prefix}/`));
  return isWhole ? template : prefixes[1] + template;
}
