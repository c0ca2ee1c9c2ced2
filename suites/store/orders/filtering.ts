import {addDays} from '../../../spec/days.ts';
import {hasSituation} from '../../outcome.ts';
import type {Handle} from '../../script.ts';
import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {
  all,
  expectEqual,
  hidden,
  expectOutcome,
  expectNone,
  expectNoServerError,
  saw,
  undecided,
  judgeEach,
  nothing,
} from '../../judge.ts';
import {property} from '../../property.ts';
import {classesOf, integers} from '../../values/values.ts';
import {expirationsOf, orderId, orderRow, ordersIn} from '../order-rows.ts';
import {daysAfter, listOrders} from '../ordering.ts';
import {createUser} from '../people.ts';
import {
  FILTER_PAIRS,
  foundBy,
  listedOrders,
  ORDERS,
  queryOf,
  statusOf,
  TELLING_COMBINATIONS,
  TELLING_PAIRS,
  type FilterName,
  type ListedOrder,
} from './listed-orders.ts';
import {toText} from '../../../spec/json.ts';

/**
 * A page with fewer rows is not full: for any page size and any kind of paging, the list has no
 * other rows (NS-ST-43).
 */
const MIN_ROWS_OF_A_FULL_PAGE = 5;

/** The creations of the orders that lists are compared with. */
type Created = Record<ListedOrder, Exchange>;

/** The created orders that a list shows. */
const ownIn = (list: Exchange, created: Created): ListedOrder[] => {
  const ids = new Set(ordersIn(list).map(({id}) => id));
  return ORDERS.filter((name) => ids.has(orderId(created[name])));
};

/** For a list that may have further pages, a missing order decides nothing: other lists decide. */
const sawFullPage = (): Judgement => saw('a full page');

/** The list of a reader with two orders is short: if it is not, the rule is inconclusive. */
const undecidedIfPaged = (): Judgement =>
  hidden('NS-ST-43', 'not walked through', 'the list may have further pages');

/**
 * A list shows those of the created orders that its filters find and no others of them. It may show
 * orders of other people. An order that is missing from a full page may be on another one.
 * @param ofFullPage the judgement if orders are missing from a full page
 */
function expectExactlyFound(
  list: Exchange,
  names: readonly FilterName[],
  created: Created,
  ofFullPage: () => Judgement,
): Judgement {
  const expected = foundBy(names);
  const shown = ownIn(list, created);
  const missing = expected.filter((name) => !shown.includes(name));
  const filters = names.join(' and ');
  const isFull = ordersIn(list).length >= MIN_ROWS_OF_A_FULL_PAGE;
  return all(
    expectNone(
      shown.filter((name) => !expected.includes(name)),
      `order that ${filters} leaves out`,
      `finds too much: ${filters}`,
      list,
    ),
    missing.length && isFull
      ? ofFullPage()
      : expectNone(
          missing,
          `order missing that ${filters} finds`,
          `finds too little: ${filters}`,
          list,
        ),
  );
}

/** Every row of a list, whoever ordered it, has the status of the filter. */
const expectOnlyStatus = (list: Exchange, status: string): Judgement =>
  expectNone(
    ordersIn(list).filter((order) => order.status !== undefined && order.status !== status),
    `order that is not ${status}`,
    `another status among the ${status}`,
    list,
  );

/** Every row of a list, whoever ordered it, was created on a day of the filter's range. */
const expectOnlyDays = (list: Exchange, isWithin: (day: string) => boolean): Judgement =>
  expectNone(
    ordersIn(list).filter(({created_at: day}) => typeof day === 'string' && !isWithin(day)),
    'order that was created outside of the range',
    'another day of creation',
    list,
  );

/** The list by each filter alone. */
const filtered = sharedScene({
  id: 'store: the list of orders by each filter',
  api: 'store',
  given: listedOrders,
  act: (s, orders) => {
    const by = (...names: FilterName[]) => listOrders(s, queryOf(names, orders));
    const {a1, a2, b1, b2} = orders;
    return {
      a1,
      a2,
      b1,
      b2,
      byUserId: by('user_id of the first reader'),
      byEmail: by('user_email of the second reader'),
      byBoth: by('user_email of the second reader', 'user_id of the first reader'),
      byTitle: by('the title'),
      byOtherTitle: by('the other title', 'user_id of the first reader'),
      approved: by('approved', 'user_id of the first reader'),
      paused: by('paused'),
      cancelled: by('cancelled'),
      since: by('start_at before'),
      fromNowOn: by('start_at afterwards'),
      until: by('end_at afterwards'),
      before: by('end_at before'),
      ofType: listOrders(s, {product_type: 'content', user_email: orders.emails.a}),
    };
  },
});

type Filtered = SeenIn<typeof filtered>;

/** The lists that show orders of the set-up. */
const LISTS = [
  'byUserId',
  'byEmail',
  'byTitle',
  'approved',
  'paused',
  'cancelled',
  'since',
] as const;

/**
 * Every list that shows an order of the set-up shows its status and no expiration. A cancelled
 * order may show the day on which access ended.
 */
const expectShownAlike = (list: Exchange, created: Created): Judgement =>
  all(
    ...ORDERS.flatMap((name) => {
      const row = orderRow(list, created[name]);
      if (!row) return [];
      const status = statusOf(name);
      const alike = expectEqual(
        row.status,
        status,
        'another status',
        list,
        '`status` of a listed order',
      );
      if (status === 'cancelled') return [alike];
      return [
        alike,
        expectEqual(
          Object.values(expirationsOf(row)).filter((day) => day !== null),
          [],
          'another expiration',
          list,
          'the expirations of a listed order that was given none',
        ),
      ];
    }),
  );

const namesReader = (filter: FilterName): boolean => filter.startsWith('user_');

/** A judge of the list by some filters. */
const expectFound =
  (...lists: [name: keyof Filtered, ...filters: FilterName[]][]) =>
  (seen: Filtered): Judgement =>
    all(
      ...lists.map(([name]) =>
        expectOutcome(seen[name], ['orders', 'nothing-found'], `${name}: refused`),
      ),
      judgeEach(lists, ([name, ...filters]) =>
        expectExactlyFound(
          seen[name],
          filters,
          seen,
          filters.some(namesReader) ? undecidedIfPaged : sawFullPage,
        ),
      ),
    );

/** The list of orders and its filters (Orders, Read). */
export const filtering: Check[] = checksOf(filtered, {
  'store.orders.user-id-filters-the-list': expectFound(['byUserId', 'user_id of the first reader']),
  'store.orders.user-email-filters-the-list': expectFound([
    'byEmail',
    'user_email of the second reader',
  ]),
  'store.orders.user-id-comes-before-user-email': expectFound([
    'byBoth',
    'user_id of the first reader',
  ]),
  'store.orders.product-filters-the-list': expectFound(
    ['byTitle', 'the title'],
    ['byOtherTitle', 'the other title', 'user_id of the first reader'],
  ),
  'store.orders.status-filters-the-list': (seen) =>
    all(
      expectFound(
        ['approved', 'approved', 'user_id of the first reader'],
        ['paused', 'paused'],
        ['cancelled', 'cancelled'],
      )(seen),
      judgeEach(['approved', 'paused', 'cancelled'] as const, (status) =>
        expectOnlyStatus(seen[status], status),
      ),
    ),
  'store.orders.start-at-bounds-the-list': (seen) =>
    all(
      expectFound(['since', 'start_at before'], ['fromNowOn', 'start_at afterwards'])(seen),
      () => {
        const day = toText(seen.a1.body.data.created_at);
        return all(
          expectOnlyDays(seen.since, (one) => one >= addDays(day, -3)),
          expectOnlyDays(seen.fromNowOn, (one) => one >= addDays(day, 1)),
        );
      },
    ),
  'store.orders.end-at-bounds-the-list': (seen) =>
    all(expectFound(['until', 'end_at afterwards'], ['before', 'end_at before'])(seen), () => {
      const end = addDays(toText(seen.a1.body.data.created_at), -1);
      return expectOnlyDays(seen.before, (day) => day <= end);
    }),
  'store.orders.shown-alike-everywhere': (seen) =>
    judgeEach(LISTS, (name) => expectShownAlike(seen[name], seen)),
  // The effect of `product_type` alone is open (NS-ST-42).
  'store.orders.product-type-needs-product-id': ({ofType}) =>
    all(
      expectNoServerError(ofType, 'server error'),
      ofType.status >= 400
        ? saw('product_type alone is refused')
        : saw('product_type alone is taken'),
    ),
});

/**
 * Lists of a reader by ranges that end with the day of an order, from earlier days and from that
 * day. It is open whether the first and the last day belong to a range, and in which time zone a
 * day begins (NS-ST-42): lists with only one end show this.
 */
const rangesToADay = sharedScene({
  id: 'store: the list of orders up to the day of one',
  api: 'store',
  given: listedOrders,
  onlyOnTestTargets: true,
  act: (s, orders) => {
    const reader = queryOf(['user_id of the first reader'], orders);
    const by = (range: Record<string, Val>) => listOrders(s, {...reader, ...range});
    const [before, day] = [daysAfter(orders.a1, -2), daysAfter(orders.a1, 0)];
    return {
      a1: orders.a1,
      sinceBefore: by({start_at: before}),
      sinceTheDay: by({start_at: day}),
      upToTheDay: by({end_at: day}),
      beforeToTheDay: by({start_at: before, end_at: day}),
      ofTheDay: by({start_at: day, end_at: day}),
    };
  },
});

const isList = hasSituation('orders', 'nothing-found');

/** A range shows an order if each of its ends alone shows it. */
function expectShownToo(
  range: Exchange,
  ends: Exchange[],
  created: Exchange,
  branch: string,
): Judgement {
  if (!ends.every(isList))
    return undecided('the list with only one end of the range was not answered');
  if (!ends.every((list) => orderRow(list, created)))
    return saw('an end of a range that leaves out its own day');
  if (!isList(range)) return expectNoServerError(range, 'server error');
  if (ordersIn(range).length >= MIN_ROWS_OF_A_FULL_PAGE) return sawFullPage();
  return expectNone(
    orderRow(range, created) ? [] : [created],
    'order missing that `start_at` alone and `end_at` alone find',
    branch,
    range,
  );
}

/** Both ends of a range together find what each of them finds. */
export const ranges: Check[] = checksAt(
  rangesToADay,
  'store.orders.two-filters-find-what-both-find',
  {
    'up to the day of an order': ({a1, sinceBefore, upToTheDay, beforeToTheDay}) =>
      expectShownToo(beforeToTheDay, [sinceBefore, upToTheDay], a1, 'the last day is missing'),
    'of one day': ({a1, sinceTheDay, upToTheDay, ofTheDay}) =>
      expectShownToo(ofTheDay, [sinceTheDay, upToTheDay], a1, 'the day is missing'),
  },
);

const PAIRS = Object.keys(FILTER_PAIRS) as [string, ...string[]];

/** The two filters of a draw. */
const pairOf = (subjects: string, which: number): readonly [FilterName, FilterName] => {
  const pairs = defined(FILTER_PAIRS[subjects], `filters about ${subjects}`);
  return defined(pairs[which % pairs.length], `a pair about ${subjects}`);
};

/** The list by several filters at a time. */
const checksOfCombinations = (
  what: string,
  combinations: readonly (readonly FilterName[])[],
): Check[] => {
  const scene = sharedScene({
    id: `store: the list of orders by ${what}`,
    api: 'store',
    given: listedOrders,
    onlyOnTestTargets: true,
    act: (s, orders) => {
      const {a1, a2, b1, b2} = orders;
      const lists = combinations.map((names) => [
        names.join(' and '),
        listOrders(s, queryOf(names, orders)),
      ]);
      return {...(Object.fromEntries(lists) as Record<string, Handle>), a1, a2, b1, b2};
    },
  });
  return checksAt(scene, 'store.orders.two-filters-find-what-both-find', {
    [what]: (seen) =>
      judgeEach(combinations, (names) => {
        const list = (seen as Record<string, Exchange>)[names.join(' and ')];
        return list ? expectExactlyFound(list, names, seen, sawFullPage) : nothing();
      }),
  });
};

/** A filter is not ignored beside others. */
export const severalFilters: Check[] = [
  ...checksOfCombinations('every two kinds of filter', TELLING_PAIRS),
  ...checksOfCombinations('three kinds of filter, and all', TELLING_COMBINATIONS),
];

/** A list by the id of a user without orders, combined with the email of a user who has some. */
const ofUserWithoutOrders = sharedScene({
  id: 'store: the list of orders of a user without orders',
  api: 'store',
  given: listedOrders,
  onlyOnTestTargets: true,
  act: (s, orders) => {
    const {a1, a2, b1, b2, emails} = orders;
    const user_id = createUser(s).created.at('/data/id');
    return {a1, a2, b1, b2, list: listOrders(s, {user_id, user_email: emails.a})};
  },
});

/** A `user_id` that finds nothing still takes priority over `user_email`. */
export const priority: Check[] = checksAt(
  ofUserWithoutOrders,
  'store.orders.user-id-comes-before-user-email',
  {
    'of a user without orders': ({list, ...created}) =>
      isList(list)
        ? expectNone(
            ownIn(list, created),
            'order of the `user_email`',
            'finds those of the email',
            list,
          )
        : expectNoServerError(list, 'server error'),
  },
);

/** Any two filters together find what both of them find. */
export const filterPairs: AnyProperty[] = [
  property({
    rule: 'store.orders.two-filters-find-what-both-find',
    forAll: {subjects: classesOf(...PAIRS), which: integers(0, 11)},
    given: listedOrders,
    maxDrawsOnShared: 8,
    drawFactor: 4,
    act: (s, {subjects, which}, orders) => {
      const {a1, a2, b1, b2} = orders;
      return {a1, a2, b1, b2, list: listOrders(s, queryOf(pairOf(subjects, which), orders))};
    },
    judge: ({list, ...created}, {subjects, which}) => {
      const pair = pairOf(subjects, which);
      return all(
        expectOutcome(list, ['orders', 'nothing-found'], `refused: ${pair.join(' and ')}`),
        () => expectExactlyFound(list, pair, created, sawFullPage),
      );
    },
  }),
];
