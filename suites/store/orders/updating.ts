import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {hasSituation, isCreated} from '../../outcome.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectNoServerError,
  notApplicable,
  saw,
  undecided,
  when,
} from '../../judge.ts';
import {text, type Script} from '../../script.ts';
import {
  expectAllExpireOn,
  expirationsOf,
  expectAsBefore,
  orderIn,
  productOf,
  productsOf,
  expectStatus,
} from '../order-rows.ts';
import {
  byId,
  daysAfter,
  newLink,
  permission,
  createOrder,
  priced,
  readOrder,
  updateOrder,
  type OrderedProduct,
} from '../ordering.ts';
import {create} from '../people.ts';
import {create as createPlan} from '../plans/plan-steps.ts';
import {keptOrder} from './kept-order.ts';

/** An order of two titles: first both get an expiration, then one of them gets another. */
const expirations = sharedScene({
  id: 'store: expirations of all products and of one',
  api: 'store',
  given: keptOrder,
  act: (s, {reader, title, other, kept, keptBefore}) => {
    const created = createOrder(s, permission(s, reader, [title, other]));
    const forAll = updateOrder(s, created, {expiration_date: daysAfter(created, 40)});
    const afterAll = readOrder(s, created);
    const named = {product_id: title.id, product_type: title.type};
    const forOne = updateOrder(s, created, {expiration_date: daysAfter(created, 70)}, named);
    return {
      created,
      keptBefore,
      forAll,
      afterAll,
      forOne,
      afterOne: readOrder(s, created),
      keptAfter: readOrder(s, kept),
    };
  },
});

/** An order of three plans: first all get an expiration, then one of them gets another. */
const planExpirations = sharedScene({
  id: 'store: expirations of three subscriptions and of one',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const plans = [planOf(s), planOf(s), planOf(s)] as const;
    const created = createOrder(s, permission(s, create(s), [...plans]));
    const forty = {expiration_date: daysAfter(created, 40)};
    const forAll = updateOrder(s, created, forty, {}, {expects: 'updated'});
    const afterAll = readOrder(s, created);
    const named = {product_id: plans[0].id, product_type: plans[0].type};
    const forOne = updateOrder(s, created, {expiration_date: daysAfter(created, 70)}, named);
    return {created, forAll, afterAll, forOne, afterOne: readOrder(s, created)};
  },
});

/** A new plan that orders may name. */
const planOf = (s: Script): OrderedProduct => ({
  type: 'subscription',
  id: text(createPlan(s, {private: false}).path.plan_id),
});

/**
 * An order of a title and a plan with the same id: only the type distinguishes them. A sale creates
 * the title with an id that the request chooses (Orders, Create rule 3).
 */
const sameIdExpirations = sharedScene({
  id: 'store: expirations of a title and of a plan with its id',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = planOf(s);
    const title: OrderedProduct = {type: 'content', id: plan.id};
    const reader = create(s);
    s.call('createOrder', {body: priced(s, 'sale', reader, [{...title, ...newLink(s)}])});
    const created = s.call('createOrder', {body: permission(s, reader, [title, plan])});
    // If the order is refused, there is nothing to update.
    const read = () => s.call('getOrder', {...byId(created), optional: true});
    const expire = ({id, type}: OrderedProduct, days: number) => {
      const body = {expiration_date: daysAfter(created, days)};
      const named = {product_id: id, product_type: type};
      return updateOrder(s, created, body, named, {optional: true});
    };
    const before = read();
    const ofTitle = expire(title, 40);
    const afterTitle = read();
    const ofPlan = expire(plan, 70);
    return {created, before, ofTitle, afterTitle, ofPlan, afterPlan: read()};
  },
});

/** The expiration of a product, by its position in the creation; undefined if it is not found. */
function expirationAt(shown: Exchange, created: Exchange, position: number): unknown {
  const {type, id} = (created.requestBody as {products: {type: string; id: string}[]}).products[
    position
  ] ?? {type: '', id: ''};
  return productOf(orderIn(shown), type, id)?.expiration_date;
}

/** Reads of an order around an update that names one of its products. */
interface Reads {
  shown: Exchange;
  before: Exchange;
  /** A read of an order of the named product alone. */
  alone?: Exchange;
}

/**
 * The products of an order are shown by other ids than those of the request (NS-ST-34): the named one
 * is known by the id that an order of it alone shows, or else one of them has the new expiration.
 */
function expectOneUpdatedByOtherIds({shown, before, alone}: Reads, now: unknown): Judgement {
  const [dates, were] = [shown, before].map((read) => expirationsOf(orderIn(read)));
  const unchanged = Object.values(were ?? {});
  const [id] = Object.keys(alone ? expirationsOf(orderIn(alone)) : {});
  if (!dates || unchanged.length < 2 || new Set(unchanged).size > 1)
    return undecided('the products are shown by other ids, and cannot be told apart');
  if (id !== undefined && Object.hasOwn(dates, id) && Object.hasOwn(were ?? {}, id))
    return expectEqual(
      dates,
      {...were, [id]: now},
      'the named product alone has another expiration',
      shown,
      '`expiration_date` of each product',
    );
  return expectEqual(
    Object.values(dates).map(String).toSorted(),
    [now, ...unchanged.slice(1)].map(String).toSorted(),
    'another number of products changed',
    shown,
    '`expiration_date` of the products',
  );
}

/** The products of the order are shown by the ids with which it was created (NS-ST-34). */
const areShownAsOrdered = (shown: Exchange, created: Exchange): boolean =>
  [0, 1].every((position) => expirationAt(shown, created, position) !== undefined);

/** The named product has the new expiration, and the other one its earlier one. */
const expectOnlyOneUpdated = (
  shown: Exchange,
  created: Exchange,
  now: unknown,
  before: unknown,
  [named, other]: readonly [number, number] = [0, 1],
): Judgement =>
  when(areShownAsOrdered(shown, created), 'the products are shown by other ids', () =>
    all(
      expectEqual(
        expirationAt(shown, created, named),
        now,
        'the named product has another expiration',
        shown,
        '`expiration_date` of the named product',
      ),
      expectEqual(
        expirationAt(shown, created, other),
        before,
        'another product changed too',
        shown,
        '`expiration_date` of the other product',
      ),
    ),
  );

const dayOf = ({requestBody}: Exchange): unknown =>
  (requestBody as {expiration_date?: unknown}).expiration_date;

/** The first product of an order has the expiration of an update that named it, by whichever ids they are shown. */
const expectNamedUpdated = (created: Exchange, update: Exchange, reads: Reads): Judgement => {
  const {shown, before} = reads;
  return areShownAsOrdered(shown, created)
    ? expectOnlyOneUpdated(shown, created, dayOf(update), expirationAt(before, created, 1))
    : expectOneUpdatedByOtherIds(reads, dayOf(update));
};

const isUpdated = hasSituation('updated');

/** Each of two products with the same id gets its own expiration, if an order can have both. */
const expectToldApart = (seen: SeenIn<typeof sameIdExpirations>): Judgement => {
  const {created, before, ofTitle, afterTitle, ofPlan, afterPlan} = seen;
  const isDone = isCreated(created) && isUpdated(ofTitle) && isUpdated(ofPlan);
  if (!isDone || !areShownAsOrdered(before, created))
    return notApplicable('no order has a title and a plan with the same id');
  const [title, plan] = [expirationAt(afterTitle, created, 0), expirationAt(before, created, 1)];
  return all(
    expectOnlyOneUpdated(afterTitle, created, dayOf(ofTitle), plan),
    expectOnlyOneUpdated(afterPlan, created, dayOf(ofPlan), title, [1, 0]),
  );
};

/** An order of two products with one id shows both, if an order can have them. */
const expectBothShown = ({created, before}: SeenIn<typeof sameIdExpirations>): Judgement => {
  if (!isCreated(created)) return notApplicable('no order has a title and a plan with the same id');
  return all(
    ...[created, before].map(
      (shown) => () =>
        expectEqual(
          productsOf(orderIn(shown))
            .map(({type}) => toText(type))
            .toSorted(),
          ['content', 'subscription'],
          `one of two: ${shown.op}`,
          shown,
          'types of the products',
        ),
    ),
  );
};

/** Updates with some members, and without others. */
const members = sharedScene({
  id: 'store: updates of both members, of none and without a product type',
  api: 'store',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, permission(s, reader, [title]));
    const before = readOrder(s, created);
    const later = {expiration_date: daysAfter(created, 60)};
    const neither = updateOrder(s, created, {});
    const withoutType = updateOrder(s, created, later, {product_id: title.id});
    const afterRefused = readOrder(s, created);
    const both = updateOrder(s, created, {
      expiration_date: daysAfter(created, 50),
      status: 'paused',
    });
    return {
      before,
      neither,
      withoutType,
      afterRefused,
      both,
      afterBoth: readOrder(s, created),
      typeAlone: updateOrder(s, created, later, {product_type: 'content'}),
    };
  },
});

/** Both members of an update took effect. */
const tookBoth = (shown: Exchange, both: Exchange): Judgement =>
  all(
    expectStatus(shown, 'paused', 'the status of both was lost'),
    expectAllExpireOn(shown, dayOf(both), 'the expiration of both was lost'),
  );

/** An update repeats the expiration that the order already has. */
const expirationAgain = check({
  rule: 'store.orders.update-answers-200',
  place: 'the same once more',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, permission(s, reader, [title]));
    const update = () => updateOrder(s, created, {expiration_date: daysAfter(created, 40)});
    return {first: update(), again: update()};
  },
  judge: ({first, again}) =>
    when(isUpdated(first), 'the update was not accepted', () =>
      expectOutcome(again, 'updated', 'refused the second time'),
    ),
});

/** Updates of orders (Orders, Update). */
export const updating: Check[] = [
  expirationAgain,
  ...checksOf(expirations, {
    'store.orders.expiration-applies-to-all-products': ({forAll, afterAll}) =>
      all(
        expectOutcome(forAll, 'updated', 'refused'),
        () => expectAllExpireOn(forAll, dayOf(forAll), 'the response shows another day'),
        () => expectAllExpireOn(afterAll, dayOf(forAll), 'a product has another expiration'),
      ),
    'store.orders.expiration-applies-to-the-product-named': (seen) => {
      const {created, forAll, forOne, afterAll, afterOne} = seen;
      const isKnown = isUpdated(forAll);
      return all(expectOutcome(forOne, 'updated', 'refused'), () =>
        when(isKnown, 'the expiration of all products was refused', () =>
          expectNamedUpdated(created, forOne, {
            shown: afterOne,
            before: afterAll,
            alone: seen.keptBefore,
          }),
        ),
      );
    },
    'store.orders.update-changes-what-it-names-only': (seen) => {
      const {created, afterAll, afterOne, keptBefore, keptAfter} = seen;
      return all(
        () => expectStatus(afterAll, 'approved', 'status changed by an expiration'),
        () => expectStatus(afterOne, 'approved', 'status changed by the expiration of one product'),
        () => expectAsBefore(keptBefore, keptAfter, 'another order changed'),
        () => keepsTheRest(afterOne, created),
      );
    },
  }),
  ...checksAt(planExpirations, 'store.orders.expiration-applies-to-all-products', {
    'of three subscriptions': ({forAll, afterAll}) =>
      expectAllExpireOn(afterAll, dayOf(forAll), 'a product has another expiration'),
  }),
  ...checksAt(planExpirations, 'store.orders.expiration-applies-to-the-product-named', {
    'of two subscriptions': ({created, afterAll, forOne, afterOne}) =>
      all(expectOutcome(forOne, 'updated', 'refused'), () =>
        expectNamedUpdated(created, forOne, {shown: afterOne, before: afterAll}),
      ),
  }),
  ...checksAt(sameIdExpirations, 'store.orders.expiration-applies-to-the-product-named', {
    'of a title and a plan with one id': expectToldApart,
  }),
  ...checksAt(sameIdExpirations, 'store.orders.products-are-those-ordered', {
    'a title and a plan with one id': expectBothShown,
  }),
  ...checksOf(members, {
    'store.orders.update-names-at-least-one-member': ({neither}) =>
      expectOutcome(neither, 'invalid', 'accepted'),
    'store.orders.product-id-needs-product-type': ({withoutType}) =>
      expectOutcome(withoutType, 'invalid', 'accepted'),
    'store.orders.refused-update-changes-nothing': (seen) => {
      const {before, neither, withoutType, afterRefused} = seen;
      const areRefused = [neither, withoutType].every(({status}) => status >= 400);
      return when(areRefused, 'an update was not refused', () =>
        expectAsBefore(before, afterRefused, 'changed'),
      );
    },
    // Whether both may be sent together is open (NS-ST-44).
    'store.orders.both-members-may-be-given': ({before, both, afterBoth}) =>
      both.situations.includes('updated')
        ? all(() => tookBoth(afterBoth, both), saw('both take effect'))
        : all(
            expectNoServerError(both, 'server error'),
            () => expectAsBefore(before, afterBoth, 'refused and changed'),
            saw('both are refused'),
          ),
    'store.orders.product-type-alone-is-no-error': ({typeAlone}) =>
      expectOutcome(typeAlone, 'updated', 'refused'),
  }),
];

/** Members that no update can change keep the values of the creation. */
const keepsTheRest = (shown: Exchange, created: Exchange): Judgement =>
  all(
    ...['type', 'external_reference', 'unit_price', 'currency_id', 'created_at'].map((name) =>
      expectEqual(
        orderIn(shown)[name] ?? null,
        orderIn(created)[name] ?? null,
        `${name} changed`,
        shown,
        `\`${name}\` of the order`,
      ),
    ),
  );
