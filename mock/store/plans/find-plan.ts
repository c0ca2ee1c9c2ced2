import {refuse, type Refused, type View} from '../../operation.ts';
import type {Plan} from './plan.ts';

/** Finds a plan of this store by id that was not deleted. */
export function planById(view: View, id: string): Plan | undefined {
  const plan = view.find<Plan>('plans', id);
  return plan?.deleted === null ? plan : undefined;
}

/**
 * The refusal for an id that does not exist in this store: 404, or with a freedom 403 for a plan of another store
 * (Errors; NS-ST-78).
 */
export function noSuchPlan(view: View, id: string): Refused {
  const isForeign = !view.find<Plan>('plans', id) && view.anywhere<Plan>('plans', id) !== undefined;
  const got = isForeign ? `plan ${id} of another store` : `no plan ${id}`;
  const situation =
    isForeign && view.freedom('users.foreign') === 'forbidden'
      ? 'foreign-refused'
      : 'plan-not-found';
  return refuse(situation, {
    expected: 'a plan of this store',
    got,
    todo: 'list the plans, or create one first',
  });
}
