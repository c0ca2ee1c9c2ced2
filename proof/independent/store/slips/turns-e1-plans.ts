import type {Context, Json, Reply} from '../types.ts';
import {limitMark} from './shapes-e1.ts';
import {after, afterSuccess, before, bodyOf, jsonOf, type Turn, type Turns} from './types.ts';

const SWITCHES = ['recommended', 'private', 'assigns_collections', 'download_files', 'free_trial'];

/** Answers a list of plans as it was answered before, whoever asked then. */
async function listOnce({ask, context: {world}, go}: Turn): Promise<Reply> {
  const key = `plans:${ask.query.toString()}`;
  const known = world.marks.get(key);
  if (known !== undefined) return {status: 200, body: JSON.parse(known)};
  const reply = await go();
  if (reply.status === 200) world.marks.set(key, JSON.stringify(reply.body));
  return reply;
}

/** Forgets all lists of plans, because a plan has changed. */
function forgetLists({world}: Context): void {
  const lists = [...world.marks.keys()].filter((key) => key.startsWith('plans:'));
  for (const key of lists) world.marks.delete(key);
}

/** Remembers a limit of sessions that came as a text. */
function keepText({world}: Context, id: unknown, {concurrency_limit: limit}: Json): void {
  if (limit === undefined) return;
  if (typeof limit === 'string') world.marks.set(limitMark(id), limit);
  else world.marks.delete(limitMark(id));
}

const CACHED = afterSuccess((_reply, {context}) => forgetLists(context));

const CODELESS = after((reply) => {
  if (reply.status === 422) delete bodyOf(reply).CODE;
});

const CUT = before(({ask: {body}}) => {
  if (typeof body.details === 'string') body.details = body.details.slice(0, 255);
});

/** How requests about plans are mishandled. */
export const PLAN_TURNS_E1: Turns = {
  createPlan: {
    'plans-cached-over-stores': CACHED,
    'plan-errors-without-code': CODELESS,
    'plan-details-cut': CUT,
    'plan-recommended-lost': before(({ask: {body}}) => {
      if (body.recommended === true) delete body.recommended;
    }),
    'plan-text-numbers-kept': afterSuccess((reply, {ask, context}) => {
      keepText(context, jsonOf(bodyOf(reply).data).plan_id, ask.body);
    }),
  },
  updatePlan: {
    'plans-cached-over-stores': CACHED,
    'plan-errors-without-code': CODELESS,
    'plan-details-cut': CUT,
    'plan-update-false-ignored': before(({ask: {body}}) => {
      for (const name of SWITCHES) if (body[name] === false) delete body[name];
    }),
    'plan-text-numbers-kept': afterSuccess((_reply, {ask, context, id}) => {
      keepText(context, id, ask.body);
    }),
  },
  deletePlan: {
    'plans-cached-over-stores': CACHED,
  },
  listPlans: {
    'plans-cached-over-stores': async (turn) => listOnce(turn),
  },
  listCollections: {
    'collections-ten-at-most': afterSuccess((reply) => {
      const body = bodyOf(reply);
      if (Array.isArray(body.data)) body.data = body.data.slice(0, 10);
    }),
  },
};
