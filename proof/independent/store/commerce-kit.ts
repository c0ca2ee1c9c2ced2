import {asList, asObject, type How, type Seen, type Site, type Value} from './probe-kit.ts';

/** A content product of store one, and others. */
export const BOOK = 'lyra:tide-tables';
export const OTHER_BOOK = 'lyra:glass-orchard';
export const FREE_BOOK = 'lyra:sampler-free';

/** Plans of store one: recurring, prepaid, and one to which nobody can subscribe. */
export const MONTHLY = '88120';
export const YEARLY = '88124';
export const RETIRED = '88128';

/** A reader of store one. */
export const NORA = {id: 'reader-nora.quist', email: 'nora.quist@readers.example'};

let serial = 0;

/** A product of an order. */
export function product(changes: Value = {}): Value {
  return {type: 'content', id: BOOK, unit_price: 12.5, currency_id: 'USD', ...changes};
}

/** A valid body of an order, with changes (undefined removes a member). */
export function orderBody(type: string, changes: Value = {}): Value {
  serial += 1;
  const paid = {
    return_url: 'https://shop.example/thanks?cart=7',
    unit_price: 12.5,
    currency_id: 'USD',
    products: [product()],
  };
  const free = {products: [{type: 'content', id: BOOK}]};
  const user = {...NORA};
  const terms = type === 'permission' ? free : paid;
  return {type, external_reference: `cart-${serial}`, user, ...terms, ...changes};
}

/** Creates an order. */
export function order(site: Site, type: string, changes: Value = {}, how: How = {}): Promise<Seen> {
  return site.call('POST', '/orders', {body: orderBody(type, changes), ...how});
}

/** The order that a create answered. */
export async function ordered(site: Site, type: string, changes: Value = {}): Promise<Value> {
  return (await order(site, type, changes)).data;
}

/** Reads an order by its id. */
export function readOrder(site: Site, one: Value, tail = '?id_type=internal'): Promise<Seen> {
  return site.call('GET', `/orders/${String(one.id)}${tail}`);
}

/** Updates an order. */
export function change(site: Site, one: Value, body: Value, tail = ''): Promise<Seen> {
  return site.call('PUT', `/orders/${String(one.id)}?id_type=internal${tail}`, {body});
}

/** Cancels an order. */
export function cancel(site: Site, one: Value, body: Value = {}): Promise<Seen> {
  return site.call('DELETE', `/orders/${String(one.id)}?id_type=internal`, {body});
}

/** The ids of the orders that a list shows. */
export async function listed(site: Site, tail = ''): Promise<unknown[]> {
  const {json} = await site.call('GET', `/orders${tail}`);
  return asList(json.data).map((one) => one.id);
}

/** The products of an order. */
export function productsOf(one: Value): Value[] {
  return asList(one.products);
}

/** Calls a hook with the role of store one. */
export function hook(site: Site, verb: string, args: Value = {}): Promise<Value> {
  return site.hook(verb, {role: 'admin', ...args});
}

/** Whether a user may read a product. */
export async function mayRead(
  site: Site,
  user: unknown = NORA.id,
  id = BOOK,
  type = 'content',
): Promise<boolean> {
  return (await hook(site, 'may-this-user-read', {user, product: id, type})).may === true;
}

/** The mails about an order. */
export async function mailsOf(site: Site, one: Value): Promise<Value[]> {
  const {mails} = await hook(site, 'read-mail');
  return asList(mails).filter((mail) => mail.order === one.id);
}

/** The payment records of an order. */
export async function paymentsOf(site: Site, one: Value): Promise<Value[]> {
  return asList((await hook(site, 'payment-records', {order: one.id})).payments);
}

/** A sale order that was paid by hook, and what the hook answered. */
export async function paid(site: Site, changes: Value = {}): Promise<{one: Value; done: Value}> {
  const made = await ordered(site, 'sale', changes);
  const done = await hook(site, 'complete-payment', {order: made.id});
  return {one: (await readOrder(site, made)).data, done};
}

/** What a page of the site answered. */
export interface Page {
  status: number;
  text: string;
  location: string;
  cookie: string;
}

/** Visits a page of the site, as a browser that follows no redirect. */
export async function visit(url: unknown, how: RequestInit = {}): Promise<Page> {
  const answer = await fetch(String(url), {redirect: 'manual', ...how});
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const location = answer.headers.get('location') ?? '';
  return {status: answer.status, text: await answer.text(), location, cookie};
}

/** The checkout address of an order. */
export function checkoutOf(one: Value): URL {
  return new URL(String(asObject(one.checkout).url));
}

/** Leaves the checkout of an order by one of its forms. */
export function leaveBy(one: Value, what: string): Promise<Page> {
  const url = checkoutOf(one);
  url.pathname = `${url.pathname}/${what}`;
  return visit(url, {method: 'POST'});
}

/** The page that only those see who have signed in. */
export async function isInside(site: Site, cookie: unknown): Promise<boolean> {
  const headers = {cookie: String(cookie)};
  return (await visit(`${site.server.url}/site/lyra/shelf`, {headers})).status === 200;
}

/** A valid body of a plan, with changes. */
function planBody(changes: Value = {}): Value {
  serial += 1;
  return {
    type: 'prepaid',
    name: `Plan ${serial}`,
    details: '<p>For <b>probes</b>.</p>',
    duration: 3,
    recommended: false,
    private: false,
    assigns_collections: true,
    download_files: false,
    free_trial: false,
    concurrency_limit: 2,
    collections: ['Field Guides'],
    prices: {USD: 999, ARS: 350_000},
    ...changes,
  };
}

/** Creates a plan. */
export function createPlan(site: Site, changes: Value = {}, how: How = {}): Promise<Seen> {
  return site.call('POST', '/dashboard/plans', {body: planBody(changes), ...how});
}

/** The plans that a list shows. */
export async function plans(site: Site, query = '', how: How = {}): Promise<Value[]> {
  const tail = query === '' ? '' : `?query=${encodeURIComponent(query)}`;
  return asList((await site.call('GET', `/dashboard/plans${tail}`, how)).data.plans);
}

/** A plan as the list shows it. */
export async function planRow(site: Site, id: unknown): Promise<Value> {
  return (await plans(site)).find((one) => one.id === id) ?? {};
}

/** The row of a new plan. */
export async function madePlan(site: Site, changes: Value = {}): Promise<Value> {
  const {data} = await createPlan(site, changes);
  return planRow(site, data.plan_id);
}

/** Updates a plan. */
export function updatePlan(site: Site, id: unknown, body: Value): Promise<Seen> {
  return site.call('PUT', `/dashboard/plans/${String(id)}`, {body});
}

/** Deletes a plan at its old address. */
export function deletePlan(site: Site, id: unknown, how: How = {}): Promise<Seen> {
  return site.call('DELETE', `/api/v1/dashboard/plans/${String(id)}`, {root: true, ...how});
}

/** Lists sessions. */
export function sessions(site: Site, tail = ''): Promise<Seen> {
  return site.call('GET', `/auth-sessions${tail}`);
}

/** The ids of the sessions that a list shows. */
export async function sessionIds(site: Site, tail = ''): Promise<unknown[]> {
  return asList((await sessions(site, tail)).json.data).map((one) => one.id);
}
