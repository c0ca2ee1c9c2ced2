import type {Chapter} from '../chapter.ts';
import {isRefused, type Done, type Refused, type Transition} from '../operation.ts';
import {WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';

/** Gives a world other site operations than the documented ones. */
export type SiteOperationOf = (world: World, id: string, documented: Transition) => Transition;

/** A call of a site operation. */
export interface SiteCall {
  /** Name of the operation, as its chapter has it in `siteOperations`. */
  operation: string;
  /** Key of the store. */
  tenant: string;
  body: unknown;
  /** For the journal: method and path of the page that was asked for; a hook has neither. */
  page?: {method: string; path: string};
}

/**
 * What people and payment gateways do to a store, beside its API: on the store's own pages, and by
 * the hooks of the control plane in their place. The work is done by pure operations, as that of
 * the API is, so that a defect can wrap it.
 */
export class SiteOperations {
  readonly #documented: ReadonlyMap<string, Transition>;
  readonly #worlds: Worlds;
  readonly #of: SiteOperationOf;

  /** @param of the operations of a world, made of the documented ones */
  constructor(chapters: readonly Chapter[], worlds: Worlds, of: SiteOperationOf) {
    this.#documented = new Map(
      chapters.flatMap(({siteOperations = {}}) => Object.entries(siteOperations)),
    );
    this.#worlds = worlds;
    this.#of = of;
  }

  /**
   * Performs an operation, commits its changes and journals it.
   * @returns the outcome, when its changes are kept
   * @throws Error for a name that no chapter declares
   */
  async perform(world: World, call: SiteCall): Promise<Done | Refused> {
    const {operation, tenant, body, page} = call;
    const documented = this.#documented.get(operation);
    if (!documented) throw new Error(`no chapter declares a site operation \`${operation}\``);
    const view = new WorldView(world, tenant, world.now());
    const input = {path: {}, query: {}, headers: {}, body, by: ''};
    const outcome = this.#of(world, operation, documented)(view, input);
    const {changes = [], effects = []} = isRefused(outcome) ? {} : outcome;
    const kept = changes.length || effects.length ? world.commit({changes, effects}) : undefined;
    await kept;
    this.#worlds.journal({
      at: world.now(),
      world: world.id,
      method: page?.method ?? 'HOOK',
      path: page?.path ?? `/${operation}`,
      status: isRefused(outcome) ? 409 : 200,
      operation,
      situation: isRefused(outcome) ? outcome.refused : outcome.situation,
      ...(isRefused(outcome) && {why: outcome.why}),
      ...(changes.length && {
        changes: changes.map(
          (change) => `${change.table}/${'put' in change ? change.put.key : change.del}`,
        ),
      }),
    });
    return outcome;
  }
}
