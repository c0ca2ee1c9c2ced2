import type {Operation} from '../../../spec/contract.ts';
import {at} from '../../../spec/json.ts';
import type {Lookup} from '../../../spec/openapi.ts';
import {isSameText} from '../../values/normalized.ts';

/** A created resource whose id no response has shown yet. */
export interface Awaited {
  operation: Operation;
  lookup: Lookup;
  /** How it is found in a list. */
  value: string;
  /** The caller that created it, as in its exchange. */
  by: string;
}

/**
 * What a run created by operations whose response does not show an id (`x-creates.lookup`): a list
 * that shows its row tells the id.
 */
export class AwaitedIds {
  #awaited: Awaited[] = [];

  /**
   * Notes a creation.
   * @param request the body of the request, in canonical names
   * @param isOwn whether a text is unlike every other: by a name that others may have too, something
   * of theirs would be taken for the run's own
   */
  note(operation: Operation, request: unknown, by: string, isOwn: (text: string) => boolean): void {
    const {lookup} = operation.creates ?? {};
    const value = lookup && at(request, lookup.member);
    if (!lookup || typeof value !== 'string' || !isOwn(value)) return;
    this.#awaited.push({operation, lookup, value, by});
  }

  /**
   * The ids that a list shows of what is awaited, which are awaited no more.
   * @param operation that lists
   * @param body of its response, in canonical names
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
