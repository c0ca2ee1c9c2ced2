import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {EffectiveContract} from './effective-contract.ts';

/** The paths of operations, with the URLs that a deployment handed out where a path is open. */
export class Paths {
  readonly #effective: EffectiveContract;
  /** URLs by kind and id of the resource, for example `upload 17`. */
  readonly #handedOut = new Map<string, string>();

  constructor(effective: EffectiveContract) {
    this.#effective = effective;
  }

  /**
   * The path below the base address.
   * @param parameters of the path, by name
   * @returns undefined when the path is open and this deployment has not handed out its URL
   */
  of(operation: Operation, parameters: Record<string, string>): string | undefined {
    const {contract, profile} = this.#effective;
    const choice = profile.paths[operation.id];
    if (choice && 'followed' in choice) {
      const [id] = Object.values(parameters);
      return this.#handedOut.get(`${choice.followed.kind} ${id}`);
    }
    const template = choice?.template ?? contract.prefix + operation.path;
    return template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
  }

  /** Remembers the URLs that a response handed out for a resource that it made. */
  remember(operation: Operation, headers: Record<string, string>, body: unknown): void {
    if (!operation.creates) return;
    const id = at(body, operation.creates.id);
    for (const choice of Object.values(this.#effective.profile.paths)) {
      if (!('followed' in choice) || choice.followed.from !== operation.id) continue;
      const url = headers[choice.followed.header.toLowerCase()];
      if (url && id !== undefined)
        this.#handedOut.set(`${choice.followed.kind} ${String(id)}`, url);
    }
  }
}
