import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {Lookup} from '../../../spec/openapi.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import {isSameText} from '../../values/normalized.ts';

/** A resource that a request may have created and whose id no response has shown yet. */
export interface Awaited {
  /** The operation that creates such resources. */
  operation: Operation;
  lookup: Lookup;
  /** The value by which a list finds it. */
  value: string;
  /** The role that created it. */
  by: string;
  /** Whether a success says that it exists. */
  isCertain?: boolean;
}

/** What is known of an awaited resource. */
interface AwaitedState extends Awaited {
  /** Requests that may have created it and have no response, perhaps because it is still to come. */
  unanswered: number;
}

/** What names an awaited resource. */
export type AwaitedKey = Pick<Awaited, 'operation' | 'value' | 'by'>;

/**
 * The resources that a run created, or may have created, without being told their ids (`x-creates.lookup`): because the
 * response does not show the id, because another resource was created with them, or because no response came. Their
 * ids become known when a list shows their rows.
 */
export class AwaitedIds {
  readonly #awaited = new Map<string, AwaitedState>();
  /** What a response has shown with its id. */
  readonly #known = new Set<string>();

  /** Notes a request that is about to be sent. */
  begin(awaited: Awaited): void {
    const key = keyOf(awaited);
    if (this.#known.has(key)) return;
    const before = this.#awaited.get(key);
    this.#awaited.set(key, {...awaited, ...before, unanswered: (before?.unanswered ?? 0) + 1});
  }

  /** Notes that a request of `begin` has succeeded: what it created exists. @returns whether its id is to be found */
  confirm(awaited: Awaited): boolean {
    const state = this.#awaited.get(keyOf(awaited));
    if (state) Object.assign(state, {unanswered: state.unanswered - 1, isCertain: true});
    return state !== undefined;
  }

  /** Notes that a request of `begin` was refused. @returns whether it is not awaited any more */
  refuse(awaited: Awaited): boolean {
    const key = keyOf(awaited);
    const state = this.#awaited.get(key);
    if (!state) return false;
    state.unanswered -= 1;
    return state.unanswered <= 0 && !state.isCertain && this.#awaited.delete(key);
  }

  /**
   * Notes that a list does not show it: then no request has created it, unless a success says so.
   * @returns whether it is not awaited any more
   */
  miss(awaited: AwaitedKey): boolean {
    const key = keyOf(awaited);
    return !this.#awaited.get(key)?.isCertain && this.#awaited.delete(key);
  }

  /** Notes that a response has shown it with its id. */
  know(awaited: AwaitedKey): void {
    this.#known.add(keyOf(awaited));
    this.#awaited.delete(keyOf(awaited));
  }

  /**
   * Returns the awaited ids that a list shows. They are not awaited any more.
   * @param operation the operation of the list
   * @param body the body of its response, in canonical names
   * @param by the role that read the list, which shows the resources of its tenant
   */
  shownBy(operation: Operation, body: unknown, by: string): (Awaited & {id: string})[] {
    const {shows} = operation;
    const rows = shows && at(body, shows.rows);
    if (!shows || !Array.isArray(rows) || !this.#awaited.size) return [];
    const found = this.all.flatMap((one) => {
      if (one.lookup.by !== operation.id || tenantOf(one.by) !== tenantOf(by)) return [];
      return rows.flatMap((row) => {
        const id = at(row, shows.id);
        return isRowOf(one, row) && isId(id) ? [{...one, id: String(id)}] : [];
      });
    });
    for (const one of found) this.know(one);
    return found;
  }

  /** The resources whose ids are not known yet. */
  get all(): readonly Awaited[] {
    return [...this.#awaited.values()];
  }
}

/** Which tenant of an API a role belongs to: two tenants may have equal ids and values. */
export const tenantOf = (role: string): string => (belongsToSecondTenant(role) ? 'second' : 'main');

const keyOf = ({operation, value, by}: AwaitedKey): string =>
  `${operation.id} ${tenantOf(by)} ${value}`;

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function isRowOf({lookup, value}: Awaited, row: unknown): boolean {
  const shown = at(row, lookup.member);
  return typeof shown === 'string' && isSameText(value, shown);
}
