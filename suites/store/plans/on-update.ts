/** Searches and refusals for values that come from an update instead of a creation. */

import {CURRENCIES} from '../../../spec/currencies.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  check,
  checksAt,
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
  notApplicable,
  nothing,
  undecided,
  when,
  whenServed,
} from '../../language/judge.ts';
import {isCreated, isUpdated} from '../../language/outcome.ts';
import {type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {createUser, idOf, updateOf} from '../people.ts';
import {twoCollections} from './values/collections.ts';
import {expectNoPlan} from './no-plan.ts';
import {createPlan, deletePlan, find, newPlan, PREPAID, walkPlans} from './plan-steps.ts';
import {expectShown, expectRowMember, expectRowAsGiven, rowOf, rowsOf} from './plan-rows.ts';
import {toText} from '../../../spec/json.ts';

/**
 * A plan that gets another description (`described`) and one that gets another type (`typed`), with searches
 * for both.
 */
const searchesAfterwards = sharedScene({
  id: 'store: searches for plans that were updated',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [oldWord, newWord] = [s.fresh('text'), s.fresh('text')];
    const plan = createPlan(s, {details: text('<p>Lend ', oldWord, ' to friends.</p>')});
    const before = find(s, oldWord);
    const other = createPlan(s, {details: text('<p>', s.fresh('text'), '</p>')});
    const described = s.call('updatePlan', {
      path: plan.path,
      body: {...plan.body, details: text('<p>Take ', newWord, ' along.</p>')},
    });
    const typed = s.call('updatePlan', {path: other.path, body: {...other.body, ...PREPAID}});
    return {
      before,
      described,
      byName: find(s, plan.body.name),
      byWord: find(s, newWord),
      byOldWord: find(s, oldWord),
      typed,
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
  api: 'store',
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
  api: 'store',
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
  api: 'store',
  onlyOnTestTargets: true,
  given: twoCollections,
  act: (s, {names: [one, other]}: {names: [Val, Val]}) => {
    const unknown = s.fresh('text');
    const plan = createPlan(s);
    const naming = (collections: Val[]) => ({assigns_collections: true, collections});
    const created = (...names: Val[]) => s.call('createPlan', {body: newPlan(s, naming(names))});
    const updated = (...names: Val[]) =>
      s.call('updatePlan', {path: plan.path, body: {...plan.body, ...naming(names)}});
    return {
      created: created(one, other),
      createdFirst: created(unknown, one, other),
      createdBetween: created(one, unknown, other),
      createdLast: created(one, other, unknown),
      updated: updated(one, other),
      updatedAlone: updated(unknown),
      updatedFirst: updated(unknown, one, other),
      updatedBetween: updated(one, unknown, other),
      updatedLast: updated(one, other, unknown),
    };
  },
});

/** Texts of one letter: some programming languages treat the first as empty. */
const [ZERO, OTHER_DIGIT] = ['0', '7'];

/**
 * A plan that has a zero for its description from the first, and one whose description becomes a zero, and then
 * its name. Each time a search for its other text finds it.
 */
const zeros = sharedScene({
  id: 'store: texts of plans that are a zero',
  api: 'store',
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

/** Creates a user, and assigns a plan by an update. @returns the update */
function assignOnUpdate(s: Script, plan: Val) {
  const {created, body} = createUser(s);
  return s.call('updateUser', {
    path: idOf(created),
    body: {...updateOf(body), assign_new_plan: plan},
  });
}

/** The effects of updates of plans and users on plans. */
export const onUpdate: Check[] = [
  ...checksAt(zeros, 'store.plans.created-is-as-given', {
    'a zero': ({createdOther, created, list}) =>
      when(isCreated(createdOther), 'texts of one letter are refused', () =>
        all(expectOutcome(created, 'created', 'a zero is refused'), () =>
          expectRowAsGiven(list, created, created.requestBody),
        ),
      ),
  }),
  ...checksAt(zeros, 'store.plans.update-is-kept', {
    'a zero': (seen) => all(expectDescribedByZero(seen), () => expectNamedZero(seen)),
  }),
  ...checksAt(searchesAfterwards, 'store.plans.search-finds-by-description', {
    'of an update': (seen) =>
      when(isNewDescriptionListed(seen), 'the list does not show the new description', () =>
        expectShown(seen.byWord, seen.described, 'not found by a word of its new description'),
      ),
  }),
  ...checksAt(searchesAfterwards, 'store.plans.search-finds-by-type', {
    'of an update': (seen) =>
      isNewTypeListed(seen)
        ? expectShown(seen.ofPrepaid, seen.typed, 'not found by its new type')
        : notApplicable('no update made a recurring plan prepaid'),
  }),
  ...checksAt(searchesAfterwards, 'store.plans.search-leaves-others-out', {
    'what it was before': (seen) =>
      when(isNewDescriptionListed(seen), 'the list does not show the new description', () =>
        all(
          expectLeftOut(seen.byOldWord, seen.described, 'a word of its description before'),
          isNewTypeListed(seen)
            ? () => expectLeftOut(seen.ofRecurring, seen.typed, 'its type before')
            : nothing(),
        ),
      ),
  }),
  ...checksAt(becomingPrepaid, 'store.plans.duration-is-required-for-prepaid', {
    'on update': ({told: withMonths, listed, silent: withoutDuration, withNull}) =>
      isUpdated(withMonths) && rowOf(listed, withMonths)?.type === 'prepaid'
        ? all(
            expectOutcome(withoutDuration, 'invalid', 'prepaid without a duration'),
            expectOutcome(withNull, 'invalid', 'prepaid with the duration null'),
          )
        : notApplicable('no update made a recurring plan prepaid'),
  }),
  ...checksAt(stayingPrepaid, 'store.plans.duration-is-required-for-prepaid', {
    'of a prepaid plan that is updated': ({withNull, afterNull}) =>
      expectMonthsKept(withNull, afterNull),
  }),
  ...checksAt(collectionsAmong, 'store.plans.collections-exist', {
    'wherever it stands': ({created, createdFirst, createdBetween, createdLast}) =>
      whenServed(created, () =>
        all(
          expectOutcome(createdFirst, 'invalid', 'accepted before others'),
          expectOutcome(createdBetween, 'invalid', 'accepted between others'),
          expectOutcome(createdLast, 'invalid', 'accepted after others'),
        ),
      ),
    'on update': ({updated, ...seen}) =>
      whenServed(updated, () =>
        all(
          expectOutcome(seen.updatedAlone, 'invalid', 'accepted on update'),
          expectOutcome(seen.updatedFirst, 'invalid', 'accepted before others on update'),
          expectOutcome(seen.updatedBetween, 'invalid', 'accepted between others on update'),
          expectOutcome(seen.updatedLast, 'invalid', 'accepted after others on update'),
        ),
      ),
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
  check({
    rule: 'store.plans.deleted-cannot-be-assigned',
    place: 'on update',
    onlyOnTestTargets: true,
    act: (s) => {
      const plan = createPlan(s, {private: false});
      const before = assignOnUpdate(s, plan.path.plan_id);
      deletePlan(s, plan);
      return {before, after: assignOnUpdate(s, plan.path.plan_id)};
    },
    judge: ({before, after}) =>
      when(
        isUpdated(before),
        'the plan could not be assigned before its deletion either (NS-ST-13)',
        () => expectNoPlan(after, 'assigned by an update after its deletion'),
      ),
  }),
];
