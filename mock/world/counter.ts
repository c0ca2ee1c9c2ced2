import type {WindowKind} from './window.ts';

/** The properties of a request that determine to which count of a limit it belongs. */
export interface Facets {
  /** Key of the credential. */
  credential?: string;
  /** Key of the workspace or store. */
  tenant: string;
  method?: string;
  /** Absent for a path that belongs to no operation. */
  operation?: string | undefined;
  /** Version of the API. */
  version: string;
}

/** What a limit counts. The maximum is a number that the chapter declares (`numbers`). */
export interface Counter {
  /** Requests that differ in one of these properties are counted separately. */
  by: (keyof Facets)[];
  /** Length of the period in milliseconds. */
  span: number;
  /**
   * Whether the period slides with each request or starts again after it has ended. Default: sliding, or the value of
   * a freedom of the world where the document leaves it open.
   */
  kind?: Exclude<WindowKind, 'bucket'>;
  /** The HTTP methods that count. Default: all. */
  methods?: string[];
}

/**
 * The name of the count of a request: the values of its facets, joined by colons. Most counters have one facet, and
 * then no array is built for every request.
 */
export function countedAs({by}: Counter, facets: Facets): string {
  const [first, ...others] = by;
  if (first && !others.length) return facets[first] ?? '';
  return by.map((name) => facets[name] ?? '').join(':');
}

/** Returns a counter by name. @throws RangeError when no chapter declares it */
export function declaredCounter(
  counters: Readonly<Record<string, Counter>>,
  name: string,
): Counter {
  const counter = counters[name];
  if (!counter) throw new RangeError(`no chapter declares a counter \`${name}\``);
  return counter;
}
