import type {Setup} from '../../../language/check.ts';
import {type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  otherContent,
  permission,
  createOrder,
  readerBy,
  updateOrder,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The created orders that lists are compared with: two readers have two each. */
export const ORDERS = ['a1', 'a2', 'b1', 'b2'] as const;

export type ListedOrder = (typeof ORDERS)[number];

/** Orders of two readers, of one title, another or both, in several states. */
export interface ListedOrders extends Record<ListedOrder, Handle> {
  emails: {a: Val; b: Val};
  title: OrderedProduct;
  other: OrderedProduct;
}

/** The differences between the orders: their reader, product and status. */
const FACTS: Record<
  ListedOrder,
  {reader: 'a' | 'b'; titles: ('title' | 'other')[]; status: string}
> = {
  a1: {reader: 'a', titles: ['title'], status: 'approved'},
  a2: {reader: 'a', titles: ['title', 'other'], status: 'paused'},
  b1: {reader: 'b', titles: ['other'], status: 'cancelled'},
  b2: {reader: 'b', titles: ['title'], status: 'approved'},
};

/** The status of an order when the lists are read. */
export const statusOf = (name: ListedOrder): string => FACTS[name].status;

/** Orders in lists; they differ in everything that a filter can select. */
export const listedOrders: Setup<ListedOrders> = {
  id: 'store: orders that differ in everything that a filter names',
  reusable: true,
  ways: [
    (s) => {
      // The names of the first reader are parts of those of the second: a filter by one must not
      // find the other.
      const name = s.fresh('text');
      const address = text('pc.', name, '@presscheck.example');
      const readers = {
        a: readerBy(createUser(s, {external_id: name, email: address}).created),
        b: readerBy(
          createUser(s, {external_id: text(name, '2'), email: text('x', address)}).created,
        ),
      };
      const titles = {title: content(s), other: otherContent(s)};
      const ordered = (name: ListedOrder): Handle => {
        const {reader, titles: names} = FACTS[name];
        const products = names.map((one) => titles[one]);
        // The price distinguishes these orders from those of other scenes, which are changed.
        return createOrder(s, {...permission(s, readers[reader], products), unit_price: 3.25});
      };
      const orders = {a1: ordered('a1'), a2: ordered('a2'), b1: ordered('b1'), b2: ordered('b2')};
      updateOrder(s, orders.a2, {status: 'paused'}, {}, {expects: 'updated'});
      cancelOrder(s, orders.b1, undefined, {expects: 'cancelled'});
      const emails = {a: readers.a.body.email, b: readers.b.body.email};
      return {...orders, ...titles, emails};
    },
  ],
};

/** One filter of the list: its query, and which of the orders it finds. */
interface Filter {
  query(orders: ListedOrders): Record<string, Val>;
  finds(facts: (typeof FACTS)[ListedOrder]): boolean;
}

const everyOrder = (): boolean => true;
const noOrder = (): boolean => false;

const ofStatus = (status: string): Filter => ({
  query: () => ({status}),
  finds: (order) => order.status === status,
});

const ofTitle = (name: 'title' | 'other'): Filter => ({
  query: (orders) => ({product_id: orders[name].id, product_type: orders[name].type}),
  finds: ({titles}) => titles.includes(name),
});

/**
 * A filter by a day near the creation. One day more or less is tolerated, because zones and edges
 * are open (NS-ST-42).
 */
const ofDays = (name: 'start_at' | 'end_at', days: number, finds: Filter['finds']): Filter => ({
  query: ({a1}) => ({[name]: daysAfter(a1, days)}),
  finds,
});

/** Every filter of the list (Orders, Read), with values that find some of the orders, all or none. */
export const FILTERS = {
  'user_id of the first reader': {
    query: ({a1}) => ({user_id: a1.at('/data/user/id')}),
    finds: ({reader}) => reader === 'a',
  },
  'user_id of the second reader': {
    query: ({b2}) => ({user_id: b2.at('/data/user/id')}),
    finds: ({reader}) => reader === 'b',
  },
  'user_email of the first reader': {
    query: ({emails}) => ({user_email: emails.a}),
    finds: ({reader}) => reader === 'a',
  },
  'user_email of the second reader': {
    query: ({emails}) => ({user_email: emails.b}),
    finds: ({reader}) => reader === 'b',
  },
  'the title': ofTitle('title'),
  'the other title': ofTitle('other'),
  approved: ofStatus('approved'),
  paused: ofStatus('paused'),
  cancelled: ofStatus('cancelled'),
  'start_at long before': ofDays('start_at', -400, everyOrder),
  'start_at before': ofDays('start_at', -2, everyOrder),
  'start_at afterwards': ofDays('start_at', 2, noOrder),
  'end_at afterwards': ofDays('end_at', 2, everyOrder),
  'end_at before': ofDays('end_at', -2, noOrder),
} satisfies Record<string, Filter>;

export type FilterName = keyof typeof FILTERS;

/**
 * The query of several filters. If several filters use one parameter, the last one wins, and
 * `user_id` takes priority over `user_email`.
 */
export const queryOf = (names: readonly FilterName[], orders: ListedOrders): Record<string, Val> =>
  Object.assign({}, ...names.map((name) => FILTERS[name].query(orders))) as Record<string, Val>;

/** The orders that several filters find together. */
export const foundBy = (names: readonly FilterName[]): ListedOrder[] => {
  const effective = names.filter(
    (name, index) => !isOverruled(name, names.slice(index + 1), names),
  );
  return ORDERS.filter((order) => effective.every((name) => FILTERS[name].finds(FACTS[order])));
};

/** The subject of a filter: the first word of its name. */
const subjectOf = (name: FilterName): string => {
  if (name.startsWith('user_') || name.includes('_at ')) return name.split(' ')[0] ?? name;
  return name.includes('title') ? 'product' : 'status';
};

/** Whether a later filter uses the same parameter, or `user_id` overrides `user_email`. */
const isOverruled = (
  name: FilterName,
  later: readonly FilterName[],
  all: readonly FilterName[],
): boolean =>
  later.some((other) => subjectOf(other) === subjectOf(name)) ||
  (subjectOf(name) === 'user_email' && all.some((other) => subjectOf(other) === 'user_id'));

const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/**
 * The subjects of filters: `user_id`, `user_email`, `product`, `status`, `start_at` and `end_at`.
 */
const SUBJECTS = [...new Set(FILTER_NAMES.map(subjectOf))];

const filtersOf = (subject: string): FilterName[] =>
  FILTER_NAMES.filter((name) => subjectOf(name) === subject);

/** Two filters with different subjects. */
type Pair = readonly [FilterName, FilterName];

/**
 * Whether a filter finds fewer orders together with another one: then the list shows if that one is
 * ignored.
 */
const tells = (one: FilterName, other: FilterName): boolean =>
  foundBy([one, other]).length < foundBy([one]).length;

const tellsBoth = ([one, other]: Pair): boolean => tells(one, other) && tells(other, one);

const everyPairAbout = (subject: string, otherSubject: string): Pair[] =>
  filtersOf(subject).flatMap((one) => filtersOf(otherSubject).map((other): Pair => [one, other]));

/**
 * The pairs of filters with two subjects: if possible, those that show whether either is ignored.
 */
function pairsAbout(subject: string, otherSubject: string): Pair[] {
  const all = everyPairAbout(subject, otherSubject);
  const telling = all.filter(tellsBoth);
  return telling.length ? telling : all;
}

/**
 * The fewest pairs with two subjects that show whether either filter is ignored beside the other.
 */
function fewestAbout(subject: string, otherSubject: string): Pair[] {
  const all = everyPairAbout(subject, otherSubject);
  const both = all.find(tellsBoth);
  if (both) return [both];
  const either = [
    all.find(([one, other]) => tells(one, other)),
    all.find(([one, other]) => tells(other, one)),
  ];
  return either.filter((pair) => pair !== undefined);
}

const SUBJECT_PAIRS = SUBJECTS.flatMap((subject, index) =>
  SUBJECTS.slice(index + 1).map((other) => [subject, other] as const),
);

/** Every combination of one filter per subject. */
const combinations = (subjects: readonly string[]): FilterName[][] =>
  subjects.reduce<FilterName[][]>(
    (found, subject) =>
      found.flatMap((names) => filtersOf(subject).map((name) => [...names, name])),
    [[]],
  );

/** The filters without which a combination finds more: the list shows if one of them is ignored. */
const telling = (names: readonly FilterName[]): FilterName[] =>
  names.filter(
    (name) => foundBy(names).length < foundBy(names.filter((other) => other !== name)).length,
  );

/** The fewest combinations with some subjects that show whether any of the filters is ignored. */
function fewestCombinations(subjects: readonly string[]): FilterName[][] {
  const all = combinations(subjects);
  const fewest: FilterName[][] = [];
  for (const subject of subjects) {
    const tellsOfSubject = (names: readonly FilterName[]): boolean =>
      telling(names).some((name) => subjectOf(name) === subject);
    if (fewest.some(tellsOfSubject)) continue;
    const found = all.find(tellsOfSubject);
    if (found) fewest.push(found);
  }
  return fewest;
}

/** Every choice of this many subjects. */
const choicesOf = (subjects: readonly string[], count: number): string[][] =>
  count === 0
    ? [[]]
    : subjects.flatMap((subject, index) =>
        choicesOf(subjects.slice(index + 1), count - 1).map((others) => [subject, ...others]),
      );

/** Combinations with every three subjects and with all, which show whether a filter is ignored. */
export const TELLING_COMBINATIONS: readonly FilterName[][] = [3, SUBJECTS.length].flatMap((count) =>
  choicesOf(SUBJECTS, count).flatMap(fewestCombinations),
);

/** Pairs of filters by their subjects, for example `user_id and status`. */
export const FILTER_PAIRS: Readonly<Record<string, readonly Pair[]>> = Object.fromEntries(
  SUBJECT_PAIRS.map((subjects) => [subjects.join(' and '), pairsAbout(...subjects)]),
);

/** Pairs with every two subjects, which show whether a filter is ignored beside another. */
export const TELLING_PAIRS: readonly Pair[] = SUBJECT_PAIRS.flatMap((subjects) =>
  fewestAbout(...subjects),
);
