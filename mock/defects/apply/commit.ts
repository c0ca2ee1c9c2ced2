import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {changedRows} from './changed-rows.ts';
import {concerns, ofSeam} from './select.ts';

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
        changes: here.reduce(
          (changes, defect) =>
            changedRows(world, changes, (table) => table === defect.table, defect),
          outcome.changes,
        ),
      };
    return next(context);
  };
}
