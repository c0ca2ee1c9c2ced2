import type {Chapter} from '../chapter.ts';
import {isRefused, type Done, type Refused, type Transition} from '../operation.ts';
import {nameOfChange} from '../world/events.ts';
import type {JournalEntry} from '../world/journal.ts';
import {WorldView} from '../world/view.ts';
import type {World} from '../world/world.ts';

/** Replaces documented site operations in a world. */
export type SiteOperationOf = (world: World, id: string, documented: Transition) => Transition;

/** A call of a site operation. */
export interface SiteCall {
  /** Name of the operation in `siteOperations` of its chapter. */
  operation: string;
  /** Key of the store. */
  tenant: string;
  body: unknown;
}

/** The result of a site operation. */
export interface SiteOutcome {
  outcome: Done | Refused;
  /** The same for the journal. */
  entry: Pick<JournalEntry, 'operation' | 'situation' | 'why' | 'changes'>;
}

/**
 * Actions of people and payment gateways on a store, outside its API: on the store's own pages, and by hooks of the
 * control plane. They are pure operations, like those of the API, so that interceptors can wrap them.
 */
export class SiteOperations {
  readonly #documented: ReadonlyMap<string, Transition>;
  readonly #of: SiteOperationOf;

  /** @param of returns the operation of a world, given the documented one */
  constructor(chapters: readonly Chapter[], of: SiteOperationOf) {
    this.#documented = new Map(
      chapters.flatMap(({siteOperations = {}}) => Object.entries(siteOperations)),
    );
    this.#of = of;
  }

  /**
   * Performs an operation and commits its changes. Resolves when these are persisted.
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
    const changed = changes.map(nameOfChange);
    const entry = {operation, situation, ...(changed.length && {changes: changed})};
    return {outcome, entry};
  }
}
