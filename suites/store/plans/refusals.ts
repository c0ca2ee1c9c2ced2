/** An update with one wrong member changes no other member, whichever is wrong. */

import type {Val} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../language/check.ts';
import {all, expectNone, notApplicable} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {createPlan, find, PREPAID} from './plan-steps.ts';
import {expectShown, expectRowAsBefore, rowsNamed} from './plan-rows.ts';

/** Wrong updates, by their missing or wrong members, and the plans that they are about. */
const WRONG: Record<
  string,
  {of: Record<string, Val>; wrong: (s: Script) => Record<string, Val>; without?: string}
> = {
  'a prepaid plan that gets no months': {of: PREPAID, wrong: () => ({duration: null})},
  'a recurring plan that becomes prepaid without months': {
    of: {},
    wrong: () => ({type: 'prepaid'}),
    without: 'duration',
  },
  'a free trial without days': {of: {}, wrong: () => ({free_trial: true})},
  'an unknown collection': {
    of: {},
    wrong: (s) => ({assigns_collections: true, collections: [s.fresh('text')]}),
  },
  'a currency that is not listed': {of: {}, wrong: () => ({prices: {USD: 1234, XXX: 999}})},
};

/** Other values than those of the plan, all of them valid. */
const OTHERS = {details: '<p>Other</p>', concurrency_limit: 77, recommended: true};

/** The checks that a wrong update does not change the plan. */
const checksOfPlanLeft = (place: string, {of, wrong, without}: (typeof WRONG)[string]): Check[] =>
  checksAt(
    sharedScene({
      id: `store: an update of a plan with ${place}`,
      api: 'store',
      onlyOnTestTargets: true,
      act: (s) => {
        const {created, list, body, path} = createPlan(s, of);
        const name = s.fresh('plan-name');
        const given = Object.entries({...body, ...OTHERS, name, ...wrong(s)});
        const sent = Object.fromEntries(given.filter(([member]) => member !== without));
        return {
          created,
          before: list,
          refused: s.call('updatePlan', {path, body: sent}),
          after: find(s, body.name),
          byOtherName: find(s, name),
        };
      },
    }),
    'store.plans.refused-update-changes-nothing',
    {
      [place]: ({created, before, refused, after, byOtherName}) =>
        // Another rule requires that it is refused.
        refused.status < 400
          ? notApplicable('the update was accepted')
          : all(
              expectShown(after, created, 'not found any more'),
              () => expectRowAsBefore(before, after, created),
              () =>
                expectNone(
                  rowsNamed(byOtherName, refused.requestBody?.name),
                  'plan of the name that a refused update gave',
                  'found by the name of the refused update',
                  byOtherName,
                ),
            ),
    },
  );

/** The effects of refused updates. */
export const refusals: Check[] = Object.entries(WRONG).flatMap(([place, wrong]) =>
  checksOfPlanLeft(place, wrong),
);
