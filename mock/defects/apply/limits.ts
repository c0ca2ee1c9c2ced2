import type {Defect} from '../../defect.ts';
import type {Limit} from '../../http/api-interface.ts';
import {isSkipped} from './select.ts';

/** Limits that some operations are not refused by (seam `skip`). */
export const limitsWithout = (
  defects: readonly Defect[],
  limits: readonly Limit[],
): readonly Limit[] =>
  limits.map((limit) => ({
    ...limit,
    admit: (world, facets) =>
      !limit.countsOnly &&
      facets.operation !== undefined &&
      isSkipped(defects, limit.situation, facets.operation)
        ? undefined
        : limit.admit(world, facets),
  }));
