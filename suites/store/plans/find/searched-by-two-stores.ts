/** Two stores send the same request for plans, one directly after the other (Rule 1). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type SeenIn,
  type Judgement,
} from '../../../language/check.ts';
import {all, nothing} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {expectHiddenThere} from '../../same-request-there.ts';
import {find, newPlan, walkPlans} from '../plan-steps.ts';
import {nameIn, rowsNamed} from '../plan-rows.ts';

/** Requests of the store that has a plan, each followed by the same request of another store. */
const sameRequests = sharedScene({
  id: 'store: the same requests for plans from two stores',
  api: 'store',
  onlyOnTestTargets: true,
  consecutive: true,
  noRequestReuse: true,
  act: (s) => {
    const word = s.fresh('text');
    const body = newPlan(s, {details: text('<p>Read ', word, ' at home.</p>')});
    const as = 'second-store' as const;
    return {
      created: s.call('createPlan', {body, expects: 'created'}),
      byWord: find(s, word),
      byWordThere: find(s, word, as),
      byName: find(s, body.name),
      byNameThere: find(s, body.name, as),
      everything: walkPlans(s),
      everythingThere: walkPlans(s, {}, as),
    };
  },
});

/** Where the own store finds its plan, another store does not. */
function expectOwnOnly({created, ...seen}: SeenIn<typeof sameRequests>): Judgement {
  const rowsOn = (pages: Exchange[]): unknown[] => rowsNamed(pages, nameIn(created));
  const expectHidden = (here: Exchange[], there: Exchange[], way: string) => () =>
    expectHiddenThere({kind: 'plan', rowsOn}, {here, there, way});
  return all(
    expectHidden([seen.byWord], [seen.byWordThere], 'by a word of its description'),
    expectHidden([seen.byName], [seen.byNameThere], 'by its name, directly after its own store'),
    // A store with many plans shows the new one on no page of the walk.
    rowsOn(seen.everything).length
      ? expectHidden(
          seen.everything,
          seen.everythingThere,
          'everything, directly after its own store',
        )
      : nothing(),
  );
}

/** The check of the same requests from two stores. */
export const searchedByTwoStores: Check[] = checksAt(
  sameRequests,
  'store.plans.list-shows-own-only',
  {'directly after their own store': expectOwnOnly},
);
