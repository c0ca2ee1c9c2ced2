import {BESIDE} from '../beside.ts';
import {cached, later, manyPlans, plansAtOnce} from '../many.ts';
import type {Chapter} from '../../language/chapter.ts';
import {afterEveryChange} from './after-every-change.ts';
import {cancelledSubscriptions} from './subscriptions/cancelled-subscriptions.ts';
import {collections} from './values/collections.ts';
import {deletion} from './deletion.ts';
import {eachEnd} from './subscriptions/each-end.ts';
import {eachKind} from './values/each-kind.ts';
import {everyCurrency} from './values/every-currency.ts';
import {foreignCollections} from './values/foreign-collections.ts';
import {numbers, numbersAsTexts} from './values/numbers.ts';
import {pairsOfFlags} from './values/pairs-of-flags.ts';
import {onUpdate} from './on-update.ts';
import {patterns} from './find/patterns.ts';
import {createPlan, find, newPlan} from './plan-steps.ts';
import {refusals} from './refusals.ts';
import {required} from './values/required.ts';
import {search} from './find/search.ts';
import {userPlans} from './subscriptions/subscriptions.ts';
import {sequences} from './sequences.ts';
import {tenancy} from './find/tenancy.ts';
import {typesChanged} from './types-changed.ts';
import {updates} from './updates.ts';
import {reads, writes} from './writes.ts';
import {writtenWithEscapes} from './values/written-with-escapes.ts';
import {flags, written} from './values/written.ts';
import {daysOfTrials} from './subscriptions/days-of-trials.ts';
import {zeroPrices} from './values/zero-prices.ts';
import {planUpdates} from '../again.ts';

/** Store / plans: plans, collections, and the subscriptions of users. */
export const plans: Chapter = {
  chapter: 'store/plans',
  counted: [manyPlans, plansAtOnce, planUpdates],
  models: [sequences],
  properties: [...written, ...numbersAsTexts, ...afterEveryChange],
  writes,
  reads,
  visits: [
    {api: 'store', op: 'createPlan', args: (s) => ({body: newPlan(s)})},
    {
      api: 'store',
      op: 'listPlans',
      args: (s) => {
        s.call('createPlan', {body: newPlan(s), expects: 'created'});
        return {};
      },
    },
    {
      api: 'store',
      op: 'updatePlan',
      args: (s) => {
        const {path, body} = createPlan(s);
        return {path, body};
      },
    },
    {api: 'store', op: 'deletePlan', args: (s) => ({path: createPlan(s).path})},
    {api: 'store', op: 'listCollections', args: () => ({})},
  ],
  provocations: [
    {
      api: 'store',
      op: 'updatePlan',
      condition: 'unknown',
      act: (s) => {
        const {path, body} = createPlan(s);
        return {
          // A valid body: the order of the checks is open (NS-ST-79).
          subject: s.call('updatePlan', {
            path: {plan_id: s.sample('unknown_plan')},
            body: newPlan(s),
          }),
          control: s.call('updatePlan', {path, body}),
        };
      },
    },
    {
      api: 'store',
      op: 'deletePlan',
      condition: 'unknown',
      act: (s) => ({
        subject: s.call('deletePlan', {path: {plan_id: s.sample('unknown_plan')}}),
        control: s.call('deletePlan', {path: createPlan(s).path}),
      }),
    },
    {
      api: 'store',
      op: 'deletePlan',
      condition: 'foreign',
      // The foreign request comes first, because its control deletes the plan.
      act: (s) => {
        const {path} = createPlan(s);
        return {
          subject: s.call('deletePlan', {as: 'second-store', path}),
          control: s.call('deletePlan', {path}),
        };
      },
    },
    {
      api: 'store',
      op: 'listPlans',
      condition: 'nothing-found',
      act: (s) => {
        const body = newPlan(s);
        s.call('createPlan', {body, expects: 'created'});
        return {subject: find(s, s.fresh('text')), control: find(s, body.name)};
      },
    },
    {
      api: 'store',
      op: 'createPlan',
      condition: 'invalid',
      act: (s) => ({
        subject: s.call('createPlan', {body: newPlan(s, {type: 'presscheck-none-of-these'})}),
        control: s.call('createPlan', {body: newPlan(s)}),
      }),
    },
    {
      api: 'store',
      op: 'updatePlan',
      condition: 'invalid',
      act: (s) => {
        const {path, body} = createPlan(s);
        return {
          subject: s.call('updatePlan', {path, body: {...body, type: 'presscheck-none-of-these'}}),
          control: s.call('updatePlan', {path, body}),
        };
      },
    },
  ],
  checks: [
    ...BESIDE.plans,
    ...cached.plans,
    ...later.plans,
    ...required,
    ...daysOfTrials,
    ...zeroPrices,
    ...numbers,
    ...everyCurrency,
    ...flags,
    ...collections,
    ...search,
    ...updates,
    ...onUpdate,
    ...pairsOfFlags,
    ...writtenWithEscapes,
    ...typesChanged,
    ...refusals,
    ...deletion,
    ...tenancy,
    ...foreignCollections,
    ...userPlans,
    ...cancelledSubscriptions,
    // These create many plans, after which a list may have more than a page.
    ...patterns,
    ...eachEnd,
    ...eachKind,
  ],
};
