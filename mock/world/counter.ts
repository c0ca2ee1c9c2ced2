import type {WindowKind} from './window.ts';

/** The properties of a request by which requests can be counted apart. */
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

/** What a limit counts. The limit itself is a number of the chapter. */
export interface Counter {
  /** Requests that differ in one of these are counted apart. */
  by: (keyof Facets)[];
  /** Milliseconds. */
  span: number;
  /** How the span turns; a freedom decides it where a document leaves it open. Default: sliding. */
  kind?: Exclude<WindowKind, 'bucket'>;
  /** Methods that count. Default: all. */
  methods?: string[];
}

/** Under which name a request is counted. */
export function countedAs({by}: Counter, facets: Facets): string {
  const [first, ...others] = by;
  if (first && !others.length) return facets[first] ?? '';
  return by.map((name) => facets[name] ?? '').join(':');
}
