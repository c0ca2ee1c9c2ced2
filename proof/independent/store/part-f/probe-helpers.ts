import type {Asker, How, Json} from '../../corpus/asking.ts';

/** The prefix of the API. */
export const V1 = '/integration-api/v1';

/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** An object inside another one. */
export const inner = (body: Json, member: string): Json => (body[member] ?? {}) as Json;

/** A text inside an object. */
export const textIn = (body: Json, member: string): string => String(body[member]);

/** Asks for something of the API. */
export function get(s: Asker, path: string, how: How = {}): Promise<Json> {
  return s.ask('GET', `${V1}${path}`, how);
}

/** Creates a user. @returns what is answered of it */
export async function made(s: Asker, changes: Json = {}): Promise<Json> {
  const user = {email: 'f@probe.example', external_id: 'probe-f', new_password: 'long enough 1'};
  const body = {...user, ...changes};
  return inner(await s.ask('POST', `${V1}/dashboard/users`, {body}), 'data');
}

/** Changes the address of a user. */
export function renamed(s: Asker, user: Json, email: string): Promise<Json> {
  const body = {email, external_id: user['external_id'], only_sees_readable: false};
  return s.ask('PUT', `${V1}/dashboard/users/${textIn(user, 'id')}`, {body});
}

/** Signs a user in. */
export function signIn(s: Asker, user: Json, type = 'web'): Promise<Json> {
  return s.hook('sign-in', {role: 'admin', user: user['id'], type});
}

/** Some content of the seeds. */
export const BOOK = {type: 'content', id: 'lyra:tide-tables'};

/** A reader of the seeds. */
export const NORA = {id: 'reader-nora.quist', email: 'nora.quist@readers.example'};

/** A product that an order has to make. */
export const LINK = {
  type: 'content',
  id: 'link-1',
  name: 'Link',
  url: 'https://links.example/1',
  unit_price: 5,
  currency_id: 'USD',
};

/** Creates an order. @returns what is answered of it */
export async function ordered(s: Asker, type: string, changes: Json = {}): Promise<Json> {
  const price = {unit_price: 12.5, currency_id: 'USD'};
  const products = [{...BOOK, ...price}];
  const paid = {return_url: 'https://shop.example/thanks', ...price, products};
  const terms = type === 'permission' ? {products: [BOOK]} : paid;
  const body = {type, external_reference: 'cart-f', user: NORA, ...terms, ...changes};
  return inner(await s.ask('POST', `${V1}/orders`, {body}), 'data');
}

/** Reads an order. @returns what is answered of it */
export async function readOrder(s: Asker, order: Json): Promise<Json> {
  return inner(await get(s, `/orders/${textIn(order, 'id')}?id_type=internal`), 'data');
}

/** Whether the reader of the seeds may read the book. */
export const mayRead = (s: Asker): Promise<Json> =>
  s.hook('may-this-user-read', {role: 'admin', user: NORA.id, product: BOOK.id});

/** Uploads content. @returns what is answered of it */
export async function uploaded(s: Asker, changes: Json = {}): Promise<Json> {
  const file = {extension: 'epub', file_url: 'https://files.example/1.epub'};
  const names = {name: 'Title', external_id: 'isbn-f', publication_date: '2026-02-03'};
  const body = {...names, ...file, ...changes};
  return inner(inner(await s.ask('POST', `${V1}/dashboard/issues`, {body}), 'data'), 'issue');
}

/** Changes a plan of the seeds. */
export function planned(s: Asker, body: Json, headers: How['headers'] = {}): Promise<Json> {
  return s.ask('PUT', `${V1}/dashboard/plans/88120`, {body, headers});
}

/** Records a reading session of a user. @returns its uuid */
export async function recorded(s: Asker, user: number, changes: Json = {}): Promise<unknown> {
  const reading = {role: 'admin', issue: 610_020, user, ...changes};
  return (await s.hook('record-reading', reading))['uuid'];
}
