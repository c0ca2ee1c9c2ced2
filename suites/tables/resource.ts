/** What a chapter says once of its resource, so that `tenants.ts` and `credentials.ts` can make and find it. */

import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import type {Request, Requests} from '../language/requests.ts';
import type {Args, Handle, Script} from '../language/script.ts';

/** The most pages of a walk: a store may have thousands of rows, and every page uses one read. */
export const MOST_PAGES = 30;

/** What a scene has made of a resource, and the requests about it. */
export interface Thing<M extends string, S extends string> {
  /** The responses by which it is recognized: creations, or answers of a hook. */
  made: Record<M, Handle>;
  /** Requests by which its own store sees the state that writes change. */
  shown: Requests<S>;
  /** Lists that its own store finds it in, and reads that may find something else with the same id. */
  lists: Requests;
  /** Reads that name nothing else. */
  reads?: Requests | undefined;
  /** Every request that changes it, by every name. */
  writes: Requests;
  /** The creation of another one, and a request that finds what was created. */
  another?: {creation: Request; found: Request};
  /** Requests of other chapters that name it. */
  elsewhere?: Requests;
}

/** A resource of a store. */
export interface Resource<M extends string = string, S extends string = string> {
  /** In the singular: `order`. */
  kind: string;
  /** Records its creation as set-up. @param by whose token is used; without it that of an admin */
  make(s: Script, by?: Args): Thing<M, S>;
  /** The rows on pages, or in a read, of what was created. @param created the responses to creations */
  rowsIn(pages: Exchange[], created: readonly Exchange[]): unknown[];
  /** After requests that have no effect, its own store sees what it saw before them. */
  expectAsBefore(
    before: Record<S, Exchange>,
    after: Record<S, Exchange>,
    made: Record<M, Exchange>,
  ): Judgement;
  /** Whether a write of another store that is answered as a success says that it did nothing. */
  isHarmless?(response: Exchange): boolean;
  /** A hook makes it: it is only hidden from others if its own store shows it. */
  isMadeByHook?: true;
}
