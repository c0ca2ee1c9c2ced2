import type {Defect} from '../../defect.ts';
import {atPlace, breaking} from '../breaking.ts';

/** Defects by which an operation is not counted in the minute of its key. */
export const uncounted: Defect[] = atPlace(
  'runs, and writes that would be served',
  ['startRun', 'createUpload', 'readRun', 'readReport'].flatMap((operation) =>
    breaking('workspace.limits.operations-count-together', {
      [`${operation} is served in a minute that is used up`]: {
        seam: 'skip',
        situation: 'rate-limited',
        in: [operation],
      },
    }),
  ),
);
