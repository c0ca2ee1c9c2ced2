import type {Defect} from '../defect.ts';
import type {Kit} from './kit.ts';
import type {WindowKind} from './window.ts';

/** What may be told apart of a request that is counted. */
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
  /** How the span turns; where a document leaves it open, a freedom says it. Default: sliding. */
  kind?: Exclude<WindowKind, 'bucket'>;
  /** Methods that count. Default: all. */
  methods?: string[];
}

/** Under which name a request is counted. */
export const countedAs = ({by}: Counter, facets: Facets): string =>
  by.length === 1 ? (facets[by[0]!] ?? '') : by.map((name) => facets[name] ?? '').join(':');

/** Every counter of a world by name: the chapters' own, then what defects do. */
export function countersOf(
  kit: Kit,
  defects: readonly Defect[],
): Readonly<Record<string, Counter>> {
  const counters = {...kit.counters};
  for (const defect of defects)
    if (defect.seam === 'count') {
      const {counter: name, ...other} = defect.count;
      if (!counters[name])
        throw new Error(`defect ${defect.name}: there is no counter \`${name}\``);
      counters[name] = {...counters[name], ...other};
    }
  return counters;
}
