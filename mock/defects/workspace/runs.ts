import type {Defect} from '../../defect.ts';
import {ceilings} from './runs/ceilings.ts';
import {keysOfRefused, retries} from './runs/retries.ts';
import {sideBySide} from './runs/side-by-side.ts';
import {states} from './runs/states.ts';
import {versions} from './runs/versions.ts';

/** Defects of the rules of `workspace/runs`. */
export const runs: Defect[] = [
  ...states,
  ...versions,
  ...retries,
  ...keysOfRefused,
  ...ceilings,
  ...sideBySide,
];
