import type {Defect} from '../../defect.ts';
import {isRefused, type Transition} from '../../operation.ts';
import type {World} from '../../world/world.ts';
import {defectiveOperation} from './operations.ts';
import {concerns, ofSeam} from './select.ts';
import {changedByAll} from './changed-rows.ts';

/** Changes a site operation according to the defects of the world (seams `skip`, `around` and `change`). */
export function defectiveSiteOperation(
  defects: readonly Defect[],
  world: World,
  id: string,
  documented: Transition,
): Transition {
  const {transition} = defectiveOperation(defects, id, documented);
  const changed = ofSeam(defects, 'change').filter((defect) => concerns(defect, id));
  if (!changed.length) return transition;
  return (view, input) => {
    const outcome = transition(view, input);
    if (isRefused(outcome) || !outcome.changes) return outcome;
    return {...outcome, changes: changedByAll(world, outcome.changes, changed)};
  };
}
