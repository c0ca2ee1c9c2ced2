import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {concerns, ofSeam} from './select.ts';
import {changedByAll} from './changed-rows.ts';

/** Commits with lost or other changes (seam `change`). */
export function commitWith(
  defects: readonly Defect[],
  next: Pipeline['commit'],
): Pipeline['commit'] {
  const all = ofSeam(defects, 'change');
  return (context) => {
    const {outcome, operation, world} = context;
    const here = all.filter((defect) => concerns(defect, operation.contract.id));
    if (outcome?.changes && here.length)
      context.outcome = {
        ...outcome,
        changes: changedByAll(world, outcome.changes, here),
      };
    return next(context);
  };
}
