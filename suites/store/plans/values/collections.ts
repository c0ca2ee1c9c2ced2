import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type Setup,
} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectNone,
  expectOutcome,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {missing, rowsAt} from '../../../language/rows.ts';
import type {Script} from '../../../language/script.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {find, idIn, newPlan} from '../plan-steps.ts';
import {expectShown, expectRowAsGiven} from '../plan-rows.ts';

/** The name of a collection of the store: one that a hook adds, or the first that is listed. */
export const aCollection: Setup<{name: Val}> = {
  id: 'store: a collection',
  reusable: true,
  ways: [
    (s: Script) => ({name: s.control('seed-collection', {role: 'admin'}).at('/collection')}),
    (s: Script) => ({name: s.call('listCollections', {expects: 'collections'}).at('/data/0')}),
  ],
};

/** The names of two collections that hooks add: a store may have no second one. */
export const twoCollections: Setup<{names: [Val, Val]}> = {
  id: 'store: two collections',
  reusable: true,
  ways: [
    (s: Script) => {
      const added = () => s.control('seed-collection', {role: 'admin'}).at('/collection');
      return {names: [added(), added()]};
    },
  ],
};

/** A plan that names a collection of the store. */
const planOfACollection = sharedScene({
  id: 'store: a plan of a collection',
  given: aCollection,
  act: (s, {name}) => {
    const listed = s.call('listCollections', {expects: 'collections'});
    const body = newPlan(s, {assigns_collections: true, collections: [name]});
    const created = s.call('createPlan', {body});
    return {listed, created, list: find(s, body.name)};
  },
});

/** The number of collections that a plan may certainly name: the document has no bound. */
const MANY = 50;

/** A plan of all collections of the store, whatever their names are, before an update and after. */
const planOfAll = sharedScene({
  id: 'store: a plan of all collections',
  given: aCollection,
  act: (s) => {
    const listed = s.call('listCollections', {expects: 'collections'});
    const body = newPlan(s, {assigns_collections: true, collections: listed.at('/data')});
    const created = s.call('createPlan', {body});
    const list = find(s, body.name);
    const name = s.fresh('plan-name');
    const path = idIn(list, body.name);
    const updated = s.call('updatePlan', {path, body: {...body, name}, optional: true});
    return {listed, created, list, updated, updatedList: find(s, name)};
  },
});

/** How many collections the check of many adds: with fewer, a list that ends too soon looks whole. */
const ADDED = 11;

/** The list has the name of every collection that was added to the store. */
const manyCollections = check({
  rule: 'store.plans.collections-are-names',
  place: 'of many collections',
  onlyOnTestTargets: true,
  act: (s) => {
    const added = s.repeat(ADDED, (each) => void each.control('seed-collection', {role: 'admin'}));
    return {added, listed: s.call('listCollections')};
  },
  judge: ({added, listed}) =>
    when(listed.situations.includes('collections'), 'the names are not listed', () =>
      expectNone(
        missing(
          added.map(({body}) => body?.collection as unknown),
          rowsAt([listed], '/data'),
        ),
        'collection of the store that the list does not show',
        'missing-among-many',
        listed,
      ),
    ),
});

/** Judges a store with so few collections that one plan may certainly name them all. */
function whenFew(listed: Exchange, judgement: () => Judgement): Judgement {
  const names: unknown[] = [listed.body?.data ?? []].flat();
  return when(names.length <= MANY, `the store has ${names.length} collections`, judgement);
}

/** The collections of a plan are texts. */
const expectTexts = (names: unknown[], list: Exchange): Judgement =>
  expectNone(
    names.filter((name) => typeof name !== 'string'),
    'collection that is no text',
    'another type',
    list,
  );

/** Plans may only name existing collections. */
export const collections: Check[] = [
  manyCollections,
  ...checksOf(planOfAll, {
    'store.plans.collection-is-accepted @ all of them': ({listed, created, list}) =>
      whenFew(listed, () =>
        all(expectOutcome(created, 'created', 'refused'), () =>
          expectRowAsGiven(list, created, {collections: created.requestBody?.collections}),
        ),
      ),
    'store.plans.update-is-kept @ all collections': ({listed, updated, updatedList}) =>
      whenFew(listed, () =>
        whenServed(updated, () =>
          expectRowAsGiven(updatedList, updated, {collections: updated.requestBody?.collections}),
        ),
      ),
  }),
  ...checksOf(planOfACollection, {
    'store.plans.collection-is-accepted': ({listed, created, list}) => {
      const names: unknown = listed.body?.data;
      const [name]: unknown[] = created.requestBody?.collections ?? [];
      return all(
        expectEqual(
          Array.isArray(names) && names.includes(name),
          true,
          'not among the names',
          listed,
          'whether the collection is listed',
        ),
        expectOutcome(created, 'created', 'refused'),
        () => expectRowAsGiven(list, created, {collections: created.requestBody?.collections}),
      );
    },
    'store.plans.has-collections @ names in them': ({created, list}) =>
      whenServed(created, () =>
        expectShown(list, created, 'not shown', ({collections: names}) =>
          expectTexts([names].flat(), list),
        ),
      ),
  }),
  check({
    rule: 'store.plans.collections-exist',
    given: aCollection,
    act: (s, {name}) => {
      const naming = (collections: Val[]) =>
        s.call('createPlan', {body: newPlan(s, {assigns_collections: true, collections})});
      return {
        unknown: naming([s.fresh('text')]),
        besideKnown: naming([name, s.fresh('text')]),
      };
    },
    judge: ({unknown, besideKnown}) =>
      all(
        expectOutcome(unknown, 'invalid', 'accepted'),
        expectOutcome(besideKnown, 'invalid', 'accepted beside one that exists'),
      ),
  }),
];
