import {bodyOf as storedBody} from '../plans/judge.ts';
import {pause} from '../time.ts';
import type {Plan} from '../types.ts';
import {afterSuccess, before, bodyOf, type Turn, type Turns} from './types.ts';

function planOf({context, id}: Turn): Plan | undefined {
  return context.store.plans.get(Number(id));
}

/** The names of collections that a faulty server knows: those that it listed once. */
function forgetNew({ask: {body}, context}: Turn): void {
  const known = context.world.marks.get(`collections:${context.store.key}`);
  if (known === undefined || !Array.isArray(body.collections)) return;
  const names: unknown[] = JSON.parse(known);
  const asked: unknown[] = body.collections;
  body.collections = asked.map((name) => (names.includes(name) ? name : `${String(name)} (?)`));
}

/** How requests about plans are mishandled. */
export const PLAN_TURNS: Turns = {
  createPlan: {
    'plan-new-collection-refused': before(forgetNew),
  },
  updatePlan: {
    'plan-new-collection-refused': before(forgetNew),
    'plan-turned-prepaid-unchecked': before((turn) => {
      const {body} = turn.ask;
      if (body.type === 'prepaid' && planOf(turn)?.kind === 'recurring') body.duration ??= 1;
    }),
    'plan-update-race-loses': async (turn) => {
      const plan = planOf(turn);
      const stored = plan === undefined ? {} : storedBody(plan);
      await pause(150);
      Object.assign(turn.ask.body, {...stored, ...turn.ask.body});
      return turn.go();
    },
  },
  listCollections: {
    'plan-new-collection-refused': afterSuccess((reply, {context}) => {
      const {marks} = context.world;
      const key = `collections:${context.store.key}`;
      marks.set(key, marks.get(key) ?? JSON.stringify(bodyOf(reply).data));
    }),
    'collections-any-store': afterSuccess((reply, {context}) => {
      const all = context.world.stores.flatMap(({commerce}) => commerce.collections);
      bodyOf(reply).data = [...new Set(all)];
    }),
  },
};
