import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, notApplicable} from '../../language/judge.ts';
import {isUpdated} from '../../language/outcome.ts';
import {createPlan, EVERYTHING, find, PREPAID} from './plan-steps.ts';
import {expectRowMember, rowOf} from './plan-rows.ts';

/**
 * Plans whose type an update changes. Whether it may is open (NS-ST-66): the listed plan is judged
 * by the type that it then shows.
 */
const changedTypes = sharedScene({
  id: 'store: plans of another type',
  onlyOnTestTargets: true,
  act: (s) => {
    const {concurrency_limit: _limit, ...first} = EVERYTHING;
    const [told, silent] = [createPlan(s, first), createPlan(s, first)];
    const {duration: _duration, ...noDuration} = silent.body;
    const recurring = {...told.body, type: 'recurring', duration: null};
    const begun = s.call('updatePlan', {path: told.path, body: recurring});
    const listBegun = find(s, told.body.name);
    const left = s.call('updatePlan', {
      path: silent.path,
      body: {...noDuration, type: 'recurring'},
    });
    const listLeft = find(s, silent.body.name);
    const prepaid = {...told.body, ...PREPAID, duration: 9};
    return {
      begun,
      listBegun,
      left,
      listLeft,
      back: s.call('updatePlan', {path: told.path, body: prepaid}),
      listBack: find(s, told.body.name),
    };
  },
});

/** A plan that is listed as recurring has no months. */
function expectNoMonths(updated: Exchange, list: Exchange, branch: string): Judgement {
  const row = rowOf(list, updated);
  if (row?.type !== 'recurring' || row.duration === undefined)
    return notApplicable('the list shows no recurring plan with its `duration`');
  return expectEqual(
    row.duration,
    null,
    branch,
    list,
    '`duration` of a plan that became recurring',
  );
}

/** The months of a plan when its type changes. */
export const typesChanged: Check[] = checksOf(changedTypes, {
  'store.plans.duration-is-null-for-recurring @ once it was prepaid': ({
    begun,
    listBegun,
    left,
    listLeft,
  }) =>
    all(
      expectNoMonths(begun, listBegun, 'kept though the update says null'),
      expectNoMonths(left, listLeft, 'kept'),
    ),
  'store.plans.update-is-kept @ months of a plan that becomes prepaid': ({
    begun,
    listBegun,
    back,
    listBack,
  }) => {
    const [was, row] = [rowOf(listBegun, begun), rowOf(listBack, back)];
    const isChanged = was?.type === 'recurring' && row?.type === 'prepaid';
    return isUpdated(back) && isChanged && row.duration !== undefined
      ? expectRowMember(row, 'duration', 9, 'another duration', listBack)
      : notApplicable('no update made a recurring plan prepaid');
  },
});
