import {readFileSync} from 'node:fs';
import {PARTS, type Part} from './faults.ts';

/** What a self-test counted. No fault of another part than A is named anywhere. */
export interface Counts {
  /** Assertions that the correct server passed. */
  assertions: number;
  /** Faults that have a probe. */
  faults: number;
  /** Faults that were tried. */
  tried: number;
  /** Faults whose probe sees them, and sees nothing on the correct server. */
  seen: number;
  /** What is not as it should be. */
  wrong: string[];
}

/** What the file of its part, as `faults-a.tsv`, says of a fault. */
export interface Described {
  name: string;
  part: Part;
  row: string;
}

/** The faults of all parts, from the files in a folder. */
export function describedIn(folder: URL): Described[] {
  return PARTS.flatMap((part) => {
    const lines = readFileSync(new URL(`faults-${part}.tsv`, folder), 'utf8')
      .trim()
      .split('\n');
    return lines.slice(1).map((line) => {
      const [name = '', , row = ''] = line.split('\t');
      return {name, part, row};
    });
  });
}

/** What is wrong with the descriptions: they and the probes must be of the same faults. */
export function misdescribed(
  described: readonly Described[],
  probes: readonly string[],
  checklist: URL,
): string[] {
  const names = new Set(described.map((one) => one.name));
  const rows = readFileSync(checklist, 'utf8');
  const wrong: [string, number][] = [
    ['probes have a name that is there twice', probes.length - new Set(probes).size],
    ['faults are described twice', described.length - names.size],
    ['faults have no description', probes.filter((name) => !names.has(name)).length],
    ['faults have no probe', [...names].filter((name) => !probes.includes(name)).length],
    ['rows do not exist', described.filter(({row}) => !rows.includes(`\n${row}\t`)).length],
  ];
  return wrong.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
}

/** A failure, by name when the fault is of part A. */
export function failure(described: readonly Described[], name: string, what: string): string {
  const part = described.find((one) => one.name === name)?.part;
  if (part === 'a') return `${name}: ${what}`;
  return `a fault of part ${part?.toUpperCase() ?? '?'} fails its probe`;
}

/** Every n-th of a list, from the first on. */
export function sample<T>(list: readonly T[], every: number): T[] {
  return list.filter((_, index) => index % every === 0);
}
