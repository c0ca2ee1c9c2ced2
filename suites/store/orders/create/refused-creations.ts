/** A refused creation makes neither an order, nor a user, nor a product. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {isClientError} from '../../../../spec/status.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import type {Write} from '../../../language/chapter.ts';
import {
  all,
  expectThat,
  expectOutcome,
  expectNone,
  summaryOf,
  when,
  judgeEach,
  nothing,
  whenServed,
} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {ordersIn} from '../../order-rows.ts';
import {
  byReference,
  content,
  currencyOf,
  listOrders,
  newLink,
  NO_CURRENCY,
  OTHER_CURRENCY,
  permission,
  priced,
  somebody,
  newProduct,
  missingProduct,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Creations that are certainly refused, each with its own user, reference or product. */
const refusals = sharedScene({
  id: 'store: creations of orders that are refused',
  api: 'store',
  // No other scene may send orders of its user.
  noRequestReuse: true,
  act: (s) => {
    const reader = createUser(s);
    const [product, reference] = [content(s), s.fresh('external-id')];
    const [stranger, buyer] = [somebody(s), somebody(s)];
    const send = (body: Record<string, Val>): Handle => s.call('createOrder', {body});
    const sale = priced(s, 'sale', reader, [product]);
    const missing = newProduct(s);
    const [paid] = priced(s, 'sale', reader, [missing]).products as Record<string, Val>[];
    const {currency_id: _, ...unpriced} = paid ?? {};
    return {
      // The last product is wrong: the correct ones before it must not be stored.
      order: send({
        ...permission(s, reader, [product, missingProduct(s)]),
        external_reference: reference,
      }),
      found: s.call('getOrder', byReference(reference)),
      list: listOrders(s, {user_email: reader.body.email}),
      permission: send({
        ...permission(s, reader, [missingProduct(s)]),
        user: stranger,
      }),
      stranger: search(s, stranger.email),
      sale: send({...sale, user: buyer, unit_price: 'many'}),
      buyer: search(s, buyer.email),
      product: send({...sale, products: [unpriced]}),
      referred: send(permission(s, reader, [{type: 'content', id: missing.id}])),
    };
  },
});

/** A permission of a new person for a title of the catalog and one that does not exist. */
const halfKnown = sharedScene({
  id: 'store: a creation for somebody new whose second product is missing',
  api: 'store',
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const stranger = somebody(s);
    const products = [content(s), missingProduct(s)];
    return {
      order: s.call('createOrder', {body: {type: 'permission', user: stranger, products}}),
      stranger: search(s, stranger.email),
    };
  },
});

/**
 * A sale of a product that it would create, and of a title of the catalog in another currency. If
 * the product was created, it is in the catalog, and a permission for it is accepted like one for a
 * title.
 */
const twoCurrencies = sharedScene({
  id: 'store: a sale in two currencies whose first product is new',
  api: 'store',
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const title = content(s);
    const made = missingProduct(s);
    const body = priced(s, 'sale', reader, [{...made, ...newLink(s)}, title]);
    const [first, second] = body.products as Record<string, Val>[];
    const products = [{...first}, {...second, currency_id: OTHER_CURRENCY}];
    const permit = (product: OrderedProduct): Handle =>
      s.call('createOrder', {body: permission(s, reader, [product])});
    return {
      sale: s.call('createOrder', {body: {...body, products}}),
      known: permit(title),
      unknown: permit(missingProduct(s)),
      referred: permit(made),
    };
  },
});

/** An order of a product that it would make, and of another that cannot be made: it has no link. */
const halfMade = (type: 'report' | 'sale') =>
  sharedScene({
    id: `store: a ${type} whose first product is new and whose second one is missing`,
    api: 'store',
    noRequestReuse: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const made = missingProduct(s);
      const missing = missingProduct(s);
      const permit = (product: OrderedProduct): Handle =>
        s.call('createOrder', {body: permission(s, reader, [product])});
      return {
        order: s.call('createOrder', {
          body: priced(s, type, reader, [{...made, ...newLink(s)}, missing]),
        }),
        known: permit(content(s)),
        unknown: permit(missingProduct(s)),
        referred: permit(made),
      };
    },
  });

/** Changes that make a sale order of a title wrong, by the cause of the refusal. */
const WRONG: Record<string, (s: Script, sale: Record<string, Val>) => Record<string, Val>> = {
  'a price that is no number': () => ({unit_price: 'many'}),
  'a currency that is none': () => ({currency_id: NO_CURRENCY}),
  'a product in another currency': (_s, {products}) => ({
    products: (products as Record<string, Val>[]).map((product) => ({
      ...product,
      currency_id: OTHER_CURRENCY,
    })),
  }),
  'a product that is missing': (s, {products}) => ({
    products: (products as Record<string, Val>[]).map((product) => ({
      ...product,
      id: s.fresh('external-id'),
    })),
  }),
};

/** Creations that are refused for each cause and then corrected, with the same reference. */
const corrected = sharedScene({
  id: 'store: creations of orders that are refused and then corrected',
  api: 'store',
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const product = content(s);
    const control = s.call('createOrder', {body: permission(s, createUser(s), [product])});
    const seen: Record<string, Handle> = {control};
    for (const [cause, wrong] of Object.entries(WRONG)) {
      const reader = createUser(s);
      const reference = {external_reference: s.fresh('external-id')};
      const sale = priced(s, 'sale', reader, [product]);
      seen[`refused: ${cause}`] = s.call('createOrder', {
        body: {...sale, ...wrong(s, sale), ...reference},
      });
      const body = {...permission(s, reader, [product]), ...reference};
      seen[`corrected: ${cause}`] = s.call('createOrder', {body});
    }
    return seen;
  },
});

/** A refused creation does not occupy its reference, whatever the cause. */
const expectReferencesFree = ({control, ...seen}: Record<string, Exchange>): Judgement =>
  whenServed(control ?? [], () =>
    judgeEach(Object.keys(WRONG), (cause) => {
      const [refused, next] = [seen[`refused: ${cause}`], seen[`corrected: ${cause}`]];
      return refused && next && isRefused(refused)
        ? expectOutcome(next, 'created', `refused after ${cause}`)
        : nothing();
    }),
  );

const isRefused = ({status}: Exchange): boolean => isClientError(status);

/**
 * A permission for the product of a refused creation is refused, because the catalog does not have
 * it.
 */
const expectNoProduct = (referred: Exchange, branch: string): Judgement =>
  expectThat(isRefused(referred), {
    branch,
    expected: 'the product of the refused creation not to be in the catalog',
    got: summaryOf(referred),
    at: referred,
  });

/** The checks of refused creations. */
export const refusedCreations: Check[] = [
  ...checksOf(refusals, {
    'store.orders.refused-create-makes-nothing': ({order, found, list}) =>
      when(isRefused(order), 'the creation was not refused', () =>
        all(
          expectThat(found.status >= 400, {
            branch: 'order made',
            expected: 'no order with the reference of the refused creation',
            got: summaryOf(found),
            at: found,
          }),
          () => expectNone(ordersIn(list), 'order of the refused creation', 'order listed', list),
        ),
      ),
    'store.orders.refused-create-makes-no-user': ({permission: one, stranger, sale, buyer}) =>
      all(
        when(isRefused(one), 'the creation was not refused', () =>
          expectNone(rowsOf(stranger), 'user of the refused creation', 'user made', stranger),
        ),
        when(isRefused(sale), 'the creation was not refused', () =>
          expectNone(rowsOf(buyer), 'user of the refused sale', 'user of a sale made', buyer),
        ),
      ),
    'store.orders.refused-create-makes-no-product': ({product, permission: unknown, referred}) =>
      when(isRefused(product) && isRefused(unknown), 'the creation was not refused', () =>
        expectNoProduct(referred, 'product made'),
      ),
  }),
  ...checksAt(corrected, 'store.orders.refused-create-makes-nothing', {
    'and takes no reference': expectReferencesFree,
  }),
  ...checksAt(twoCurrencies, 'store.orders.refused-create-makes-no-product', {
    'of a sale in two currencies': ({sale, known, unknown, referred}) =>
      when(isRefused(sale) && isRefused(unknown), 'the creation was not refused', () =>
        whenServed(known, () => expectNoProduct(referred, 'product of a sale made')),
      ),
  }),
  ...(['report', 'sale'] as const).flatMap((type) =>
    checksAt(halfMade(type), 'store.orders.refused-create-makes-no-product', {
      [`of a ${type} whose second product is missing`]: ({order, known, unknown, referred}) =>
        when(isRefused(order) && isRefused(unknown), 'the creation was not refused', () =>
          whenServed(known, () => expectNoProduct(referred, 'product made beside a missing one')),
        ),
    }),
  ),
  ...checksAt(halfKnown, 'store.orders.refused-create-makes-no-user', {
    'whose second product is missing': ({order, stranger}) =>
      when(isRefused(order), 'the creation was not refused', () =>
        expectNone(rowsOf(stranger), 'user of the refused creation', 'user made', stranger),
      ),
  }),
];

/** The creation of orders, with the search for users by the email of the request. */
export const creation: Write = {
  api: 'store',
  op: 'createOrder',
  rules: {
    refused: 'store.orders.refused-create-makes-no-user',
    noServerError: 'store.access.client-faults-are-no-server-errors',
  },
  maxDrawsOnShared: 2,
  act: (s) => {
    const reader = createUser(s);
    const user = {id: s.fresh('external-id'), email: s.fresh('email')};
    const body = {
      ...permission(s, reader, [content(s)]),
      user,
      external_reference: s.fresh('external-id'),
      unit_price: 4.5,
      currency_id: currencyOf(s),
    };
    return {args: {body}, read: () => search(s, user.email)};
  },
  untouched: ({read}) => expectNone(rowsOf(read), 'user of refused creations', 'user made', read),
};
