/** Families of defects that remember earlier requests. */

import type {Seam} from '../../defect.ts';
import {
  isRefused,
  type Done,
  type Input,
  type Refused,
  type Transition,
  type View,
} from '../../operation.ts';
import {around} from '../breaking.ts';

/**
 * Does something else with a request that names what a refused one named.
 * @param named what a request names; undefined: nothing
 * @param isMeant selects the refusals that are remembered
 */
export const onceRefused = (
  operations: string[],
  named: (input: Input) => string | undefined,
  isMeant: (refusal: Refused, view: View, input: Input) => boolean,
  then: (next: Transition, view: View, input: Input) => Done | Refused,
): Seam =>
  around(operations, (next) => {
    const refused = new Set<string>();
    return (view, input) => {
      const name = named(input);
      if (name !== undefined && refused.has(name)) return then(next, view, input);
      const outcome = next(view, input);
      const isKept = isRefused(outcome) && isMeant(outcome, view, input);
      if (isKept && name !== undefined) refused.add(name);
      return outcome;
    };
  });

/** Makes a seam with the function of `around` anew for each world, because it remembers what happened there. */
export const inEachWorld = (operations: string[], make: () => Seam): Seam =>
  around(operations, (next, without) => {
    const seam = make();
    return seam.seam === 'around' ? seam.around(next, without) : next;
  });
