import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {
  all,
  expectThat,
  expectNone,
  notApplicable,
  summaryOf,
  undecided,
  when,
  sawAt,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {text} from '../../../language/sent-values.ts';
import {find, newPlan, PREPAID, walkPlans} from '../plan-steps.ts';
import {expectShown, rowOf, rowsOf} from '../plan-rows.ts';
import {toText} from '../../../../spec/json.ts';

/** Two plans, one of each type and one of them recommended, with different words, and searches for the differences. */
const searches = sharedScene({
  id: 'store: searches for plans',
  api: 'store',
  act: (s) => {
    const [word, other] = [s.fresh('text'), s.fresh('text')];
    const details = text('<p>Read ', word, ' at home.</p>');
    const recurring = newPlan(s, {recommended: true, details});
    const prepaid = newPlan(s, {...PREPAID, details: text('<p>Take ', other, ' along.</p>')});
    return {
      recurring: s.call('createPlan', {body: recurring, expects: 'created'}),
      prepaid: s.call('createPlan', {body: prepaid, expects: 'created'}),
      byName: find(s, recurring.name),
      byOtherName: find(s, prepaid.name),
      byWord: find(s, word),
      byOtherWord: find(s, other),
      ofPrepaid: walkPlans(s, {query: 'prepaid'}),
      ofRecurring: walkPlans(s, {query: 'recurring'}),
      everything: walkPlans(s),
    };
  },
});

/** A long text: a search that only looks at the beginning of a description ends before it. */
const LONG = 'tides and timetables, '.repeat(50);

/** Searches for a word after a long text: in the description, and in the name. */
const behindManyLetters = sharedScene({
  id: 'store: searches for plans of many letters',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [word, other] = [s.fresh('text'), s.fresh('text')];
    const plan = newPlan(s, {details: text('<p>', LONG, word, '</p>')});
    const named = newPlan(s, {
      name: text('A plan ', 'of all the harbours '.repeat(6), s.fresh('text')),
      details: text('<p>', other, '</p>'),
    });
    return {
      created: s.call('createPlan', {body: plan, expects: 'created'}),
      byName: find(s, plan.name),
      byWord: find(s, word),
      named: s.call('createPlan', {body: named}),
      namedByWord: find(s, other),
      namedByName: find(s, named.name),
    };
  },
});

/** A list shows a plan, recognized by its name or its description. */
function expectFound(list: Exchange, created: Exchange, branch: string): Judgement {
  const {name, details} = created.requestBody ?? {};
  const rows = rowsOf(list);
  return expectThat(
    rows.some((row) => row.name === name || row.details === details),
    {
      branch,
      expected: 'the plan in the list',
      got: `${rows.length} other plans`,
      at: list,
    },
  );
}

/** What a search finds and what it does not find. */
export const search: Check[] = [
  ...checksOf(searches, {
    'store.plans.search-finds-by-name': ({recurring, prepaid, byName, byOtherName}) =>
      all(
        expectShown(byName, recurring, 'not found by its name'),
        expectShown(byOtherName, prepaid, 'not found by its name, prepaid'),
      ),
    'store.plans.search-finds-by-description': ({recurring, prepaid, byWord, byOtherWord}) =>
      all(
        expectFound(byWord, recurring, 'not found by a word of its description'),
        expectFound(byOtherWord, prepaid, 'not found by a word of its description, prepaid'),
      ),
    'store.plans.search-finds-by-type': ({recurring, prepaid, ofPrepaid, ofRecurring}) =>
      all(
        expectShown(ofPrepaid, prepaid, 'prepaid not found'),
        expectShown(ofRecurring, recurring, 'recurring not found'),
        () =>
          expectNone(
            [rowOf(ofPrepaid, recurring) ?? []].flat(),
            'recurring plan that a search for `prepaid` finds',
            'recurring found as prepaid',
            ofPrepaid[0],
          ),
        () =>
          expectNone(
            [rowOf(ofRecurring, prepaid) ?? []].flat(),
            'prepaid plan that a search for `recurring` finds',
            'prepaid found as recurring',
            ofRecurring[0],
          ),
      ),
    'store.plans.search-leaves-others-out': ({recurring, prepaid, ...seen}) =>
      all(
        ...(
          [
            ['a search by another name', seen.byOtherName, recurring],
            ['a search by another name', seen.byName, prepaid],
            ['a search by a word of another description', seen.byOtherWord, recurring],
            ['a search by a word of another description', seen.byWord, prepaid],
          ] as const
        ).map(([what, list, plan]) =>
          expectNone([rowOf(list, plan) ?? []].flat(), `plan that only ${what} finds`, what, list),
        ),
      ),
    'store.plans.list-shows-every-plan': ({recurring, prepaid, everything}) =>
      all(
        expectShown(everything, recurring, 'not on any page'),
        expectShown(everything, prepaid, 'not on any page, prepaid'),
      ),
  }),
  ...checksAt(behindManyLetters, 'store.plans.search-finds-by-description', {
    'behind many letters': ({created, byName, byWord}) => {
      // The checks of creations judge how much of a description is stored.
      const {details} = rowOf(byName, created) ?? {};
      const [, word = ''] = /(\S+)<\/p>$/.exec(toText(created.requestBody?.details)) ?? [];
      const isKept = typeof details === 'string' && details.includes(word);
      return when(isKept, 'the list does not show the whole description', () =>
        expectShown(byWord, created, 'not found by a word behind many letters'),
      );
    },
  }),
  ...checksAt(behindManyLetters, 'store.plans.search-finds-by-name', {
    'of many letters': ({named, namedByWord, namedByName}) => {
      // The document gives no maximum length of a name and a query.
      if (!isCreated(named) || !rowOf(namedByWord, named))
        return notApplicable('a long name was not stored');
      return [400, 414, 422].includes(namedByName.status)
        ? notApplicable('a long query is refused')
        : expectShown(namedByName, named, 'not found by its name of many letters');
    },
  }),
  check({
    rule: 'store.plans.search-without-a-match',
    act: (s) => ({nothing: find(s, s.fresh('text'))}),
    judge: ({nothing}) => {
      if (nothing.situations.includes('nothing-found')) return sawAt(nothing, '404');
      if (!nothing.situations.includes('plan-page'))
        return expectThat(false, {
          branch: 'another status',
          expected: '404, or a list without plans',
          got: summaryOf(nothing),
          at: nothing,
        });
      const rows = rowsOf(nothing);
      if (rows.length) return undecided('the search found something');
      return sawAt(nothing, 'an empty list', 'empty');
    },
  }),
];
