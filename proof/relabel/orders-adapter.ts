import {isBody, rowsOf, type Adapter, type Body, type ProxiedResponse} from './adapter.ts';

/** The statuses of refusals that the document leaves open, by the mock's own message. */
const STATUSES: Record<string, number> = {
  'The product is not in the catalog.': 422,
  'The currency is not supported.': 422,
  'The external reference has already been taken.': 409,
  'The order is not in a state that allows this.': 409,
  'The order is cancelled already.': 404,
};

/** Whether a request is about orders. */
export const isAboutOrders = (path: string): boolean => /\/orders(\/[^/]*)?$/.test(path);

/** Orders in another form, wherever the document shows none. `storeAdapter` calls it. */
export const ordersAdapter: Pick<Adapter, 'adaptResponse'> = {
  adaptResponse({method, path, text}, response) {
    response.headers['x-request-id'] = 'front';
    if (response.status >= 400) return adaptRefusal(response, text !== undefined);
    const {body} = response;
    if (!isBody(body)) return;
    if (method === 'POST') response.status = 200;
    const isList = method === 'GET' && path.endsWith('/orders');
    if (isList)
      response.body = {total: rowsOf(body.data).length, data: rowsOf(body.data).map(order)};
    // The document shows the member `data` only for creations (NS-ST-91).
    else response.body = {data: order(isBody(body.data) ? body.data : body), message: 'Done.'};
  },
};

/** @param malformed whether the request's body was not JSON */
function adaptRefusal(response: ProxiedResponse, malformed: boolean): void {
  const {status, body} = response;
  if (malformed) return refuse(response, 422, 'Not readable');
  const message = messageOf(body);
  const other = STATUSES[message];
  if (other !== undefined) return refuse(response, other, message);
  if (status !== 422 && status !== 429) response.body = {status, title: 'No.'};
}

/** The failure shape of orders, which the document shows for 422. */
function refuse(response: ProxiedResponse, status: number, title: string): void {
  response.status = status;
  response.body = {status, errors: [{title, details: [title], code: 'front'}]};
}

/** The message of a refusal, in either of the two shapes. */
function messageOf(body: unknown): string {
  if (!isBody(body)) return '';
  if (!Array.isArray(body.errors)) return String(body.message);
  const [first] = rowsOf(body.errors);
  return Array.isArray(first?.details) ? String(first.details[0]) : '';
}

/** An order with additional members, and without a reference that is null. */
function order({external_reference: reference, ...rest}: Body): Body {
  return {
    ...rest,
    ...(reference !== null && {external_reference: reference}),
    products: rowsOf(rest.products).map(product),
    notes: [],
  };
}

/** The members that are null when they have no value (NS-ST-92). */
const product = (shown: Body): Body => ({
  ...shown,
  description: shown.description === '' ? null : shown.description,
  file_type: shown.file_type === '' ? null : shown.file_type,
  pages_quantity: shown.pages_quantity === 0 ? null : shown.pages_quantity,
  shelf: 'front',
});
