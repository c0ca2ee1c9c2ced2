import type {Chapter} from '../chapter.ts';
import {isRefused, type Done, type Refused, type Transition} from '../operation.ts';
import type {JournalEntry} from '../world/journal.ts';
import {WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';

/** Gives a world other site operations than the documented ones. */
export type SiteOperationOf = (world: World, id: string, documented: Transition) => Transition;

/** A call of a site operation. */
export interface SiteCall {
  /** Name of the operation, as its chapter has it in `siteOperations`. */
  operation: string;
  /** Key of the store. */
  tenant: string;
  body: unknown;
}

/** What a site operation came to. */
export interface SiteOutcome {
  outcome: Done | Refused;
  /** The same for the journal. */
  entry: Pick<JournalEntry, 'operation' | 'situation' | 'why' | 'changes'>;
}

/**
 * What people and payment gateways do to a store, beside its API: on the store's own pages, and by
 * the hooks of the control plane in their place. The work is done by pure operations, as that of
 * the API is, so that a defect can wrap it.
 */
export class SiteOperations {
  readonly #documented: ReadonlyMap<string, Transition>;
  readonly #of: SiteOperationOf;

  /** @param of the operations of a world, made of the documented ones */
  constructor(chapters: readonly Chapter[], of: SiteOperationOf) {
    this.#documented = new Map(
      chapters.flatMap(({siteOperations = {}}) => Object.entries(siteOperations)),
    );
    this.#of = of;
  }

  /**
   * Performs an operation and commits its changes. Resolves when these are kept.
   * @throws Error for a name that no chapter declares
   */
  async perform(world: World, {operation, tenant, body}: SiteCall): Promise<SiteOutcome> {
    const documented = this.#documented.get(operation);
    if (!documented) throw new Error(`no chapter declares a site operation \`${operation}\``);
    const view = new WorldView(world, tenant, world.now());
    const input = {path: {}, query: {}, headers: {}, body, by: ''};
    const outcome = this.#of(world, operation, documented)(view, input);
    if (isRefused(outcome))
      return {outcome, entry: {operation, situation: outcome.refused, why: outcome.why}};
    const {situation, changes = [], effects = []} = outcome;
    if (changes.length || effects.length) await world.commit({changes, effects});
    const changed = changes.map(
      (change) => `${change.table}/${'put' in change ? change.put.key : change.del}`,
    );
    const entry = {operation, situation, ...(changed.length && {changes: changed})};
    return {outcome, entry};
  }
}
