import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import {forbidden} from '../../http/steps/authorize.ts';
import {concerns, isSkipped, ofSeam} from './select.ts';

/** Requires another ability as well, or none (seams `ability`, `skip`). */
export function authorizeWith(
  defects: readonly Defect[],
  next: Pipeline['authorize'],
): Pipeline['authorize'] {
  const also = ofSeam(defects, 'ability');
  return (context) => {
    const {credential, operation} = context;
    const {ability, contract} = operation;
    if (ability === undefined || isSkipped(defects, 'forbidden', contract.id)) return undefined;
    const lacking = also.find(
      (defect) => concerns(defect, contract.id) && !credential?.abilities?.includes(defect.also),
    );
    return lacking ? forbidden(ability, credential) : next(context);
  };
}
