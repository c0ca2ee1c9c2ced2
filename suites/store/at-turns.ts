/** Users, orders and checkouts over the turns of the calendar (Resources; States / Order; Orders, Read). */

import {DAY_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Check, Judgement} from '../language/check.ts';
import {
  all,
  expectNone,
  expectThat,
  judgeEach,
  notApplicable,
  notExercised,
  nothing,
  when,
} from '../language/judge.ts';
import {minutes, type Handle} from '../language/script.ts';
import {dayAfter} from '../language/sent-values.ts';
import {checksOfCases, ofEach, sceneOfCases, type Answered, type Answers} from '../tables/cases.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../values/ages.ts';
import {EVERY_TURN, waitForTurn} from '../values/turning-points.ts';
import {openCheckout, sell} from './buying.ts';
import {orderRow, orderIn} from './order-rows.ts';
import {content, createOrder, daysAfter, listOrders, permission, userOf} from './ordering.ts';
import {askAccess, expectAccess, mayIn} from './orders/access/read-access.ts';
import {
  lastsOtherwise,
  stageOf,
  TYPICAL_MS,
  type Opening,
} from './orders/checkout/checkout-validity.ts';
import {expectDayOfCreation} from './orders/create/as-given.ts';
import {isFullPage, isList} from './orders/list/listed-orders.ts';
import {createUser, search} from './people.ts';
import {expectInstants} from './users/list/date-objects.ts';
import {dayShown, expectDaysOfOneZone} from './users/list/instants.ts';

/** Days between the two orders of a reader, and from the first one to its end. */
const [APART, END] = [4, 8];

/** As many days as zones and edges of a range may make of it (NS-ST-42). */
const MARGIN = 2;

/** What is made shortly before each turn, and used after it. */
const turns = sceneOfCases({
  id: 'store: users, orders and checkouts at the turns of the calendar',
  onlyOnTestTargets: true,
  consecutive: true,
  noRequestReuse: true,
  cases: EVERY_TURN,
  act: (s, turn) => {
    const clock = createUser(s).created;
    waitForTurn(s, clock.at('/data/created_at/date'), turn);
    const reader = createUser(s);
    const person = reader.created;
    const listed = search(s, reader.body.email);
    const title = content(s);
    const until = dayAfter(person.at('/data/created_at/date'), END);
    const order = createOrder(s, permission(s, reader, [{...title, expiration_date: until}]));
    const opens = s.offers('control:open-checkout');
    const [late, early] = opens ? [sell(s), sell(s)] : [];
    const asks = s.offers('control:may-this-user-read');
    const ask = (): Handle | undefined => (asks ? askAccess(s, reader, title) : undefined);
    const granted = ask();
    s.advance(TYPICAL_MS - BEFORE_AN_END_MS);
    const opened = early && openCheckout(s, early.created);
    s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
    const over = late && openCheckout(s, late.created);
    s.advance(APART * DAY_MS - minutes(60));
    const kept = ask();
    const later = createOrder(s, permission(s, reader, [title]));
    const list = (range: Record<string, number>): Handle =>
      listOrders(s, {
        user_id: userOf(s, reader).id,
        ...Object.fromEntries(
          Object.entries(range).map(([name, days]) => [name, daysAfter(order, days)]),
        ),
      });
    return {
      person,
      listed,
      order,
      granted,
      late: late?.created,
      lateBuyer: late?.buyer,
      early: early?.created,
      earlyBuyer: early?.buyer,
      opened,
      over,
      kept,
      later,
      all: list({start_at: -MARGIN, end_at: APART + MARGIN}),
      since: list({start_at: APART - MARGIN}),
      upTo: list({end_at: MARGIN}),
    };
  },
});

type Seen = Answers<NonNullable<(typeof turns)['steps']>>;

/** A list has the orders of its days, and not those of days that are surely others (NS-ST-42). */
function expectRange(list: Exchange, made: Exchange[], others: Exchange[]): Judgement {
  if (!isList(list) || isFullPage(list)) return nothing();
  return all(
    expectNone(
      made.filter((one) => !orderRow(list, one)),
      'order of the days of the list that is missing',
      'an order is missing',
      list,
    ),
    expectNone(
      others.filter((one) => orderRow(list, one)),
      'order of another day',
      'an order of another day',
      list,
    ),
  );
}

/** Checkouts that were surely opened on one side of their ends open, or do not. */
function expectOpenings(openings: readonly Partial<Opening>[], isOpen: boolean): Judgement {
  const made = openings.filter((one): one is Opening =>
    Boolean(one.shown && one.opened && one.buyer),
  );
  if (!made.length) return notExercised('it needs the hook `open-checkout`');
  const sure = made.filter(
    (one) =>
      stageOf(one) === (isOpen ? 'within' : 'after') && typeof one.opened.body?.opens === 'boolean',
  );
  if (!sure.length && made.every(lastsOtherwise))
    return notApplicable('no checkout of this deployment lasts an hour, which is waited for');
  return judgeEach(sure, ({opened}) =>
    expectThat(opened.body.opens === isOpen, {
      branch: isOpen ? 'over too early' : 'open after its end',
      expected: `the checkout URL ${isOpen ? 'to open' : 'not to open'}`,
      got: isOpen ? 'it does not open' : 'it opens',
      at: opened,
    }),
  );
}

/** The days that the list shows of all users are those of their creations, in one time zone. */
function expectDaysShown(answered: readonly Answered<unknown, {person: Handle; listed: Handle}>[]) {
  const shown = answered.flatMap(({seen: {person, listed}}) => dayShown(person, listed) ?? []);
  const [first] = answered;
  return when(first !== undefined && shown.length > 1, 'the list shows no days of creation', () =>
    expectDaysOfOneZone(shown, first?.seen.listed as Exchange),
  );
}

/** Access until a day that is still to come stays over the turn. */
const expectKept = ({granted, kept}: Seen): Judgement => {
  if (!granted || !kept) return notExercised('it needs the hook `may-this-user-read`');
  return mayIn(granted) === true
    ? expectAccess(kept, true, 'access ended before its day')
    : nothing();
};

/** The checks of what is made shortly before a turn. */
export const atTurns: Check[] = checksOfCases(turns, 'over every turn of the calendar', {
  'store.users.creation-date-is-one-instant': ofEach(({person}) => expectInstants(person)),
  'store.users.list-item-has-day-of-creation': expectDaysShown,
  'store.orders.created-at-is-the-day-of-creation': ofEach(({person, order}) =>
    expectDayOfCreation(orderIn(order), person, order),
  ),
  'store.orders.start-at-bounds-the-list': ofEach((seen) =>
    all(
      expectRange(seen.all, [seen.order, seen.later], []),
      expectRange(seen.since, [seen.later], [seen.order]),
    ),
  ),
  'store.orders.end-at-bounds-the-list': ofEach((seen) =>
    all(
      expectRange(seen.all, [seen.order, seen.later], []),
      expectRange(seen.upTo, [seen.order], [seen.later]),
    ),
  ),
  'store.orders.checkout-opens-within-its-ttl': (answered) =>
    expectOpenings(
      answered.map(({seen: {early: shown, opened, earlyBuyer: buyer}}) => ({shown, opened, buyer})),
      true,
    ),
  'store.orders.checkout-is-over-after-its-ttl': (answered) =>
    expectOpenings(
      answered.map(({seen: {late: shown, over: opened, lateBuyer: buyer}}) => ({
        shown,
        opened,
        buyer,
      })),
      false,
    ),
  'store.orders.access-follows-the-orders': ofEach(expectKept),
});
