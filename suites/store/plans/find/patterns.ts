/** The text of a search for plans is not a pattern (Endpoints / Plans). */

import type {Check, Judgement} from '../../../language/check.ts';
import {expectNone, notApplicable} from '../../../language/judge.ts';
import {pageOf, type PagesSeen} from '../../../tables/pages-seen.ts';
import {checksOfPatterns, isFound, type SearchedList} from '../../../tables/searches.ts';
import {rowOf} from '../plan-rows.ts';
import {find, newPlan} from '../plan-steps.ts';

const plans: SearchedList = {
  kind: 'plan',
  named: (s, name) => s.call('createPlan', {body: newPlan(s, {name}), expects: 'created'}),
  search: find,
  rowOf,
};

/** A search for a sign alone finds no plan without it, unless a search ignores such signs. */
function expectOnlyWithSign(seen: PagesSeen): Judgement {
  const foundBy = (search: string): string[] =>
    ['joined', 'turned'].filter((name) => isFound(plans, seen, search, name));
  return foundBy('byOtherSignAlone').length
    ? notApplicable('a search ignores signs')
    : expectNone(
        foundBy('bySignAlone'),
        'plan without a percent sign that a search for one finds',
        'a percent sign alone finds any plan',
        pageOf(seen, 'bySignAlone'),
      );
}

/** The checks of searches with signs of patterns. */
export const patterns: Check[] = checksOfPatterns(
  'store.plans.search-leaves-others-out',
  plans,
  {
    id: 'store: searches for plans with signs of patterns',
    word: 'plan',
    act: (s) => ({bySignAlone: find(s, '%'), byOtherSignAlone: find(s, '^')}),
  },
  {'store.plans.search-leaves-others-out @ a percent sign alone': expectOnlyWithSign},
);
