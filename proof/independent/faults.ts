import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';

/** The parts of the faults: each has a file of its own, which not everybody may read. */
export const PARTS = ['a', 'b', 'c', 'd', 'e'] as const;

export type Part = (typeof PARTS)[number];

/** A fault that an independent server can have. */
export interface Fault {
  api: Api;
  name: string;
  part: Part;
  /** `flat`: an ordinary request shows it; `deep`: only some values, states, pairs, instants or races do. */
  kind: 'flat' | 'deep';
  /** The checklist row that it breaks. */
  row: string;
}

/** The faults of one part of an API: the files of the other parts are not opened. */
export function faultsOf(api: Api, part: Part): Fault[] {
  const file = projectFile(`proof/independent/${api}/faults-${part}.tsv`);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name = '', kind = '', row = ''] = line.split('\t');
    return {api, name, part, kind: kind === 'deep' ? 'deep' : 'flat', row};
  });
}
