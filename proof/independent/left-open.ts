import {readFileSync} from 'node:fs';
import type {Api} from '../../spec/rule.ts';
import {projectFile} from '../root.ts';

/** A fault that turned out to break no sentence: the document leaves open what it does. */
export interface LeftOpen {
  name: string;
  /** The open point (`NS-ST-44`), or the row of the checklist that is of level `observed` or cannot be tested. */
  point: string;
  why: string;
}

/** The faults of an API that the document leaves open; figures leave them out. */
export function leftOpenIn(api: Api): LeftOpen[] {
  const file = projectFile(`proof/independent/${api}/left-open.tsv`);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name = '', point = '', why = ''] = line.split('\t');
    return {name, point, why};
  });
}
