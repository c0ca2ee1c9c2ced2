/** The requests on plans, and the sequences of requests (stories) (Endpoints / Plans). */

import type {RuleId} from '../../../spec/rule.ts';
import type {Val} from '../../../spec/value.ts';
import type {Script} from '../../language/script.ts';
import type {Change} from '../../tables/after-every-change.ts';
import type {Made, PlanBody} from './plan-steps.ts';

/** A plan of a story, as its scene knows the plan while it is recorded. */
export interface StoryPlan extends Made {
  /** The body of the last update that was not refused. */
  now: PlanBody;
  /** The name of a collection of the store. */
  collection: Val;
}

/** The effect of a request on a plan. */
export type Effect = 'updated' | 'refused' | 'deleted';

type PlanChange = Change<StoryPlan, Effect>;

const KEEPS = 'store.plans.update-is-kept';
const REFUSED = 'store.plans.refused-update-changes-nothing';
export const MOVES = 'store.plans.moves-are-the-listed-ones';

/** An update with every member: it is open whether omitted members are kept (NS-ST-87). */
const update = (members: (s: Script, plan: StoryPlan) => Record<string, Val>): PlanChange => ({
  effect: 'updated',
  rule: KEEPS,
  record: (s, plan) => {
    plan.now = {...plan.now, ...members(s, plan)};
    return s.call('updatePlan', {path: plan.path, body: plan.now});
  },
});

/** A request with other values of valid members that must not be stored. */
const refused = (rule: RuleId, members: Record<string, Val> = {}): PlanChange => ({
  effect: 'refused',
  rule,
  record: (s, {path, now}) => {
    const others = {name: s.fresh('plan-name'), concurrency_limit: 77, details: '<p>Other</p>'};
    return s.call('updatePlan', {path, body: {...now, ...others, ...members}});
  },
});

const SET = {recommended: true, private: false, download_files: true};
const CLEARED = {recommended: false, private: true, download_files: false};

/** Every request of the stories. */
export const CHANGES: Record<string, PlanChange> = {
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
      plan.now = plan.body;
      return s.call('updatePlan', {path: plan.path, body: plan.now});
    },
  },
  'update to no type': refused(REFUSED, {type: 'presscheck-none-of-these'}),
  delete: {
    effect: 'deleted',
    rule: MOVES,
    record: (s, {path}) => s.call('deletePlan', {path}),
  },
  'update the deleted': refused(MOVES),
};

/**
 * Each story has an update, a refused update, and requests on the other plan; after `> all` the whole
 * list is read. The other plan is prepaid: only prepaid plans have months, and it is not documented
 * whether they may have a free trial.
 */
export const STORIES = {
  'changed often':
    'set every flag, change the prices, rename, other: change the limit, update to no type, ' +
    'name a collection, clear every flag, back to the first > all',
  'two in turn':
    'name a collection, other: set every flag, change the description, other: update to no type, ' +
    'other: name a collection, name no collection, other: rename, change the limit > all',
  'deleted beside another':
    'set every flag, update to no type, other: change the description, delete > all, delete, ' +
    'update the deleted, other: rename, other: change the limit',
  'tried for free':
    'begin a free trial, other: change the months, change the limit, update to no type, rename, ' +
    'back to the first, other: change the prices, other: delete > all',
};
