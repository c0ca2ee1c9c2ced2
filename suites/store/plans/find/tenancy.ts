import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectNone, expectStill, judgeEach} from '../../../language/judge.ts';
import {expectForeignRefused} from '../../foreign-refused.ts';
import {createPlan, find, walkPlans} from '../plan-steps.ts';
import {expectLive, nameIn, expectRowAsBefore, rowsNamed} from '../plan-rows.ts';

/** Requests on plans of the first store with the token of an admin of another store. */
const foreign = sharedScene({
  id: 'store: plans of another store',
  api: 'store',
  act: (s) => {
    const plan = createPlan(s);
    const as = 'second-store' as const;
    const body = {...plan.body, concurrency_limit: 9, recommended: true};
    return {
      created: plan.created,
      before: plan.list,
      update: s.call('updatePlan', {as, path: plan.path, body}),
      deletion: s.call('deletePlan', {as, path: plan.path}),
      after: find(s, plan.body.name),
      byName: find(s, plan.body.name, as),
      byType: walkPlans(s, {query: 'recurring'}, as),
      everything: walkPlans(s, {}, as),
    };
  },
});

/** No write on a plan of another store succeeds or changes anything (NS-ST-78). */
function expectWritesWithoutEffect({
  created,
  before,
  update,
  deletion,
  after,
}: SeenIn<typeof foreign>): Judgement {
  return all(
    ...[update, deletion].map((response) => expectForeignRefused(response, response.op, 'a plan')),
    () => expectStill(before, after, (list) => expectLive(list, created)),
    () => expectRowAsBefore(before, after, created),
  );
}

/** A token only gives access to the plans of its own store. */
export const tenancy: Check[] = checksOf(foreign, {
  'store.plans.foreign-write-has-no-effect': expectWritesWithoutEffect,
  'store.plans.list-shows-own-only': ({created, byName, byType, everything}) =>
    judgeEach(Object.entries({byName: [byName], byType, everything}), ([name, pages]) =>
      expectNone(
        rowsNamed(pages, nameIn(created)),
        'plan of another store',
        `foreign-listed: ${name}`,
        pages[0],
      ),
    ),
});
