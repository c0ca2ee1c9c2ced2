import type {Asker, How, Json} from '../corpus/asking.ts';

/** The prefix of the API. */
const V1 = '/integration-api/v1';

/** The milliseconds of a minute. */
export const MINUTE = 60_000;

/** Content that the store begins with. */
export const BOOK = {type: 'content', id: 'lyra:tide-tables'};

/** Other content that the store begins with. */
export const SECOND = {type: 'content', id: 'lyra:glass-orchard'};

/** What something costs. */
export const PRICE = {unit_price: 12.5, currency_id: 'USD'};

const NORA = {id: 'reader-nora.quist', email: 'nora.quist@readers.example'};

/** A JSON object inside another one. */
const inner = (body: Json, ...members: string[]): Json =>
  members.reduce((one, member) => (one[member] ?? {}) as Json, body);

/** Asks for something below the prefix. */
export const ask = (s: Asker, method: string, path: string, how?: How): Promise<Json> =>
  s.ask(method, `${V1}${path}`, how);

/** Creates a user. @returns what is answered of him */
export async function made(s: Asker, changes: Json = {}): Promise<Json> {
  const names = {email: 'reader@probe.example', external_id: 'probe-1'};
  const body = {...names, new_password: 'long enough 1', ...changes};
  return inner(await ask(s, 'POST', '/dashboard/users', {body}), 'data');
}

/** Lets a user sign in. @returns the id of the session */
export async function signIn(s: Asker, {id}: Json): Promise<string> {
  const {session} = await s.hook('sign-in', {role: 'admin', user: id, type: 'web'});
  return String(session);
}

/** Uploads content. @returns what is answered of it */
export async function uploaded(s: Asker, changes: Json = {}): Promise<Json> {
  const file = {extension: 'epub', file_url: 'https://files.example/1.epub'};
  const names = {name: 'Title', external_id: 'isbn-1', publication_date: '2026-02-03'};
  const body = {...names, ...file, ...changes};
  return inner(await ask(s, 'POST', '/dashboard/issues', {body}), 'data', 'issue');
}

/** Updates content. */
export function changed(s: Asker, {id}: Json, changes: Json): Promise<Json> {
  const names = {name: 'Title', external_id: 'isbn-1', publication_date: '2026-02-03'};
  return ask(s, 'PUT', `/dashboard/issues/${String(id)}`, {body: {...names, ...changes}});
}

/** Creates a plan. @returns its id */
export async function planned(s: Asker, changes: Json = {}): Promise<string> {
  const body = {type: 'prepaid', name: 'Plan', details: '<p>A</p>', duration: 3, ...changes};
  const {plan_id: id} = inner(await ask(s, 'POST', '/dashboard/plans', {body}), 'data');
  return String(id);
}

/** Creates an order; what is paid has a price. @returns what is answered of it */
export async function ordered(s: Asker, type: string, changes: Json = {}): Promise<Json> {
  const products = [type === 'permission' ? BOOK : {...BOOK, ...PRICE}];
  const terms = type === 'permission' ? {} : {return_url: 'https://shop.example/thanks', ...PRICE};
  const body = {type, external_reference: 'cart-1', user: NORA, ...terms, products, ...changes};
  return inner(await ask(s, 'POST', '/orders', {body}), 'data');
}

/** Reads, updates or cancels an order. */
export function orderAt(s: Asker, method: string, {id}: Json, body?: Json): Promise<Json> {
  return ask(s, method, `/orders/${String(id)}?id_type=internal`, {body});
}

/** Pays an order. */
export function paid(s: Asker, {id: order}: Json): Promise<Json> {
  return s.hook('complete-payment', {role: 'admin', order, outcome: 'approved'});
}
