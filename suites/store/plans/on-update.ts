/** Searches and refusals for values that come from an update instead of a creation. */

import {CURRENCIES} from '../../../spec/currencies.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {
  all,
  brief,
  expectNone,
  expectOutcome,
  expectThat,
  judgeEach,
  notApplicable,
  nothing,
  undecided,
  when,
  whenServed,
} from '../../language/judge.ts';
import {isCreated, isUpdated} from '../../language/outcome.ts';
import {text} from '../../language/sent-values.ts';
import {twoCollections} from './values/collections.ts';
import {createPlan, find, newPlan, PREPAID, walkPlans} from './plan-steps.ts';
import {expectShown, expectRowMember, expectRowAsGiven, rowOf, rowsOf} from './plan-rows.ts';
import {toText} from '../../../spec/json.ts';

/**
 * A plan that gets another description (`described`) and one that gets another type (`typed`), with searches
 * for both.
 */
const searchesAfterwards = sharedScene({
  id: 'store: searches for plans that were updated',
  onlyOnTestTargets: true,
  act: (s) => {
    const [oldWord, newWord] = [s.fresh('text'), s.fresh('text')];
    const plan = createPlan(s, {details: text('<p>Lend ', oldWord, ' to friends.</p>')});
    const before = find(s, oldWord);
    const other = createPlan(s, {details: text('<p>', s.fresh('text'), '</p>')});
    return {
      before,
      described: s.call('updatePlan', {
        path: plan.path,
        body: {...plan.body, details: text('<p>Take ', newWord, ' along.</p>')},
      }),
      typed: s.call('updatePlan', {path: other.path, body: {...other.body, ...PREPAID}}),
      byName: find(s, plan.body.name),
      byWord: find(s, newWord),
      byOldWord: find(s, oldWord),
      typedByName: find(s, other.body.name),
      ofPrepaid: walkPlans(s, {query: 'prepaid'}),
      ofRecurring: walkPlans(s, {query: 'recurring'}),
    };
  },
});

type Searched = SeenIn<typeof searchesAfterwards>;

/** Whether the list shows the description of an update. */
function isNewDescriptionListed({described, byName}: Searched): boolean {
  const [word] = /\S+(?= along)/.exec(toText(described.requestBody?.details)) ?? [];
  const details = rowOf(byName, described)?.details;
  return word !== undefined && typeof details === 'string' && details.includes(word);
}

/**
 * Whether the list shows the type of the update; whether an update may change the type is open
 * (NS-ST-66).
 */
const isNewTypeListed = ({typed, typedByName}: Searched): boolean =>
  isUpdated(typed) && rowOf(typedByName, typed)?.type === 'prepaid';

/** A search by what the plan was before its update no longer finds it. */
function expectLeftOut(found: Exchange | Exchange[], updated: Exchange, what: string): Judgement {
  const row = rowOf(found, updated);
  const [firstPage] = [found].flat();
  return expectNone(row ? [row] : [], `plan that ${what} finds`, what, firstPage);
}

/** Three plans that become prepaid: with months, without a duration, and with the duration null. */
const becomingPrepaid = sharedScene({
  id: 'store: plans become prepaid',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other, third] = [createPlan(s), createPlan(s), createPlan(s)];
    const {duration: _duration, ...withoutDuration} = other.body;
    return {
      told: s.call('updatePlan', {path: one.path, body: {...one.body, ...PREPAID}}),
      listed: find(s, one.body.name),
      silent: s.call('updatePlan', {
        path: other.path,
        body: {...withoutDuration, type: 'prepaid'},
      }),
      withNull: s.call('updatePlan', {
        path: third.path,
        body: {...third.body, type: 'prepaid', duration: null},
      }),
    };
  },
});

/** A prepaid plan whose update gives no months for its duration. */
const stayingPrepaid = sharedScene({
  id: 'store: an update of a prepaid plan with the duration null',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createPlan(s, PREPAID);
    const withNull = s.call('updatePlan', {path: plan.path, body: {...plan.body, duration: null}});
    return {withNull, afterNull: find(s, plan.body.name)};
  },
});

/**
 * An update with the duration null is refused, or leaves the plan its months, as one that says nothing
 * of them may (NS-ST-87): there is no prepaid plan without months.
 */
function expectMonthsKept(updated: Exchange, list: Exchange): Judgement {
  const branch = 'prepaid with the duration null';
  if (!isUpdated(updated)) return expectOutcome(updated, 'invalid', branch);
  const row = rowOf(list, updated);
  if (row?.type !== 'prepaid' || row.duration === undefined)
    return notApplicable('the list shows no prepaid plan with its `duration`');
  return expectThat(Number(row.duration) >= 1, {
    branch,
    expected: 'the update to be refused, or the prepaid plan to keep its months',
    got: brief(row.duration),
    at: list,
  });
}

/** Names of existing collections, with an unknown one at every position among them. */
const collectionsAmong = sharedScene({
  id: 'store: an unknown collection among others',
  onlyOnTestTargets: true,
  given: twoCollections,
  act: (s, {names: [one, other]}: {names: [Val, Val]}) => {
    const unknown = s.fresh('text');
    const plan = createPlan(s);
    const naming = (collections: Val[]) => ({assigns_collections: true, collections});
    const create = (...names: Val[]) => s.call('createPlan', {body: newPlan(s, naming(names))});
    const update = (...names: Val[]) =>
      s.call('updatePlan', {path: plan.path, body: {...plan.body, ...naming(names)}});
    return {
      created: create(one, other),
      'created before others': create(unknown, one, other),
      'created between others': create(one, unknown, other),
      'created after others': create(one, other, unknown),
      updated: update(one, other),
      'updated alone': update(unknown),
      'updated before others': update(unknown, one, other),
      'updated between others': update(one, unknown, other),
      'updated after others': update(one, other, unknown),
    };
  },
});

/** A plan that names an unknown collection is refused, wherever it stands. */
const expectUnknownRefused = (
  seen: SeenIn<typeof collectionsAmong>,
  how: 'created' | 'updated',
): Judgement =>
  whenServed(seen[how], () =>
    judgeEach(Object.entries(seen), ([name, one]) =>
      name.startsWith(`${how} `) ? expectOutcome(one, 'invalid', `accepted: ${name}`) : nothing(),
    ),
  );

/** Texts of one letter: some programming languages treat the first as empty. */
const [ZERO, OTHER_DIGIT] = ['0', '7'];

/**
 * A plan that has a zero for its description from the first, and one whose description becomes a zero, and then
 * its name. Each time a search for its other text finds it.
 */
const zeros = sharedScene({
  id: 'store: texts of plans that are a zero',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = newPlan(s, {details: ZERO});
    const created = s.call('createPlan', {body});
    const list = find(s, body.name);
    const plan = createPlan(s);
    const word = s.fresh('text');
    const update = (more: Record<string, Val>) =>
      s.call('updatePlan', {path: plan.path, body: {...plan.body, ...more}});
    return {
      createdOther: s.call('createPlan', {body: newPlan(s, {details: OTHER_DIGIT})}),
      created,
      list,
      updatedOther: update({details: OTHER_DIGIT}),
      described: update({details: ZERO}),
      byName: find(s, plan.body.name),
      namedOther: update({name: OTHER_DIGIT}),
      named: update({name: ZERO, details: text('<p>', word, '</p>')}),
      byWord: find(s, word),
    };
  },
});

type Zeros = SeenIn<typeof zeros>;

/** The description that became a zero is shown. */
const expectDescribedByZero = ({updatedOther, described, byName}: Zeros): Judgement =>
  when(isUpdated(updatedOther), 'texts of one letter are refused', () =>
    all(expectOutcome(described, 'updated', 'a zero is refused'), () =>
      expectRowAsGiven(byName, described, described.requestBody),
    ),
  );

/** The name that became a zero is shown. */
const expectNamedZero = ({namedOther, named, byWord}: Zeros): Judgement =>
  when(isUpdated(namedOther), 'names of one letter are refused', () =>
    all(expectOutcome(named, 'updated', 'a zero is refused'), () => {
      const [row] = rowsOf(byWord);
      if (!row) return undecided('a search for the description does not show the plan');
      return all(
        expectRowMember(row, 'name', ZERO, 'another name', byWord),
        expectRowAsGiven(byWord, named, named.requestBody, row),
      );
    }),
  );

/** The effects of updates of plans. */
export const onUpdate: Check[] = [
  ...checksOf(zeros, {
    'store.plans.created-is-as-given @ a zero': ({createdOther, created, list}) =>
      when(isCreated(createdOther), 'texts of one letter are refused', () =>
        all(expectOutcome(created, 'created', 'a zero is refused'), () =>
          expectRowAsGiven(list, created, created.requestBody),
        ),
      ),
    'store.plans.update-is-kept @ a zero': (seen) =>
      all(expectDescribedByZero(seen), () => expectNamedZero(seen)),
  }),
  ...checksOf(searchesAfterwards, {
    'store.plans.search-finds-by-description @ of an update': (seen) =>
      when(isNewDescriptionListed(seen), 'the list does not show the new description', () =>
        expectShown(seen.byWord, seen.described, 'not found by a word of its new description'),
      ),
    'store.plans.search-finds-by-type @ of an update': (seen) =>
      isNewTypeListed(seen)
        ? expectShown(seen.ofPrepaid, seen.typed, 'not found by its new type')
        : notApplicable('no update made a recurring plan prepaid'),
    'store.plans.search-leaves-others-out @ what it was before': (seen) =>
      when(isNewDescriptionListed(seen), 'the list does not show the new description', () =>
        all(
          expectLeftOut(seen.byOldWord, seen.described, 'a word of its description before'),
          isNewTypeListed(seen)
            ? () => expectLeftOut(seen.ofRecurring, seen.typed, 'its type before')
            : nothing(),
        ),
      ),
  }),
  ...checksOf(becomingPrepaid, {
    'store.plans.duration-is-required-for-prepaid @ on update': ({
      told: withMonths,
      listed,
      silent: withoutDuration,
      withNull,
    }) =>
      isUpdated(withMonths) && rowOf(listed, withMonths)?.type === 'prepaid'
        ? all(
            expectOutcome(withoutDuration, 'invalid', 'prepaid without a duration'),
            expectOutcome(withNull, 'invalid', 'prepaid with the duration null'),
          )
        : notApplicable('no update made a recurring plan prepaid'),
  }),
  ...checksOf(stayingPrepaid, {
    'store.plans.duration-is-required-for-prepaid @ of a prepaid plan that is updated': ({
      withNull,
      afterNull,
    }) => expectMonthsKept(withNull, afterNull),
  }),
  ...checksOf(collectionsAmong, {
    'store.plans.collections-exist @ wherever it stands': (seen) =>
      expectUnknownRefused(seen, 'created'),
    'store.plans.collections-exist @ on update': (seen) => expectUnknownRefused(seen, 'updated'),
  }),
  check({
    rule: 'store.plans.listed-currencies-are-accepted',
    place: 'on update',
    onlyOnTestTargets: true,
    act: (s) => {
      const {path, body} = createPlan(s);
      const update = (prices: Record<string, number>) =>
        s.call('updatePlan', {path, body: {...body, prices}});
      return {
        one: update({USD: 1234}),
        each: update(Object.fromEntries(CURRENCIES.map((code, at) => [code, 1000 + at]))),
      };
    },
    judge: ({one, each}) =>
      when(isUpdated(one), 'an update of the price was refused, too', () =>
        expectOutcome(each, 'updated', 'a listed currency is refused on update'),
      ),
  }),
];
