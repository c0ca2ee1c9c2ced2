import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';

export type Half = 'a' | 'b';

/** A fault that an independent server can have. */
export interface Fault {
  api: Api;
  name: string;
  half: Half;
  /** `flat`: an ordinary request shows it; `deep`: only some values, states, pairs, instants or races do. */
  kind: 'flat' | 'deep';
  /** The checklist row that it breaks. */
  row: string;
}

/** The faults of one half of an API: the other half's file is not opened. */
export function faultsOf(api: Api, half: Half): Fault[] {
  const file = projectFile(`proof/independent/${api}/faults-${half}.tsv`);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name = '', kind = '', row = ''] = line.split('\t');
    return {api, name, half, kind: kind === 'deep' ? 'deep' : 'flat', row};
  });
}
