import type {Exchange, Val} from '../../../spec/step.ts';
import {canonicalText, isObject} from '../../../spec/json.ts';
import type {AnyProperty, Handles, Judgement} from '../../check.ts';
import {all, equal} from '../../judge.ts';
import {propertiesOf} from '../../property.ts';
import type {Args, Handle, Script} from '../../script.ts';
import {classesOf, freshValues} from '../../values/values.ts';
import {expirationsOf, orderIn, orderRow, type OrderRow, type ProductRow} from '../order-rows.ts';
import {
  byId,
  byReference,
  content,
  currencyOf,
  listOrders,
  otherContent,
  permission,
  place,
  priced,
  type OrderedProduct,
} from '../ordering.ts';
import {create} from '../people.ts';

/** After every change of an order every way of showing it shows the same (Resources / Order). */

/** What a request changes of an order: its status, or the expiration of some products. */
interface Change {
  body: Record<string, Val>;
  /** The product that it names, by its position. */
  product?: number;
  ends?: true;
}

const CHANGES = {
  pause: {body: {status: 'paused'}},
  approve: {body: {status: 'approved'}},
  'let all expire': {body: {expiration_date: '2033-01-31'}},
  'let all expire later': {body: {expiration_date: '2034-12-31'}},
  'let the first expire': {body: {expiration_date: '2032-02-29'}, product: 0},
  'let the second expire': {body: {expiration_date: '2031-10-05'}, product: 1},
  'change to no status': {body: {status: 'presscheck-none-of-these'}},
  cancel: {body: {reason: 'bought twice'}, ends: true},
} satisfies Record<string, Change>;

/** Changes one after the other; none is of an order in whose state nothing is told of it. */
const STORIES: Record<string, (keyof typeof CHANGES)[]> = {
  'expired, paused and cancelled': ['let all expire', 'pause', 'cancel'],
  'paused twice': ['pause', 'approve', 'pause', 'approve', 'cancel'],
  'one product after the other': [
    'let the second expire',
    'let the first expire',
    'pause',
    'approve',
    'let the second expire',
    'cancel',
  ],
  'all after one': ['let the second expire', 'let all expire', 'let all expire later', 'cancel'],
  'refused in between': [
    'pause',
    'change to no status',
    'approve',
    'change to no status',
    'cancel',
  ],
};

/** What is known of the order that a scene changes. */
interface Subject {
  created: Handle;
  reference: Val;
  email: Val;
  products: OrderedProduct[];
}

/** The ways of showing an order; two of them follow every change, in turn. */
const WAYS: ((s: Script, subject: Subject) => Handle)[] = [
  (s, {created}) => s.call('getOrder', byId(created)),
  (s, {reference}) => s.call('getOrder', byReference(reference)),
  (s, {email}) => listOrders(s, {user_email: email}),
  (s, {created}) => listOrders(s, {user_id: created.at('/data/user/id')}),
  (s, {products: [product], email}) =>
    listOrders(s, {
      user_email: email,
      product_id: product?.id ?? '',
      product_type: product?.type ?? '',
    }),
];

/** Records one change of an order, by its id or by the reference. */
function changed(s: Script, subject: Subject, {body, product, ends}: Change, by: string): Handle {
  const name: Args = by === 'reference' ? byReference(subject.reference) : byId(subject.created);
  if (ends) return s.call('cancelOrder', {...name, body});
  const {id = '', type = ''} = subject.products[product ?? -1] ?? {};
  const named: Record<string, Val> =
    product === undefined ? {} : {product_id: id, product_type: type};
  return s.call('updateOrder', {...name, query: {...name.query, ...named}, body});
}

/** What a response shows of the created order: status, and expirations by product. */
function shownIn(shown: Exchange, created: Exchange): Moment | undefined {
  if (shown.status >= 300) return undefined;
  const order: unknown = shown.op === 'listOrders' ? orderRow(shown, created) : orderIn(shown);
  if (!isObject(order) || order.status === undefined) return undefined;
  const hasProducts = Array.isArray(order.products);
  return {status: order.status, expirations: hasProducts ? expirationsOf(order as OrderRow) : {}};
}

interface Moment {
  status: unknown;
  expirations: Record<string, unknown>;
}

/** What is drawn for one scene. */
type DrawnStory = {
  story: string;
  type: 'permission' | 'report';
  by: string;
  reference: never;
};

/** The keys of the steps: a change, and the showings after it. */
const keyOf = (change: number, showing?: number): string =>
  `${change}${showing === undefined ? '' : ` shown ${showing}`}`;

type Seen = Record<string, Exchange>;

/** The first of some steps that shows the order, and all that do. */
const momentsIn = (seen: Seen, keys: string[]): {moment: Moment; at: Exchange}[] => {
  const {created} = seen;
  return keys.flatMap((key) => {
    const shown = seen[key];
    const moment = shown && created && shownIn(shown, created);
    return moment ? [{moment, at: shown}] : [];
  });
};

const stagesOf = (story: string): number[] => [...(STORIES[story] ?? []).keys()];
const showings = (change: number): string[] => [keyOf(change, 0), keyOf(change, 1)];

/** Whatever shows the order after a change shows what the first response after it shows. */
const isShownAlike = (seen: Seen, {story}: DrawnStory): Judgement =>
  all(
    ...stagesOf(story).map((change) => () => {
      const [first, ...others] = momentsIn(seen, [keyOf(change), ...showings(change)]);
      return all(
        ...others.map(({moment, at}) =>
          equal(moment, first?.moment, 'another status or expiration', at, 'the order'),
        ),
      );
    }),
  );

/** What a change does not name stays as it was shown before. */
const keepsTheRest = (seen: Seen, {story}: DrawnStory): Judgement =>
  all(
    ...stagesOf(story).map((change) => () => {
      const before = momentsIn(seen, change ? showings(change - 1) : ['created']).at(-1);
      const [after] = momentsIn(seen, [keyOf(change)]);
      const name = STORIES[story]?.[change];
      // A cancellation may have any effect on expirations.
      if (!before || !after || name === undefined || name === 'cancel') return all();
      const {body, product}: Change = CHANGES[name];
      const rest = ({status, expirations}: Moment): unknown => ({
        ...(body.status === undefined && {status}),
        ...(body.expiration_date === undefined && {expirations}),
        ...(product !== undefined && {others: others(expirations, seen, product)}),
      });
      return equal(
        rest(after.moment),
        rest(before.moment),
        `changed: ${name}`,
        after.at,
        'the rest',
      );
    }),
  );

/** The expirations of the products that a change does not name; none where ids are shown otherwise. */
const others = (expirations: Record<string, unknown>, seen: Seen, product: number): unknown => {
  const {type, id} = seen['created']?.requestBody?.products?.[product] ?? {};
  const named = `${String(type)} ${String(id)}`;
  if (!(named in expirations)) return {};
  return Object.fromEntries(Object.entries(expirations).filter(([key]) => key !== named));
};

/** Every showing of the order after a change. */
const everyShowing = (seen: Seen, story: string): {row: OrderRow; at: Exchange}[] => {
  const {created} = seen;
  const keys = stagesOf(story).flatMap((change) => [keyOf(change), ...showings(change)]);
  return keys.flatMap((key) => {
    const shown = seen[key];
    if (!shown || !created || shown.status >= 300 || shown.op === 'cancelOrder') return [];
    const row: unknown = shown.op === 'listOrders' ? orderRow(shown, created) : orderIn(shown);
    return isObject(row) ? [{row: row as OrderRow, at: shown}] : [];
  });
};

/** What never changes of an order is in every showing what the creation showed. */
const lasts =
  (what: string, read: (order: OrderRow) => unknown) =>
  (seen: unknown, {story}: DrawnStory): Judgement => {
    const {created} = seen as Seen;
    const wanted = created && read(orderIn(created));
    return all(
      ...everyShowing(seen as Seen, story).map(({row, at}) => {
        const got = read(row);
        return got === undefined ? all() : equal(got, wanted, `another ${what}`, at, what);
      }),
    );
  };

/** Members of an order that are shown. */
const membersOf =
  (...names: string[]) =>
  (order: OrderRow): unknown =>
    Object.fromEntries(names.map((name) => [name, order[name] ?? null]));

/** A member of each product, by its id; undefined where no products are shown. */
const productsBy =
  (of: (product: ProductRow) => unknown) =>
  ({products}: OrderRow): unknown =>
    Array.isArray(products)
      ? products.map((one) => (isObject(one) ? of(one) : one)).toSorted(byText)
      : undefined;

const byText = (one: unknown, other: unknown): number =>
  canonicalText(one) < canonicalText(other) ? -1 : 1;

/** A cancellation names the order as the creation did. */
const cancellationNames = (seen: Seen, story: string): Judgement => {
  const {created} = seen;
  return all(
    ...stagesOf(story).flatMap((change) => {
      const cancelled = seen[keyOf(change)];
      if (!created || cancelled?.op !== 'cancelOrder') return [];
      const name = 'external_reference';
      return () =>
        equal(
          orderIn(cancelled)[name],
          orderIn(created)[name],
          'another',
          cancelled,
          `\`${name}\``,
        );
    }),
  );
};

const [first = '', ...rest] = Object.keys(STORIES);

/** Orders of any kind that are changed in any way, and shown in every way after each change. */
export const afterEveryChange: AnyProperty[] = propertiesOf<DrawnStory, Handles, undefined>(
  {
    scene: 'store: an order shown in every way after every change',
    place: 'after every change',
    forAll: {
      story: classesOf(first, ...rest),
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      by: classesOf('id', 'reference'),
      reference: freshValues('external-id'),
    },
    // Everything that it sends is sent elsewhere once; here it is many requests.
    onShared: 0,
    act: (s, {story, type, by, reference}): Handles => {
      const reader = create(s);
      const products = [content(s), otherContent(s)];
      const body =
        type === 'report'
          ? priced(s, type, reader, products)
          : {...permission(s, reader, products), unit_price: 3.75, currency_id: currencyOf(s)};
      const created = place(s, {...body, external_reference: reference});
      const subject = {created, reference, email: reader.body.email, products};
      const steps: Handles = {created};
      for (const [at, name] of (STORIES[story] ?? []).entries()) {
        steps[keyOf(at)] = changed(s, subject, CHANGES[name], by);
        for (const showing of [0, 1]) {
          const way = WAYS[(2 * at + showing) % WAYS.length];
          if (way) steps[keyOf(at, showing)] = way(s, subject);
        }
      }
      return steps;
    },
  },
  {
    'store.orders.shown-alike-everywhere': (seen, drawn) => isShownAlike(seen as Seen, drawn),
    'store.orders.update-changes-what-it-names-only': (seen, drawn) =>
      keepsTheRest(seen as Seen, drawn),
    'store.orders.created-is-as-given': lasts(
      'type, reference or currency',
      membersOf('type', 'external_reference', 'currency_id'),
    ),
    'store.orders.price-is-as-given': lasts('price', membersOf('unit_price')),
    'store.orders.created-at-is-the-day-of-creation': lasts('day', membersOf('created_at')),
    'store.orders.products-are-those-ordered': lasts(
      'list of products',
      productsBy(({type}) => type),
    ),
    'store.orders.product-is-as-given': lasts(
      'price of a product',
      productsBy(({type, unit_price: price, currency_id: currency}) => [type, price, currency]),
    ),
    'store.orders.cancel-gives-external-reference': (seen, {story}) =>
      cancellationNames(seen as Seen, story),
  },
);
