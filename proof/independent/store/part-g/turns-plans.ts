import type {Plan, Reply} from '../types.ts';
import {listOf, afterSuccess, bodyOf, jsonOf, type Turn, type Turns} from '../slips/types.ts';
import {updatePlan} from '../plans/write.ts';
import {pause} from '../time.ts';
import type {Json} from '../types.ts';

/** The rows of a list of plans. */
function rowsOf(reply: Reply): Json[] {
  return listOf(jsonOf(bodyOf(reply).data).plans);
}

/** The oldest plan that has the name of another one. */
function namesake({context, id}: Turn): Plan | undefined {
  const plans = [...context.store.plans.values()].filter(({terms}) => terms.deletedAt === null);
  const named = plans.find((plan) => String(plan.id) === id);
  return named && plans.find(({title}) => title === named.title);
}

/** Updates the plan that a search for the name finds first. */
async function updateNamesake(turn: Turn): Promise<Reply> {
  const found = namesake(turn);
  if (found === undefined || String(found.id) === turn.id) return turn.go();
  return updatePlan(turn.context, turn.ask, String(found.id));
}

/** Takes the next id some time before the plan is stored. */
async function takeIdEarly({context: {world}, go}: Turn): Promise<Reply> {
  const id = world.nextPlan;
  await pause();
  world.nextPlan = id;
  return go();
}

/** How requests about plans are mishandled. */
export const PLAN_TURNS_G: Turns = {
  createPlan: {
    'plan-create-race-same-id': async (turn) => takeIdEarly(turn),
  },
  updatePlan: {
    'plan-update-goes-to-namesake': async (turn) => updateNamesake(turn),
  },
  listPlans: {
    'plan-trial-loses-duration': afterSuccess((reply) => {
      for (const row of rowsOf(reply)) if (row.free_trial === true) row.duration = null;
    }),
    'plan-deleted-alive-in-search': afterSuccess((reply, {ask: {query}}) => {
      if ((query.get('query') ?? '') === '') return;
      for (const row of rowsOf(reply)) row.deleted_at = null;
    }),
  },
};
