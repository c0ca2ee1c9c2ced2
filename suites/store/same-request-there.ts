import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {expectNone, when} from '../language/judge.ts';

/** How a resource of a store is found in responses. */
interface Sought {
  /** Its kind in the singular: `user`. */
  kind: string;
  /** The rows of the resource on pages. */
  rowsOn(pages: Exchange[]): unknown[];
}

/** Two stores sent the same request, one directly after the other. */
interface SameRequest {
  /** The pages that the store of the resource got. */
  here: Exchange[];
  /** The pages that the other store got. */
  there: Exchange[];
  /** By what was searched, for the name of the violation. */
  way: string;
}

/** Where the own store finds its resource, another store with the same request does not (Rule 1). */
export const expectHiddenThere = (
  {kind, rowsOn}: Sought,
  {here, there, way}: SameRequest,
): Judgement =>
  when(rowsOn(here).length > 0, `the own store does not find its ${kind}`, () =>
    expectNone(rowsOn(there), `${kind} of another store`, `foreign-listed: ${way}`, there[0]),
  );
