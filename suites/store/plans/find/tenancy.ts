import type {Check} from '../../../language/check.ts';
import {all, expectStill} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {MOST_PAGES, type Resource} from '../../../tables/resource.ts';
import {apartFromOthers, hiddenDirectlyAfter} from '../../../tables/tenants.ts';
import {createPlan, newPlan} from '../plan-steps.ts';
import {expectLive, expectRowAsBefore, nameIn, rowsNamed} from '../plan-rows.ts';

/** A recurring plan, with a word of its own in its description. */
export const plans: Resource<'created', 'row'> = {
  kind: 'plan',
  make: (s, by) => {
    const word = s.fresh('text');
    const {created, path, body} = createPlan(s, {details: text('Read ', word, ' now.')}, by);
    const other = newPlan(s, {details: 'A plan of a conformance run.'});
    return {
      made: {created},
      shown: {row: ['listPlans', {query: {query: body.name}}]},
      lists: {
        byName: ['listPlans', {query: {query: body.name}}],
        byWord: ['listPlans', {query: {query: word}}],
        byType: ['listPlans', {query: {query: 'recurring'}}, MOST_PAGES],
        everything: ['listPlans', {}, MOST_PAGES],
      },
      writes: {
        update: ['updatePlan', {path, body: {...body, concurrency_limit: 9, recommended: true}}],
        deletion: ['deletePlan', {path}],
      },
      another: {
        creation: ['createPlan', {body: other}],
        found: ['listPlans', {query: {query: other.name}}],
      },
    };
  },
  rowsIn: (pages, created) => created.flatMap((one) => rowsNamed(pages, nameIn(one))),
  expectAsBefore: (before, after, {created}) =>
    all(
      () => expectStill(before.row, after.row, (list) => expectLive(list, created)),
      () => expectRowAsBefore(before.row, after.row, created),
    ),
};

/** A token only gives access to the plans of its own store. */
export const tenancy: Check[] = [
  ...apartFromOthers(plans, {
    shown: 'store.plans.list-shows-own-only',
    written: 'store.plans.foreign-write-has-no-effect',
  }),
  ...hiddenDirectlyAfter(plans, 'store.plans.list-shows-own-only @ directly after their own store'),
];
