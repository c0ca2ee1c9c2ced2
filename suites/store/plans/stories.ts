/** The requests on plans, and the sequences of requests (stories) (Endpoints / Plans). */

import type {RuleId} from '../../../spec/rule.ts';
import type {Val} from '../../../spec/value.ts';
import type {Handle, Script} from '../../language/script.ts';
import type {Made, PlanBody} from './plan-steps.ts';

/** A plan of a story, as its scene knows the plan while it is recorded. */
export interface StoryPlan {
  made: Made;
  /** The body of the last update that was not refused. */
  body: PlanBody;
  /** The name of a collection of the store. */
  collection: Val;
}

/** A request on one plan of a story. */
interface Change {
  effect: 'updated' | 'refused' | 'deleted' | 'not found';
  /** The rule that is broken if the plan is different afterwards. */
  rule: RuleId;
  record(s: Script, plan: StoryPlan): Handle;
}

export const KEEPS = 'store.plans.update-is-kept';
export const REFUSED = 'store.plans.refused-update-changes-nothing';
export const MOVES = 'store.plans.moves-are-the-listed-ones';

/** An update with every member: it is open whether omitted members are kept (NS-ST-87). */
const update = (members: (s: Script, plan: StoryPlan) => Record<string, Val>): Change => ({
  effect: 'updated',
  rule: KEEPS,
  record: (s, plan) => {
    plan.body = {...plan.body, ...members(s, plan)};
    return s.call('updatePlan', {path: plan.made.path, body: plan.body});
  },
});

/** A request with other values of valid members that must not be stored. */
const without = (
  effect: 'refused' | 'not found',
  rule: RuleId,
  members: Record<string, Val>,
): Change => ({
  effect,
  rule,
  record: (s, {made, body}) => {
    const others = {name: s.fresh('plan-name'), concurrency_limit: 77, details: '<p>Other</p>'};
    return s.call('updatePlan', {path: made.path, body: {...body, ...others, ...members}});
  },
});

const SET = {recommended: true, private: false, download_files: true};
const CLEARED = {recommended: false, private: true, download_files: false};

/** Every request of the stories. */
export const CHANGES = {
  rename: update((s) => ({name: s.fresh('plan-name')})),
  'set every flag': update(() => SET),
  'clear every flag': update(() => CLEARED),
  'begin a free trial': update(() => ({free_trial: true, free_trial_days: 14})),
  'change the months': update(() => ({duration: 12})),
  'change the limit': update(() => ({concurrency_limit: 11})),
  'change the description': update(() => ({details: '<p>Another one &amp; more</p>'})),
  'change the prices': update(() => ({prices: {EUR: 1250, HNL: 30_000}})),
  'name a collection': update((_, {collection}) => ({
    assigns_collections: true,
    collections: [collection],
  })),
  'name no collection': update(() => ({assigns_collections: false, collections: []})),
  'back to the first': {
    effect: 'updated',
    rule: KEEPS,
    record: (s, plan) => {
      plan.body = plan.made.body;
      return s.call('updatePlan', {path: plan.made.path, body: plan.body});
    },
  },
  'update to no type': without('refused', REFUSED, {type: 'presscheck-none-of-these'}),
  delete: {
    effect: 'deleted',
    rule: MOVES,
    record: (s, {made}) => s.call('deletePlan', {path: made.path}),
  },
  'update the deleted': without('not found', MOVES, {}),
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;

/**
 * One step of a story: a request on the plan or on the other one, and whether the whole list is
 * read after it.
 */
export interface Step {
  does: ChangeName;
  on: 'one' | 'other';
  all?: true;
}

const one = (does: ChangeName): Step => ({does, on: 'one'});
const other = (does: ChangeName): Step => ({does, on: 'other'});
const withAll = (step: Step): Step => ({...step, all: true});

/**
 * Each story has an update, a refused update, and requests on the other plan. The other plan is
 * prepaid: only prepaid plans have months, and it is not documented whether they may have a free
 * trial.
 */
export const STORIES: Record<string, Step[]> = {
  'changed often': [
    one('set every flag'),
    one('change the prices'),
    one('rename'),
    other('change the limit'),
    one('update to no type'),
    one('name a collection'),
    one('clear every flag'),
    withAll(one('back to the first')),
  ],
  'two in turn': [
    one('name a collection'),
    other('set every flag'),
    one('change the description'),
    other('update to no type'),
    other('name a collection'),
    one('name no collection'),
    other('rename'),
    withAll(one('change the limit')),
  ],
  'deleted beside another': [
    one('set every flag'),
    one('update to no type'),
    other('change the description'),
    withAll(one('delete')),
    one('delete'),
    one('update the deleted'),
    other('rename'),
    other('change the limit'),
  ],
  'tried for free': [
    one('begin a free trial'),
    other('change the months'),
    one('change the limit'),
    one('update to no type'),
    one('rename'),
    one('back to the first'),
    other('change the prices'),
    withAll(other('delete')),
  ],
};
