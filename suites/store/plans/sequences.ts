import {defined} from '../../../spec/defined.ts';
import type {Call} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import {acting, situationOf, type CommandSteps, type Model} from '../../language/model.ts';
import type {Handle, Script} from '../../language/script.ts';
import {relation, type Plans} from './model.ts';
import {createPlan, find, idIn, newPlan, PREPAID, walkPlans, type PlanBody} from './plan-steps.ts';

/** A plan that an earlier command created: its first body, and the parameters that name it. */
interface Subject {
  body: PlanBody;
  path: {plan_id: Val};
  /** Its present name: that of the last update. */
  name: Val;
}

/** The plan of a creation: the step after the creation is the search that shows its id. */
function subjectOf(s: Script, created: Handle): Subject {
  const index = s.steps.findIndex(({id}) => id === created.id);
  const {body} = s.steps[index] as Call;
  const {id: list} = defined(s.steps[index + 1], 'the search behind the creation');
  const first = body as PlanBody;
  const path = idIn({id: list, at: (pointer) => ({$from: list, at: pointer})}, first.name);
  const updates = s.steps.filter(
    (step): step is Call =>
      step.step === 'call' &&
      step.op === 'updatePlan' &&
      JSON.stringify(step.path) === JSON.stringify(path) &&
      (step.body as PlanBody).type === first.type,
  );
  const {name} = (updates.at(-1)?.body ?? first) as PlanBody;
  return {body: first, path, name};
}

/** A command on a plan that an earlier command created. */
const onPlan = (record: (s: Script, plan: Subject) => Handle<unknown>): CommandSteps =>
  acting('create', (s, created) => record(s, subjectOf(s, created)));

/** Plans are created, changed, deleted and searched in any order. */
export const sequences: Model<Plans> = {
  rule: 'store.plans.moves-are-the-listed-ones',
  start: {},
  relation,
  openings: [
    'create, rename, find, find by an earlier name, delete',
    'create, create, delete @0, find, change the limit, find',
    'create, delete, rename, find, delete, list',
    'create, change the limit, change the limit, update to no type, find, rename, rename',
  ],
  closing: ['list'],
  consecutive: true,
  commands: {
    create: {record: (s) => createPlan(s, {}, {}).created},
    'create a prepaid one': {record: (s) => createPlan(s, PREPAID).created},
    rename: onPlan((s, {body, path}) =>
      s.call('updatePlan', {path, body: {...body, name: s.fresh('plan-name')}}),
    ),
    'change the limit': onPlan((s, {body, path, name}) =>
      s.call('updatePlan', {path, body: {...body, name, concurrency_limit: 3 + s.steps.length}}),
    ),
    'update to no type': onPlan((s, {body, path}) =>
      s.call('updatePlan', {
        path,
        body: {...newPlan(s), ...body, type: 'presscheck-none-of-these', concurrency_limit: 99},
      }),
    ),
    delete: onPlan((s, {path}) => s.call('deletePlan', {path})),
    find: onPlan((s, {name}) => find(s, name)),
    'find by an earlier name': onPlan((s, {body}) => find(s, body.name)),
    list: {record: (s) => walkPlans(s)},
  },
  situation: situationOf(
    ({isLive, updates}) => `${isLive ? 'live' : 'deleted'} ${Math.min(updates, 3)}`,
  ),
};
