import type {Got, SuiteWorld} from './client.ts';

/** A response, with the operation that it belongs to. */
export interface Walked extends Got {
  operation: string;
}

/** Calls every operation of the workspace API, and returns the responses. */
export async function walkWorkspace(here: SuiteWorld): Promise<Walked[]> {
  const walked: Walked[] = [];
  const call = async (operation: string, method: string, path: string, body?: unknown) => {
    const got = await here.workspace(method, path, body);
    walked.push({operation, ...got});
    return got.body;
  };
  await call('getAccount', 'GET', '/account');
  await call('getAccountUsage', 'GET', '/account/usage');
  await call('listTools', 'GET', '/tools');
  const file = {original_filename: 'tides.epub', size_bytes: 5};
  const reserved = await call('createUpload', 'POST', '/uploads', file);
  await here.put(reserved);
  const {publication_id: id, key} = reserved;
  const registration = {publication_id: id, key, ...file};
  await call('createPublication', 'POST', '/publications', registration);
  await call('createPublication', 'POST', '/publications', registration);
  await call('listPublications', 'GET', '/publications');
  await call('listPublications', 'GET', '/publications?cursor=none');
  const {working_file_id: version} = await call('getPublication', 'GET', `/publications/${id}`);
  await call('listPublicationFiles', 'GET', `/publications/${id}/files`);
  await call('getCurrentPublicationFile', 'GET', `/publications/${id}/files/current`);
  await call('getPublicationReader', 'GET', `/publications/${id}/reader`);
  const run = await call('startRun', 'POST', `/publications/${id}/runs`, {tool: 'file-validation'});
  await call('readRun', 'GET', `/runs/${run.id}`);
  await call('readReport', 'GET', `/runs/${run.id}/report`);
  await here.world.advance(60_000);
  await call('readReport', 'GET', `/runs/${run.id}/report`);
  await call('downloadFile', 'GET', `/files/${version}/download`);
  await call('getPublication', 'GET', '/publications/none');
  return walked;
}

const ISSUE = {publication_date: '2026-03-02', name: 'Of Tides', external_id: 'tides-1'};
const FILE = {extension: 'epub', file_url: 'https://files.presscheck.example/good.epub'};
const PLAN = {type: 'recurring', name: 'Monthly', prices: {USD: 999}};
const SALE = {
  type: 'sale',
  unit_price: 9.99,
  currency_id: 'USD',
  return_url: 'https://shop.example',
};

/** Calls every operation of the store API, and returns the responses. */
export async function walkStore(here: SuiteWorld): Promise<Walked[]> {
  const walked: Walked[] = [];
  const call = async (operation: string, method: string, path: string, body?: unknown) => {
    const prefix = path.startsWith('/api') ? '' : '/integration-api/v1';
    const got = await here.store(method, prefix + path, body);
    walked.push({operation, ...got});
    return got.body;
  };
  const person = {email: 'ada@readers.example', external_id: 'ada', new_password: 'correct horse'};
  const {data: user} = await call('createUser', 'POST', '/dashboard/users', person);
  await call('createUser', 'POST', '/dashboard/users', person);
  const sent = {...person, only_sees_readable: true};
  await call('updateUser', 'PUT', `/dashboard/users/${user.id}`, sent);
  const issue = {
    ...ISSUE,
    ...FILE,
    prices: {USD: 9.99},
    author: ['Ada'],
    bisac: [{code: 'FIC000000'}],
  };
  await call('createIssue', 'POST', '/dashboard/issues', issue);
  const {data} = await call('listIssues', 'GET', '/dashboard/issues');
  const {id} = data.paginator.data.find(
    (one: {external_id: string}) => one.external_id === 'tides-1',
  );
  await call('getIssue', 'GET', `/dashboard/issues/${id}`);
  await call('updateIssue', 'PUT', `/dashboard/issues/${id}`, ISSUE);
  await call('createPlan', 'POST', '/dashboard/plans', PLAN);
  const {data: plans} = await call('listPlans', 'GET', '/dashboard/plans?query=Monthly');
  const [plan] = plans.paginator?.data ?? plans;
  await call('updatePlan', 'PUT', `/dashboard/plans/${plan.id}`, PLAN);
  await call('listCollections', 'GET', '/dashboard/plans/collections');
  const products = [{type: 'content', id: 'tides-1', unit_price: 9.99, currency_id: 'USD'}];
  const buyer = {id: 'ada', email: 'ada@readers.example'};
  const order = {...SALE, user: buyer, products};
  const {data: sale} = await call('createOrder', 'POST', '/orders', order);
  const gift = {type: 'permission', user: buyer, products};
  const {data: given} = await call('createOrder', 'POST', '/orders', gift);
  await call('createOrder', 'POST', '/orders', {type: 'sale'});
  await call('listOrders', 'GET', '/orders');
  await call('getOrder', 'GET', `/orders/${sale.id}?id_type=internal`);
  await call('updateOrder', 'PUT', `/orders/${given.id}?id_type=internal`, {status: 'paused'});
  const assigned = {...sent, assign_new_plan: plan.id, new_plan_custom_valid_to: '2031-01-31'};
  await call('updateUser', 'PUT', `/dashboard/users/${user.id}`, assigned);
  await call('listUsers', 'GET', '/dashboard/users');
  await call('cancelOrder', 'DELETE', `/orders/${given.id}?id_type=internal`, {reason: 'Twice'});
  await call('listAuthSessions', 'GET', '/auth-sessions');
  await call('deleteAuthSession', 'DELETE', '/auth-sessions/none');
  await call('deleteAuthSessionsOfUser', 'DELETE', `/auth-sessions/users/${user.id}`);
  await call('listReadingSessions', 'GET', '/consumption/sessions');
  await call('forceLogout', 'POST', `/users/${user.id}/force-logout`);
  await call('deletePlan', 'DELETE', `/api/v1/dashboard/plans/${plan.id}`);
  await call('deleteIssue', 'DELETE', `/dashboard/issues/${id}`);
  await call('deactivateUser', 'DELETE', `/dashboard/users/${user.id}`);
  await call('listUsers', 'GET', '/dashboard/users');
  await call('reactivateUser', 'PUT', `/dashboard/users/${user.id}/re-activate`);
  await call('getIssue', 'GET', '/dashboard/issues/none');
  return walked;
}
