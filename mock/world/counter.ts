import type {WindowKind} from './window.ts';

/** The properties of a request that decide which count of a limit it belongs to. */
export interface Facets {
  /** Key of the credential. */
  credential?: string;
  /** Key of the workspace or store. */
  tenant: string;
  method?: string;
  /** Absent for a path that is no operation. */
  operation?: string | undefined;
  /** Version of the API. */
  version: string;
}

/** What a limit counts. How many it admits is a number that the chapter declares (`numbers`). */
export interface Counter {
  /** Requests that differ in one of these have counts of their own. */
  by: (keyof Facets)[];
  /** Milliseconds. */
  span: number;
  /**
   * Whether the span slides with each request or begins anew. Default: sliding, or what a freedom
   * of the world chooses where the document leaves it open.
   */
  kind?: Exclude<WindowKind, 'bucket'>;
  /** Methods that count. Default: all. */
  methods?: string[];
}

/**
 * The name of the count that a request belongs to: the values of its facets, joined by colons. Most
 * counters have one facet, and then no list is built for every request.
 */
export function countedAs({by}: Counter, facets: Facets): string {
  const [first, ...others] = by;
  if (first && !others.length) return facets[first] ?? '';
  return by.map((name) => facets[name] ?? '').join(':');
}

/** A counter by name. @throws RangeError when no chapter declares it */
export function declaredCounter(
  counters: Readonly<Record<string, Counter>>,
  name: string,
): Counter {
  const counter = counters[name];
  if (!counter) throw new RangeError(`no chapter declares a counter \`${name}\``);
  return counter;
}
