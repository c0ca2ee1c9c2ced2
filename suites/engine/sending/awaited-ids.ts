import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {Lookup} from '../../../spec/openapi.ts';
import {isSameText} from '../../values/normalized.ts';

/** A created resource whose id no response has shown yet. */
export interface Awaited {
  operation: Operation;
  lookup: Lookup;
  /** The value by which a list finds it. */
  value: string;
  /** The caller that created it, as in its exchange. */
  by: string;
}

/**
 * The resources that a run created by operations whose response shows no id (`x-creates.lookup`). Their
 * ids become known when a list shows their rows.
 */
export class AwaitedIds {
  #awaited: Awaited[] = [];

  /**
   * Notes a creation.
   * @param request the body of the request, in canonical names
   * @param isOwn whether a text contains a fresh value of the run. By any other name, a resource of
   * somebody else could be found.
   */
  note(operation: Operation, request: unknown, by: string, isOwn: (text: string) => boolean): void {
    const {lookup} = operation.creates ?? {};
    const value = lookup && at(request, lookup.member);
    if (!lookup || typeof value !== 'string' || !isOwn(value)) return;
    this.#awaited.push({operation, lookup, value, by});
  }

  /**
   * Returns the awaited ids that a list shows. They are not awaited any more.
   * @param operation the operation of the list
   * @param body the body of its response, in canonical names
   */
  shownBy(operation: Operation, body: unknown): (Awaited & {id: string})[] {
    const {shows} = operation;
    const rows = shows && at(body, shows.rows);
    if (!shows || !Array.isArray(rows) || !this.#awaited.length) return [];
    const found = this.#awaited.flatMap((one) => {
      if (one.lookup.by !== operation.id) return [];
      return rows.flatMap((row) => {
        const id = at(row, shows.id);
        return isRowOf(one, row) && isId(id) ? [{...one, id: String(id)}] : [];
      });
    });
    const values = new Set(found.map(({value}) => value));
    this.#awaited = this.#awaited.filter(({value}) => !values.has(value));
    return found;
  }

  /** The resources whose ids are not known yet. */
  get all(): readonly Awaited[] {
    return this.#awaited;
  }
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

function isRowOf({lookup, value}: Awaited, row: unknown): boolean {
  const shown = at(row, lookup.member);
  return typeof shown === 'string' && isSameText(value, shown);
}
