import {isBody, rowsOf, seconds, type Adapter, type Body, type ProxiedResponse} from './adapter.ts';
import {contentAdapter, isAboutContent} from './content-adapter.ts';
import {isAboutOrders, ordersAdapter} from './orders-adapter.ts';

/** The Store Integration API in another form, wherever the document shows none. */
export const storeAdapter: Adapter = {
  adaptRequest({query}) {
    const page = query.get('p');
    query.delete('page');
    query.delete('p');
    if (page !== null) query.set('page', page);
  },
  adaptResponse(request, response) {
    const {method, path, text} = request;
    if (isAboutContent(path)) return contentAdapter.adaptResponse(request, response);
    if (isAboutOrders(path)) return ordersAdapter.adaptResponse(request, response);
    response.headers['x-request-id'] = 'front';
    adaptRefusal(response, text !== undefined);
    if (response.status === 200 && method === 'PUT' && /\/users\/[^/]+$/.test(path))
      emptied(response);
    const {body, status} = response;
    if (status === 200 && path.includes('/auth-sessions') && isBody(body)) adaptSessions(body);
    if (path.endsWith('/consumption/sessions')) adaptReading(response);
    if (path.endsWith('/dashboard/plans')) adaptPlans(response);
    if (isBody(body) && isBody(body.data) && !path.includes('/plans'))
      adaptUsers(response, body.data);
  },
};

/** A created user, or a page of users. */
function adaptUsers({status, body}: ProxiedResponse, data: Body): void {
  if (status === 201) Object.assign(data, adapted(data), {picture: null});
  const {paginator} = data;
  if (!isBody(body) || !isBody(paginator)) return;
  paginator.data = rowsOf(paginator.data).map(listed);
  Object.assign(paginator, {per_page: 15, path: '/dashboard/users'});
  body.took = 3;
}

/** @param malformed whether the request's body was not JSON */
function adaptRefusal(response: ProxiedResponse, malformed: boolean): void {
  const {status, body} = response;
  // The document shows one form of refusals, and only for 422.
  if ([401, 403, 404].includes(status)) response.body = {status, title: 'No.'};
  if (status === 400 && malformed) response.status = 422;
  const message = isBody(body) ? String(body.message) : '';
  if (status === 422 && message.includes('not in a state')) response.status = 403;
}

/** The document does not show whether sessions have a fraction in their dates. */
function adaptSessions(body: Body): void {
  body.CODE = 'ok';
  if (!Array.isArray(body.data)) return;
  body.data = rowsOf(body.data).map((session) => ({
    ...session,
    last_activity: `${String(session.last_activity)}.000000`,
    location: null,
  }));
}

/**
 * Changes what the document does not show of reading sessions: the form of dates, what `current_page` counts, and the
 * status of an invalid filter.
 */
function adaptReading(response: ProxiedResponse): void {
  const {status, body} = response;
  if (status === 422 && isBody(body) && String(body.message).includes('filter'))
    response.status = 400;
  if (status !== 200 || !isBody(body)) return;
  body.CODE = 'ok';
  body.current_page = null;
  body.data = rowsOf(body.data).map((session) => ({
    ...session,
    started_at: isoDate(session.started_at),
    processed_at: isoDate(session.processed_at),
    last_heartbeat_at: isoDate(session.last_heartbeat_at),
    country: null,
  }));
}

/** A date of the mock as ISO 8601 without a time zone. */
const isoDate = (date: unknown): unknown =>
  typeof date === 'string' ? `${date.replace(' ', 'T')}.000000` : date;

/** Changes what the document does not show of plans: bodies of creations, envelopes, prices in responses. */
function adaptPlans(response: ProxiedResponse): void {
  const {status, body} = response;
  if (status === 201) {
    delete response.body;
    delete response.headers['content-type'];
  }
  if (status !== 200 || !isBody(body) || !Array.isArray(body.data)) return;
  const data = rowsOf(body.data).map(({prices, free_trial_days: days, ...plan}) => ({
    ...plan,
    price_morph: prices,
    ...(plan.free_trial === true && {free_trial_days: String(days)}),
    archived: plan.deleted_at !== null,
  }));
  response.body = {CODE: 'ok', data: {paginator: {current_page: 1, data, per_page: 15}}};
}

/** A success without a body. */
function emptied(response: ProxiedResponse): void {
  response.status = 204;
  delete response.body;
  delete response.headers['content-type'];
}

/** A user as a row of a list. */
const listed = (user: Body): Body => ({
  ...adapted(user),
  only_sees_readable: user.only_sees_readable ? 1 : 0,
  picture: null,
  deleted_at:
    user.deleted_at === null ? null : {timestamp: seconds(user.deleted_at), timezone: 'UTC'},
  tags: [],
});

/** `name` and `anonymized` are in no field table of the document: here they are at another location. */
function adapted(user: Body): Body {
  const {name, anonymized} = user;
  delete user.name;
  delete user.anonymized;
  return {...user, profile: {full_name: name}, privacy: {erased: anonymized ? 1 : 0}};
}
