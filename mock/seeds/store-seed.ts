import type {StoreRow, TokenRow} from '../store/access/rows.ts';
import {localDay} from '../store/access/local-time.ts';
import {EXTERNAL_LINK, type Issue} from '../store/content/issue.ts';
import type {Order, OrderProduct} from '../store/orders/order.ts';
import {BLANK, type Plan} from '../store/plans/plan.ts';
import type {Subscription} from '../store/plans/subscription.ts';
import type {User} from '../store/users/user.ts';
import type {World} from '../world/world.ts';
import {free, numbered} from './names.ts';
import type {
  ContentSeed,
  OrderSeed,
  ProductSeed,
  StorePlanSeed,
  StoreSeed,
  UserSeed,
} from './seed.ts';

/** A store as a seed. */
export function storeSeed(world: World, {key, name}: StoreRow): StoreSeed {
  const rows = <R>(table: string): R[] => world.table(table).of(key) as unknown as R[];
  const plans = inOrder(rows<Plan>('plans'));
  const issues = identifiedIssues(inOrder(rows<Issue>('issues')));
  const users = identifiedUsers(inOrder(rows<User>('users')));
  const tokens = new Map(rows<TokenRow>('tokens').map((token) => [token.admin, token]));
  const assigned = new Map(
    rows<Subscription>('subscriptions')
      .filter(({order, cancelled}) => order === null && cancelled === null)
      .map((one) => [one.user, one]),
  );
  const zone = String(world.freedom('store.timezone'));
  const catalog: Catalog = {
    users: new Map(users.map((user) => [user.key, user.email])),
    issues: new Map(issues.map((issue) => [issue.key, issue])),
    plans: new Map(
      [...numbered(plans, (plan) => plan.name)].map(([plan, unique]) => [plan.key, unique]),
    ),
  };
  return {
    name,
    id: key,
    collections: rows<{name: string}>('collections').map((each) => each.name),
    plans: plans.map(planSeed),
    users: users.map((user) => ({
      ...userSeed(user, tokens.get(user.id)),
      ...planOf(catalog, assigned.get(user.key), zone),
    })),
    content: issues.filter(({kind}) => kind !== EXTERNAL_LINK).map(contentSeed),
    orders: inOrder(rows<Order>('orders')).map((order) => orderSeed(order, catalog)),
  };
}

interface Catalog {
  /** Emails by key. */
  users: ReadonlyMap<string, string>;
  issues: ReadonlyMap<string, Issue>;
  /** Names by key; unique ones. */
  plans: ReadonlyMap<string, string>;
}

/** Rows in the order of their times, in which planting makes them. */
const inOrder = <R extends {created: number}>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => a.created - b.created);

const iso = (instant: number): string => new Date(instant).toISOString();

/** The members of a row that differ from those of a blank one. */
function changed<T extends object>(row: T, blank: object): Partial<T> {
  const defaults = new Map(
    Object.entries(blank).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        defaults.has(name) && value !== null && JSON.stringify(value) !== defaults.get(name),
    ),
  ) as Partial<T>;
}

/** Members that only an update writes, and that a seed does not hold. */
const UNSEEDED = new Set(['customer', 'invoice', 'file_name', 'upload_file']);
const PLAN = Object.fromEntries(Object.entries(BLANK).filter(([name]) => !UNSEEDED.has(name)));

const planSeed = (plan: Plan): StorePlanSeed => ({
  name: plan.name,
  ...(changed(plan, PLAN) as Partial<StorePlanSeed>),
  created_at: iso(plan.created),
  ...(plan.deleted !== null && {deleted_at: iso(plan.deleted)}),
});

/** Users with an email and an external id each. The email of an anonymized user belongs to the store alone. */
function identifiedUsers(users: readonly User[]): User[] {
  const emails = new Set(users.map(({email}) => email.toLowerCase()));
  const ids = new Set(users.map(({external_id: id}) => id));
  return users.map((user) => ({
    ...user,
    ...((user.state === 'anonymized' || /\.invalid$/i.test(user.email)) && {
      email: `${free(`former-${user.id}`, {has: (name) => emails.has(`${name}@readers.example`)})}@readers.example`,
    }),
    external_id: user.external_id ?? free(`former-${user.id}`, ids),
  }));
}

/** Content of the store with an external id each. */
function identifiedIssues(issues: readonly Issue[]): Issue[] {
  const ids = new Set(issues.map(({external_id: id}) => id));
  return issues.map((issue) =>
    issue.kind === EXTERNAL_LINK
      ? issue
      : {...issue, external_id: issue.external_id ?? free(`content-${issue.id}`, ids)},
  );
}

function userSeed(user: User, token: TokenRow | undefined): UserSeed {
  const {name, external_id: externalId, sessions_limit: limit, deleted} = user;
  return {
    email: user.email,
    ...(externalId !== null && {external_id: externalId}),
    ...(name !== null && {name}),
    ...(limit !== null && {sessions_limit: limit}),
    ...changed(
      {admin: user.admin, plan_admin: user.plan_admin, only_sees_readable: user.only_sees_readable},
      {admin: false, plan_admin: false, only_sees_readable: false},
    ),
    ...(token && {role: token.role ?? `admin ${user.id}`}),
    ...(token?.no_content && {manages_content: false}),
    created_at: iso(user.created),
    ...(user.state !== 'active' && {state: user.state, left_at: iso(deleted ?? user.updated)}),
  };
}

function planOf(
  {plans}: Catalog,
  assigned: Subscription | undefined,
  zone: string,
): Partial<UserSeed> {
  const plan = assigned && plans.get(String(assigned.plan));
  if (!assigned || plan === undefined) return {};
  return {
    plan,
    ...(assigned.until !== null && {plan_until: localDay(assigned.until - 1, zone)}),
    ...(assigned.name !== plan && {plan_name: assigned.name}),
  };
}

/** A row without its members that are null, empty or false. */
const filled = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([, value]: [string, unknown]) =>
        value !== null &&
        value !== '' &&
        value !== false &&
        !(typeof value === 'object' && Object.keys(value as object).length === 0),
    ),
  );

function contentSeed(issue: Issue): ContentSeed {
  const {kind, physical, conversion, terms, bisac, created, table_of_contents: contents} = issue;
  const {publication_date, description, free, prices, lang, cover, extension, file_url} = issue;
  return {
    external_id: issue.external_id ?? '',
    name: issue.name,
    ...(kind === 'physical' && {type: 'physical', ...filled(physical ?? {})}),
    ...(kind === 'digital' && filled({extension, file_url})),
    ...filled({publication_date, description, free, prices, lang, cover, ...terms}),
    ...filled({bisac: bisac.map((code) => ({code}))}),
    ...(typeof contents === 'string' && {table_of_contents: contents}),
    ...(conversion && {conversion_status: conversion.state}),
    created_at: iso(created),
  };
}

function orderSeed(order: Order, catalog: Catalog): OrderSeed {
  const {external_reference: reference, currency_id: currency, return_url: url} = order;
  const isPaid = order.type !== 'permission';
  return {
    type: order.type,
    ...(reference !== null && {external_reference: reference}),
    user: catalog.users.get(order.user) ?? '',
    products: order.products.map((product) => productSeed(product, order, catalog)),
    ...(isPaid && {unit_price: order.unit_price}),
    ...(currency !== null && {currency_id: currency}),
    ...(url !== null && {return_url: url}),
    status: order.status,
    created_at: iso(order.created),
    ...(order.cancellation?.reason && {reason: order.cancellation.reason}),
  };
}

function productSeed(product: OrderProduct, order: Order, catalog: Catalog): ProductSeed {
  const {expiration_date, currency_id, status} = product;
  const isOwn = status !== order.status && (status === 'approved' || status === 'paused');
  return {
    ...namedProduct(product, catalog),
    unit_price: product.unit_price,
    ...filled({currency_id, expiration_date}),
    ...(isOwn && {status}),
  };
}

/** The length of a name that an order gives (Orders). A title of the store that was deleted may be longer. */
const MOST_IN_ORDERS = 64;

/** A product as a seed names it. Content that only orders have comes with its name and URL. */
function namedProduct(
  {type, product, id, name}: OrderProduct,
  {issues, plans}: Catalog,
): ProductSeed {
  if (type === 'subscription') return {subscription: plans.get(product) ?? name};
  const issue = issues.get(product);
  const isOnlyOrdered = !issue || issue.kind === EXTERNAL_LINK;
  return {
    content: issue?.external_id ?? id,
    ...(isOnlyOrdered && {
      name: name.slice(0, MOST_IN_ORDERS),
      url: issue?.file_url ?? 'https://files.example/gone',
    }),
  };
}
