import type {Defect} from '../../defect.ts';
import type {Limit} from '../../http/api-interface.ts';
import type {Ports} from '../../world/ports.ts';
import {isSkipped, ofSeam} from './select.ts';

/** Milliseconds after which a late limit counts a request. */
const LATE_MS = 2;

/** Limits that refuse nothing for some operations (seam `skip`), or that count late (seam `late`). */
export const limitsWith = (
  defects: readonly Defect[],
  limits: readonly Limit[],
  ports: Ports,
): readonly Limit[] => limits.map((limit) => limitWith(defects, limit, ports));

function limitWith(defects: readonly Defect[], limit: Limit, ports: Ports): Limit {
  return {
    ...limit,
    admit(world, facets) {
      if (limit.countsOnly && isLate(defects, limit)) {
        void ports.wait(LATE_MS).then(() => limit.admit(world, facets));
        return undefined;
      }
      const isAdmitted =
        !limit.countsOnly &&
        facets.operation !== undefined &&
        isSkipped(defects, limit.situation, facets.operation, facets);
      return isAdmitted ? undefined : limit.admit(world, facets);
    },
  };
}

const isLate = (defects: readonly Defect[], {situation}: Limit): boolean =>
  ofSeam(defects, 'late').some((defect) => defect.situation === situation);
