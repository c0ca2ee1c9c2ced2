import {check, checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectThat, expectNone, notApplicable, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {text} from '../../../language/sent-values.ts';
import {expectNothingFound, judgeLists} from '../../../tables/searches.ts';
import {find, newPlan, PREPAID, walkPlans} from '../plan-steps.ts';
import {expectShown, rowOf, rowsOf} from '../plan-rows.ts';
import {toText} from '../../../../spec/json.ts';

/** Two plans, one of each type and one of them recommended, with different words, and searches for the differences. */
const searches = sharedScene({
  id: 'store: searches for plans',
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

const finds = judgeLists(expectShown, 'lacks');

const leavesOut = judgeLists(
  (pages, created, branch) =>
    expectNone([rowOf(pages, created) ?? []].flat(), 'plan that does not match', branch, pages[0]),
  'has',
);

/** Lists find plans, recognized by their names or their descriptions. */
const findsByEither = judgeLists((pages, created, branch) => {
  const {name, details} = created.requestBody ?? {};
  const rows = rowsOf(pages);
  return expectThat(
    rows.some((row) => row.name === name || row.details === details),
    {branch, expected: 'the plan in the list', got: `${rows.length} other plans`, at: pages[0]},
  );
}, 'lacks');

/** What a search finds and what it does not find. */
export const search: Check[] = [
  ...checksOf(searches, {
    'store.plans.search-finds-by-name': finds({byName: 'recurring', byOtherName: 'prepaid'}),
    'store.plans.search-finds-by-description': findsByEither({
      byWord: 'recurring',
      byOtherWord: 'prepaid',
    }),
    'store.plans.search-finds-by-type': (seen) =>
      all(
        finds({ofPrepaid: 'prepaid', ofRecurring: 'recurring'})(seen),
        leavesOut({ofPrepaid: 'recurring', ofRecurring: 'prepaid'})(seen),
      ),
    'store.plans.search-leaves-others-out': leavesOut({
      byOtherName: 'recurring',
      byName: 'prepaid',
      byOtherWord: 'recurring',
      byWord: 'prepaid',
    }),
    'store.plans.list-shows-every-plan': finds({everything: ['recurring', 'prepaid']}),
  }),
  ...checksOf(behindManyLetters, {
    'store.plans.search-finds-by-description @ behind many letters': ({
      created,
      byName,
      byWord,
    }) => {
      // The checks of creations judge how much of a description is stored.
      const {details} = rowOf(byName, created) ?? {};
      const [, word = ''] = /(\S+)<\/p>$/.exec(toText(created.requestBody?.details)) ?? [];
      const isKept = typeof details === 'string' && details.includes(word);
      return when(isKept, 'the list does not show the whole description', () =>
        expectShown(byWord, created, 'not found by a word behind many letters'),
      );
    },
    'store.plans.search-finds-by-name @ of many letters': ({named, namedByWord, namedByName}) => {
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
    judge: ({nothing}) => expectNothingFound(nothing, {kind: 'plan', served: 'plan-page', rowsOf}),
  }),
];
