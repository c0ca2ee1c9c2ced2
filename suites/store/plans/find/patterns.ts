/** The text of a search for plans is not a pattern (Endpoints / Plans). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {expectNone, notApplicable} from '../../../language/judge.ts';
import {type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {expectNoPattern} from '../../no-pattern.ts';
import {rowOf} from '../plan-rows.ts';
import {find, newPlan} from '../plan-steps.ts';

/** The names of the plans, behind a text that all of them begin with. */
const NAMES = {
  underscore: 'tide_plan',
  percent: 'tide%plan',
  oneLetter: 'tidexplan',
  twoLetters: 'tidexyplan',
  joined: 'tideplan',
  turned: 'plan tide',
  misspelt: 'tade_plan',
  misspeltToo: 'tade%plan',
} as const;

/**
 * Plans with signs of patterns in their names. It is open how tolerant a search is. So beside a plan
 * that only a search by pattern finds, there are others that any tolerant search would rather find.
 */
const searches = sharedScene({
  id: 'store: searches for plans with signs of patterns',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const own = s.fresh('text');
    const named = (name: Val): Handle =>
      s.call('createPlan', {body: newPlan(s, {name: text(own, name)}), expects: 'created'});
    return {
      ...(Object.fromEntries(
        Object.entries(NAMES).map(([key, name]) => [key, named(name)]),
      ) as Record<keyof typeof NAMES, Handle>),
      byUnderscore: find(s, text(own, NAMES.underscore)),
      byPercent: find(s, text(own, NAMES.percent)),
      bySignAlone: find(s, '%'),
      byOtherSignAlone: find(s, '^'),
    };
  },
});

const isFoundIn =
  (list: Exchange) =>
  (created: Exchange): boolean =>
    rowOf(list, created) !== undefined;

/** What a search shows of plans. */
const shownBy = (list: Exchange) => ({
  kind: 'plan' as const,
  rowsOf: (created: Exchange): Exchange[] => [created].filter(isFoundIn(list)),
  isWhole: true,
  result: list,
});

/** A search for a sign alone finds no plan without it, unless a search ignores such signs. */
const expectOnlyWithSign = (list: Exchange, other: Exchange, plans: Exchange[]): Judgement =>
  plans.some(isFoundIn(other))
    ? notApplicable('a search ignores signs')
    : expectNone(
        plans.filter(isFoundIn(list)),
        'plan without a percent sign that a search for one finds',
        'a percent sign alone finds any plan',
        list,
      );

/** The checks of searches with signs of patterns. */
export const patterns: Check[] = checksAt(searches, 'store.plans.search-leaves-others-out', {
  'an underscore': ({underscore, oneLetter, byUnderscore, ...seen}) =>
    expectNoPattern({
      ...shownBy(byUnderscore),
      sign: 'an underscore',
      exact: underscore,
      matching: oneLetter,
      others: [seen.twoLetters, seen.joined, seen.turned, seen.misspelt],
    }),
  'a percent sign': ({percent, twoLetters, byPercent, turned, misspeltToo}) =>
    expectNoPattern({
      ...shownBy(byPercent),
      sign: 'a percent sign',
      exact: percent,
      matching: twoLetters,
      others: [turned, misspeltToo],
    }),
  'a percent sign alone': ({bySignAlone, byOtherSignAlone, joined, turned}) =>
    expectOnlyWithSign(bySignAlone, byOtherSignAlone, [joined, turned]),
});
