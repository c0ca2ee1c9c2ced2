import type {Workspace} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {PLANS, type World} from '../world.ts';
import type {FaultyDoor} from './seams.ts';

function placesOf(plan: unknown): number {
  return PLANS[String(plan)]?.places ?? 0;
}

/** Grants the places of the plan that a workspace had when the cycle before began. */
function renewByOldPlan(w: World, space: Workspace): void {
  const memory = memoryOf(w);
  const cycle = `cycle of ${space.id}`;
  const plan = `plan at the start of the ${cycle}`;
  if (memory.get(cycle) === space.cycle) return;
  if (memory.has(cycle)) space.extra += placesOf(memory.get(plan)) - placesOf(space.plan);
  memory.set(cycle, space.cycle).set(plan, space.plan);
}

/** What is wrong about plans. */
export const PLAN_DOORS: readonly FaultyDoor[] = [
  [
    'renewal-by-plan-of-cycle-before',
    (w, req, next) => {
      for (const space of w.spaces.values()) renewByOldPlan(w, space);
      return next(req);
    },
  ],
];
