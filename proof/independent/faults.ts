import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';

/** The parts of the faults: each has a file of its own, which not everybody may read. */
export const PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

export type Part = (typeof PARTS)[number];

/** The parts whose faults have halves, in the order in which their lines are counted. */
export const HALVED: readonly Part[] = ['f', 'g'];

/** The parts that makers of checks may have read. */
export const READ_PARTS: readonly Part[] = PARTS.filter((part) => !HALVED.includes(part));

/** The halves of these parts: one is measured while the other stays unread. */
export const HALVES = ['a', 'b'] as const;

export type Half = (typeof HALVES)[number];

/** A fault that an independent server can have. */
export interface Fault {
  api: Api;
  name: string;
  part: Part;
  /** `flat`: an ordinary request shows it; `deep`: only some values, states, pairs, instants or races do. */
  kind: 'flat' | 'deep';
  /** The checklist row that it breaks. */
  row: string;
  /** What it takes to show it, in one word (`race`); earlier parts do not say it. */
  class?: string;
  /** Faults of the parts F and G alone. */
  half?: Half;
}

/** The faults of one part of an API; other files are opened only to count the lines before those of a part with halves. */
export function faultsOf(api: Api, part: Part): Fault[] {
  const before = HALVED.slice(0, Math.max(0, HALVED.indexOf(part)));
  const lines = [...before, part].flatMap((one) => faultsIn(api, one));
  const counted = HALVED.includes(part) ? halved(lines) : lines;
  return counted.filter((one) => one.part === part);
}

/** Deals faults out to the halves: within each class the odd ones are half A, the even ones half B. */
export function halved(faults: readonly Fault[]): Fault[] {
  const counts = new Map<string | undefined, number>();
  return faults.map((fault) => {
    const before = counts.get(fault.class) ?? 0;
    counts.set(fault.class, before + 1);
    return {...fault, half: before % 2 === 0 ? 'a' : 'b'};
  });
}

function faultsIn(api: Api, part: Part): Fault[] {
  const file = projectFile(`proof/independent/${api}/faults-${part}.tsv`);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name = '', kind = '', row = '', , , itsClass] = line.split('\t');
    const fault: Fault = {api, name, part, kind: kind === 'deep' ? 'deep' : 'flat', row};
    return itsClass === undefined ? fault : {...fault, class: itsClass};
  });
}
