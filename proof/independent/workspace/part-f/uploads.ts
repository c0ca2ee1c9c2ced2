import type {Otherwise} from '../decided.ts';
import {Refusal} from '../http.ts';
import type {Decisions} from '../uploads-decisions.ts';
import {CYCLE, type World} from '../world.ts';

/** The cycle in which an upload was reserved. */
function cycleOf(w: World, id: unknown): number | undefined {
  const one = w.reservations.get(String(id));
  return one === undefined ? undefined : Math.floor((one.reserved - w.born) / CYCLE);
}

/** What the faults of part F decide otherwise about uploads. */
export const OTHERWISE_F: Otherwise<Decisions> = {
  'unresolved-plan-without-places': {
    needsPlace: ({space}) => {
      if (!space.unresolved) return true;
      throw new Refusal(422, 'publication_quota_exceeded', 'No publications left in this cycle.');
    },
  },
  'registration-booked-on-cycle-of-reservation': {
    price: ({w, space, body}) => {
      const cycle = cycleOf(w, body['publication_id']);
      return cycle === undefined || cycle === space.cycle ? 1 : 0;
    },
  },
};
