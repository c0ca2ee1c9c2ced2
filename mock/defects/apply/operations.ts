import type {Defect, Without} from '../../defect.ts';
import {isGuarded} from '../../guarded.ts';
import type {Transition} from '../../operation.ts';
import {concerns, ofSeam} from './select.ts';

/** An operation without some of its guards, and wrapped in functions. */
interface DefectiveOperation {
  /** The operation that serves requests. */
  transition: Transition;
  /** The same without any guard: it performs the work of a refused request (seam `effect`). */
  unguarded: Transition;
}

/** Changes an operation according to defects (seams `skip` and `around`). */
export function defectiveOperation(
  defects: readonly Defect[],
  id: string,
  plain: Transition,
): DefectiveOperation {
  const skipped = new Set(
    ofSeam(defects, 'skip')
      .filter((defect) => concerns(defect, id))
      .map(({situation}) => situation),
  );
  const wrappers = ofSeam(defects, 'around').filter((defect) => concerns(defect, id));
  const without: Without = (removed) =>
    reduced(plain, (situation) => skipped.has(situation) || removed(situation));
  const wrapped = (transition: Transition): Transition =>
    wrappers.reduce((next, defect) => defect.around(next, without), transition);
  return {
    transition: wrapped(without(() => false)),
    unguarded: wrapped(reduced(plain, () => true)),
  };
}

const reduced = (transition: Transition, removed: (situation: string) => boolean): Transition =>
  isGuarded(transition) ? transition.without(removed) : transition;
