import {guarded, type FieldErrors} from '../../guarded.ts';
import {refuse, type Refused, type View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import type {Issue} from '../content/issue.ts';
import {invalid} from '../invalid.ts';
import {isReservedEmail, uuidFrom, type User} from '../users/user.ts';
import {newExternalLink, productById, type FoundProduct} from './catalog.ts';
import {gatewayOf} from './currencies.ts';
import {
  missingOfPaid,
  missingUser,
  otherCurrencies,
  unknownCurrencies,
  type OrderInput,
  type ProductInput,
} from './new-order.ts';
import {BEGINNINGS} from './order-states.ts';
import {createdUser, namedUser} from './order-users.ts';
import type {Order, OrderProduct, OrderType} from './order.ts';
import {changesOf} from './order-changes.ts';
import {renderOrder} from './render-order.ts';
import {todayOf} from './today.ts';

/** A creation, with the user and products that the store already has. */
interface Creation {
  body: OrderInput;
  user: User | undefined;
  /** By position in the body; undefined for a product that is not in the catalog. */
  found: (FoundProduct | undefined)[];
}

/** POST /orders: creates a permission, a report or a sale (Orders, Create rules). */
export const createOrder = guarded<Creation>({
  find(view, input) {
    const body = input.body as OrderInput;
    return {
      body,
      user: namedUser(view, body.user),
      found: body.products.map(({type, id}) => productById(view, type, id)),
    };
  },
  guards: [
    {
      fields: [
        {situation: 'paid-members-missing', errors: ({body}) => missingOfPaid(body)},
        {situation: 'user-missing', errors: ({body}, view) => missingUser(body, view)},
        {situation: 'currency-unknown', errors: ({body}) => unknownCurrencies(body)},
        {situation: 'currency-differs', errors: ({body}, view) => otherCurrencies(body, view)},
      ],
      refuse: (errors, {body}, view) => invalidOrder(errors, body, view),
    },
    {situation: 'currency-unsupported', judge: ({body}, view) => unsupportedCurrency(body, view)},
    {situation: 'reference-taken', judge: ({body}, view) => takenReference(body, view)},
    {situation: 'user-refused', judge: refusedUser},
    {situation: 'product-not-found', fixed: true, judge: missingProduct},
  ],
  perform({body, user: known, found}, view) {
    const user = known ?? createdUser(view, body.user);
    const links = new Map<string, Issue>();
    const products = body.products.map((product, at) =>
      ordered(body, product, found[at] ?? linkOf(view, links, product)),
    );
    const order = newOrder(view, body, user, products);
    const {effects} = BEGINNINGS[order.type];
    const changes: Change[] = [
      ...(known ? [] : [{table: 'users', put: user}]),
      ...[...links.values()].map((put) => ({table: 'issues', put})),
    ];
    return {
      situation: 'created',
      form: view.freedom('orders.create_answers') === 200 ? 1 : 0,
      body: {data: renderOrder(view, order, user, [...links.values()])},
      changes: [...changes, ...changesOf(view, order, effects, user)],
    };
  },
});

function newOrder(view: View, body: OrderInput, user: User, products: OrderProduct[]): Order {
  return {
    key: uuidFrom((kind) => view.newId(kind)),
    tenant: view.tenant,
    seq: view.newSeq(),
    external_reference: body.external_reference ?? null,
    type: body.type,
    source: 'api',
    unit_price: body.unit_price ?? 0,
    currency_id: body.currency_id ?? null,
    status: BEGINNINGS[body.type].status,
    created: view.now,
    created_day: todayOf(view),
    user: user.key,
    products,
    return_url: body.return_url ?? null,
    cancellation: null,
  };
}

/** A product of a new order. */
const ordered = (
  {type, currency_id: code}: OrderInput,
  product: ProductInput,
  {key, name}: FoundProduct,
): OrderProduct => ({
  type: product.type,
  id: product.id,
  product: key,
  name,
  status: BEGINNINGS[type].status,
  expiration_date: product.expiration_date ?? null,
  access_until: null,
  unit_price: product.unit_price ?? 0,
  currency_id: product.currency_id ?? code ?? null,
});

/** The title with an external link that an order creates for a product; one for each id. */
function linkOf(view: View, links: Map<string, Issue>, product: ProductInput): Issue {
  const {id, name = '', url = ''} = product;
  const existing = links.get(id);
  if (existing) return existing;
  const link = newExternalLink(view, {id, name, url});
  links.set(id, link);
  return link;
}

/** The refusal of invalid fields. If only currencies differ from that of the order, the journal names them. */
function invalidOrder(errors: FieldErrors, body: OrderInput, view: View): Refused {
  const refused = invalid(errors, body);
  if (Object.keys(missingOfPaid(body)).some((field) => Object.hasOwn(errors, field)))
    return {...refused, why: {...refused.why, todo: `${refused.why.todo}: ${neededBy(body)}`}};
  const fields = Object.keys(errors);
  const different = otherCurrencies(body, view);
  if (fields.some((field) => !Object.hasOwn(different, field))) return refused;
  const got = body.products
    .map(({currency_id: own}) => own)
    .filter((own) => own !== body.currency_id);
  const why = {
    ...refused.why,
    expected: `${body.currency_id}, the currency of the order, in ${fields.join(', ')}`,
    got: got.join(', '),
  };
  return {...refused, why};
}

const neededBy = ({type}: OrderInput): string => `a ${type} needs them (Orders, Create body)`;

/** A sale requires a gateway for its currency (Create rule 5); one description allows only ARS. */
function unsupportedCurrency(body: OrderInput, view: View): Refused | undefined {
  const {type, currency_id: code = null} = body;
  const isOnlyArs = view.freedom('orders.sale_currencies') === 'ARS';
  const isSupported = isOnlyArs ? code === 'ARS' : gatewayOf(code) !== undefined;
  if (type !== 'sale' || isSupported) return undefined;
  return refuse('currency-unsupported', {
    expected: isOnlyArs ? 'a sale in ARS' : 'a currency of which a gateway takes payments',
    got: String(code),
    todo: 'see the table of gateways (Orders, Create rule 5)',
  });
}

/** The document does not say whether a reference may be used twice; in the mock it may not. */
function takenReference(body: OrderInput, view: View): Refused | undefined {
  const {external_reference: reference} = body;
  const isJudged = view.freedom('orders.references') === 'unique';
  if (!isJudged || reference === undefined) return undefined;
  const holder = view.by<Order>('orders', 'reference', reference);
  if (!holder) return undefined;
  const why = {
    expected: 'an external_reference that no other order has',
    got: `the one of order ${holder.key}`,
    todo: 'send another reference, or none',
  };
  return {
    ...refuse('reference-taken', why),
    errors: {external_reference: ['The external reference has already been taken.']},
  };
}

/** Types whose orders create users in every world (Create rule 2). */
const CREATES_USERS: ReadonlySet<OrderType> = new Set(['permission', 'sale']);

/** Refuses a user who is not active, or who does not exist and cannot be created. */
function refusedUser({body, user}: Creation, view: View): Refused | undefined {
  const got = userProblem(view, body, user);
  if (got === undefined) return undefined;
  const why = {
    expected: 'an active user of this store, or one that the order can create',
    got,
    todo: 'create the user first, or reactivate it',
  };
  return {...refuse('user-refused', why), errors: {user: [`The user is refused: ${got}.`]}};
}

function userProblem(view: View, {type, user}: OrderInput, known?: User): string | undefined {
  if (known) {
    const isRefused = view.freedom('orders.gone_users') === 'refused' && known.state !== 'active';
    return isRefused ? `a user who is ${known.state}` : undefined;
  }
  if (!CREATES_USERS.has(type) && view.freedom('orders.report_creates_users') !== true)
    return 'an unknown user of a report order';
  if (user.email !== undefined && isReservedEmail(user.email))
    return 'an unknown user with an email that is reserved';
  if (user.email === undefined && view.freedom('orders.user_by_id_alone') === 'refused')
    return 'an unknown user without an email';
  return undefined;
}

/** Refuses a product that is not in the catalog and cannot be created (Create rule 3; NS-ST-35, -36). */
function missingProduct({body, found}: Creation, view: View): Refused | undefined {
  const at = body.products.findIndex(
    (product, position) => !found[position] && !isCreatable(view, body.type, product),
  );
  const product = body.products[at];
  if (!product) return undefined;
  const why = {
    expected: 'a product of the catalog, or its name and url',
    got: `no ${product.type} ${product.id}`,
    todo: 'order a product of the catalog, or send name and url',
  };
  return {
    ...refuse('product-not-found', why),
    form: isAnswered400(view, body.type) ? 0 : 1,
    errors: {[`products.${at}.id`]: ['The product is not in the catalog.']},
  };
}

function isCreatable(view: View, order: OrderType, {type, name, url}: ProductInput): boolean {
  const isAllowed = order !== 'permission' || view.freedom('orders.permission_creates') === true;
  return isAllowed && type === 'content' && name !== undefined && url !== undefined;
}

/** 400 for a product that is not in the catalog, 422 if its creation failed (Errors). */
function isAnswered400(view: View, order: OrderType): boolean {
  const status = view.freedom('orders.missing_product');
  return status === 'by_type' ? order === 'permission' : status === 400;
}
