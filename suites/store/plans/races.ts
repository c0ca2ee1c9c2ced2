/** Two updates of a plan at once: each changes another member, and neither undoes the other. */

import {check, type Check} from '../../language/check.ts';
import {all, hidden, notApplicable, when, whenTimely} from '../../language/judge.ts';
import {overlapped} from '../../language/races.ts';
import {isUpdated} from '../../language/outcome.ts';
import type {Val} from '../../../spec/value.ts';
import {expectRowMember, rowOf} from './plan-rows.ts';
import {createPlan, find} from './plan-steps.ts';

/** The checks of parallel updates. */
export const races: Check[] = [
  check({
    rule: 'store.plans.update-is-kept',
    place: 'at the same moment',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, path, body} = createPlan(s, {concurrency_limit: 3});
      const update = (members: Record<string, Val>) => s.call('updatePlan', {path, body: members});
      const first = update({recommended: true});
      const second = update({concurrency_limit: 4});
      return {
        created,
        first,
        second,
        inTurn: find(s, body.name),
        race: s.parallel(
          (b) => void b.call('updatePlan', {path, body: {recommended: false}}),
          (b) => void b.call('updatePlan', {path, body: {concurrency_limit: 5}}),
        ),
        list: find(s, body.name),
      };
    },
    // Whether an update keeps what it does not name is open (NS-ST-87); where one after the other
    // does, so do two at once.
    judge: ({created, first, second, inTurn, race, list}) => {
      if (!isUpdated(first) || !isUpdated(second))
        return notApplicable('an update has to name more than one member');
      const row = rowOf(inTurn, created);
      const isKept = row?.recommended === true && row.concurrency_limit === 4;
      if (row && !isKept)
        return hidden('NS-ST-87', 'reset', 'an update resets what it does not name');
      return when(isKept && race.every(isUpdated), 'an update was not accepted', () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () => {
          const now = rowOf(list, created);
          return all(
            expectRowMember(now, 'recommended', false, 'recommended lost', list),
            expectRowMember(now, 'concurrency_limit', 5, 'concurrency_limit lost', list),
          );
        }),
      );
    },
  }),
];
