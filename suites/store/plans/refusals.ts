/** An update with one wrong member changes no other member, whichever is wrong. */

import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectNone, notApplicable} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {changed, type Change} from '../../tables/trials.ts';
import {createPlan, find, PREPAID} from './plan-steps.ts';
import {expectShown, expectRowAsBefore, rowsNamed} from './plan-rows.ts';

/** Wrong updates, by their missing or wrong members, and the plans that they are about. */
const WRONG: Record<string, {of?: Record<string, Val>; wrong: (s: Script) => Change}> = {
  'a prepaid plan that gets no months': {of: PREPAID, wrong: () => ({'/duration': null})},
  'a recurring plan that becomes prepaid without months': {
    wrong: () => ({'/type': 'prepaid', '/duration': undefined}),
  },
  'a free trial without days': {wrong: () => ({'/free_trial': true})},
  'an unknown collection': {
    wrong: (s) => ({'/assigns_collections': true, '/collections': [s.fresh('text')]}),
  },
  'a currency that is not listed': {wrong: () => ({'/prices': {USD: 1234, XXX: 999}})},
};

/** Other values than those of the plan, all of them valid. */
const OTHERS = {details: '<p>Other</p>', concurrency_limit: 77, recommended: true};

/** The effects of refused updates. */
export const refusals: Check[] = Object.entries(WRONG).map(([place, {of = {}, wrong}]) =>
  check({
    rule: 'store.plans.refused-update-changes-nothing',
    place,
    scene: `store: an update of a plan with ${place}`,
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, list, body, path} = createPlan(s, of);
      const name = s.fresh('plan-name');
      const refused = changed({...body, ...OTHERS, name}, wrong(s));
      return {
        created,
        before: list,
        refused: s.call('updatePlan', {path, body: refused}),
        after: find(s, body.name),
        byOtherName: find(s, name),
      };
    },
    judge: ({created, before, refused, after, byOtherName}) => {
      // Another rule requires that it is refused.
      if (refused.status < 400) return notApplicable('the update was accepted');
      const named = () => rowsNamed(byOtherName, refused.requestBody?.name);
      const plan = 'plan of the name that a refused update gave';
      return all(
        expectShown(after, created, 'not found any more'),
        () => expectRowAsBefore(before, after, created),
        () => expectNone(named(), plan, 'found by the name of the refused update', byOtherName),
      );
    },
  }),
);
