import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {isCreated, isUpdated} from '../../../language/outcome.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  notApplicable,
  when,
  judgeEach,
} from '../../../language/judge.ts';
import {type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {
  expectAllExpireOn,
  expectAsBefore,
  orderIn,
  productsOf,
  expectStatus,
} from '../../order-rows.ts';
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
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {createPlan} from '../../plans/plan-steps.ts';
import {
  areShownAsOrdered,
  dayOf,
  expectNamedUpdated,
  expectOnlyOneUpdated,
  expirationAt,
} from './expirations-shown.ts';
import {keptOrder} from './kept-order.ts';

/** An order of two titles: first both get an expiration, then one of them gets another. */
const expirations = sharedScene({
  id: 'store: expirations of all products and of one',
  given: keptOrder,
  act: (s, {reader, title, other, kept, keptBefore}) => {
    const created = createOrder(s, permission(s, reader, [title, other]));
    const forAll = updateOrder(s, created, {expiration_date: daysAfter(created, 40)});
    const afterAll = readOrder(s, created);
    const named = {product_id: title.id, product_type: title.type};
    return {
      created,
      keptBefore,
      forAll,
      afterAll,
      forOne: updateOrder(s, created, {expiration_date: daysAfter(created, 70)}, named),
      afterOne: readOrder(s, created),
      keptAfter: readOrder(s, kept),
    };
  },
});

/** An order of three plans: first all get an expiration, then one of them gets another. */
const planExpirations = sharedScene({
  id: 'store: expirations of three subscriptions and of one',
  onlyOnTestTargets: true,
  act: (s) => {
    const plans = [
      createAssignablePlan(s),
      createAssignablePlan(s),
      createAssignablePlan(s),
    ] as const;
    const created = createOrder(s, permission(s, createUser(s), [...plans]));
    const forty = {expiration_date: daysAfter(created, 40)};
    const forAll = updateOrder(s, created, forty, {}, {expects: 'updated'});
    const afterAll = readOrder(s, created);
    const named = {product_id: plans[0].id, product_type: plans[0].type};
    const forOne = updateOrder(s, created, {expiration_date: daysAfter(created, 70)}, named);
    return {created, forAll, afterAll, forOne, afterOne: readOrder(s, created)};
  },
});

/** A new plan that orders may name. */
const createAssignablePlan = (s: Script): OrderedProduct => ({
  type: 'subscription',
  id: text(createPlan(s, {private: false}).path.plan_id),
});

/**
 * An order of a title and a plan with the same id: only the type distinguishes them. A sale creates
 * the title with an id that the request chooses (Orders, Create rule 3).
 */
const sameIdExpirations = sharedScene({
  id: 'store: expirations of a title and of a plan with its id',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createAssignablePlan(s);
    const title: OrderedProduct = {type: 'content', id: plan.id};
    const reader = createUser(s);
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

/** Each of two products with the same id gets its own expiration, if an order can have both. */
const expectToldApart = (seen: SeenIn<typeof sameIdExpirations>): Judgement => {
  const {created, before, ofTitle, afterTitle, ofPlan, afterPlan} = seen;
  const isDone = isCreated(created) && isUpdated(ofTitle) && isUpdated(ofPlan);
  if (!isDone || !areShownAsOrdered(before, created))
    return notApplicable('no order can contain a title and a plan with the same id');
  const [title, plan] = [expirationAt(afterTitle, created, 0), expirationAt(before, created, 1)];
  return all(
    expectOnlyOneUpdated(afterTitle, created, dayOf(ofTitle), plan),
    expectOnlyOneUpdated(afterPlan, created, dayOf(ofPlan), title, [1, 0]),
  );
};

/** An order of two products with one id shows both, if an order can have them. */
const expectBothShown = ({created, before}: SeenIn<typeof sameIdExpirations>): Judgement => {
  if (!isCreated(created))
    return notApplicable('no order can contain a title and a plan with the same id');
  return judgeEach([created, before], (shown) =>
    expectEqual(
      productsOf(orderIn(shown))
        .map(({type}) => toText(type))
        .toSorted(),
      ['content', 'subscription'],
      `one of two: ${shown.op}`,
      shown,
      'types of the products',
    ),
  );
};

/** Expirations of all products of an order, and of one of them (Orders, Update). */
export const expirationsOfProducts: Check[] = [
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
        () => expectRestKept(afterOne, created),
      );
    },
  }),
  ...checksOf(planExpirations, {
    'store.orders.expiration-applies-to-all-products @ of three subscriptions': ({
      forAll,
      afterAll,
    }) => expectAllExpireOn(afterAll, dayOf(forAll), 'a product has another expiration'),
    'store.orders.expiration-applies-to-the-product-named @ of two subscriptions': ({
      created,
      afterAll,
      forOne,
      afterOne,
    }) =>
      all(expectOutcome(forOne, 'updated', 'refused'), () =>
        expectNamedUpdated(created, forOne, {shown: afterOne, before: afterAll}),
      ),
  }),
  ...checksOf(sameIdExpirations, {
    'store.orders.expiration-applies-to-the-product-named @ of a title and a plan with one id':
      expectToldApart,
    'store.orders.products-are-those-ordered @ a title and a plan with one id': expectBothShown,
  }),
];

/** Members that no update can change keep the values of the creation. */
const expectRestKept = (shown: Exchange, created: Exchange): Judgement =>
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
