import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {successesOf} from '../../testing/response.ts';
import {rowsOutOfOrder, rowsNotMatchingFilter} from './selected-rows.ts';

const {contract} = loadSpecification('store');

const success = successesOf(contract.operations);

/** A response of a list or of another operation, to a request with a query. */
const exchange = (
  op: string,
  query: string,
  body: unknown,
  more: Partial<Exchange> = {},
): Exchange => {
  const sent = {method: 'GET', url: `http://localhost/x?${query}`, headers: {}};
  return success(op, {body, sent, ...more});
};

/** The last parts of the rules that the rows of the last response break. */
function brokenBy(...exchanges: Exchange[]): string[] {
  const last = exchanges.at(-1);
  if (!last) return [];
  const history = {
    exchanges,
    operations: contract.operations,
    isChangedOnlyByRequests: true,
    isReused: () => false,
  };
  return rowsNotMatchingFilter(contract, last, history).map(
    ({rule}) => rule.split('.').at(-1) ?? '',
  );
}

const reading = (query: string, row: object): Exchange =>
  exchange('listReadingSessions', query, {data: [row]});
const orders = (query: string, ...rows: object[]): Exchange =>
  exchange('listOrders', query, {data: rows});
const users = (query: string, row: object): Exchange =>
  exchange('listUsers', query, {data: {paginator: {data: [row]}}});
const plans = (query: string, ...rows: object[]): Exchange =>
  exchange('listPlans', query, {data: rows});
const issues = (query: string, ...rows: object[]): Exchange =>
  exchange('listIssues', query, {data: {paginator: {data: rows}}});
const sessions = (query: string, row: object): Exchange =>
  exchange('listAuthSessions', query, {data: [row]});

const march = {started_at: '2019-03-11T10:00:00Z', processed_at: '2019-03-11T10:01:00Z'};

test.each<[what: string, list: Exchange, broken: string[]]>([
  ['the same number', reading('issue_id=7', {issue_id: 7}), []],
  ['another number', reading('issue_id=7', {issue_id: 8}), ['issue-id-filters']],
  ['a number as text', reading('user_id=7', {user_id: '7'}), []],
  ['null, which tells nothing', reading('user_id=7', {user_id: null}), []],
  ['a member that is not shown', reading('user_id=7', {}), []],
  ['a value that is no number', reading('user_id=07', {user_id: 8}), []],
  [
    'another reason',
    reading('reason_type=free_issue', {reason_type: 'free_access'}),
    ['reason-type-filters'],
  ],
  ['a reason that is none', reading('reason_type=free', {reason_type: 'free_access'}), []],
  [
    'another reason beside a plan',
    reading('reason_type=global_subscription&reason_value=3', {
      reason_type: 'free_issue',
      reason_value: 3,
    }),
    ['reason-value-filters'],
  ],
  ['a plan without a reason, which is open', reading('reason_value=3', {reason_value: 4}), []],
  ['a day in the period', reading('from_date=2019-03-01&to_date=2019-03-20', march), []],
  ['a day near its edge', reading('from_date=2019-03-13&to_date=2019-03-20', march), []],
  ['an earlier day', reading('from_date=2019-03-14&to_date=2019-03-20', march), ['dates-filter']],
  ['a later day', reading('from_date=2019-03-01&to_date=2019-03-08', march), ['dates-filter']],
  [
    'a day in the period by one of two dates',
    reading('from_date=2020-03-14&to_date=2020-03-20', {
      ...march,
      processed_at: '2020-03-15T00:00:00Z',
    }),
    [],
  ],
  ['one date alone, which is open', reading('from_date=2019-03-14', march), []],
  [
    'a period that ends before it begins',
    reading('from_date=2019-05-14&to_date=2019-05-01', march),
    [],
  ],
  ['a day that there is not', reading('from_date=2019-02-30&to_date=2019-02-31', march), []],
  [
    'one of two filters',
    reading('user_id=7&issue_id=1', {user_id: 8, issue_id: 1}),
    ['filters-find-what-all-find'],
  ],
  ['another status', orders('status=paused', {status: 'approved'}), ['status-filters-the-list']],
  ['a status that is none', orders('status=open', {status: 'approved'}), []],
  [
    'an earlier day of creation',
    orders('start_at=2026-03-10', {created_at: '2026-03-08'}),
    ['start-at-bounds-the-list'],
  ],
  [
    'a day of creation near the edge',
    orders('start_at=2026-03-10', {created_at: '2026-03-09'}),
    [],
  ],
  [
    'a later day of creation',
    orders('end_at=2026-03-10', {created_at: '2026-03-12'}),
    ['end-at-bounds-the-list'],
  ],
  [
    'the email in other letters',
    orders('user_email=a@x.example', {user: {email: 'A@x.example'}}),
    [],
  ],
  [
    'another email',
    orders('user_email=a@x.example', {user: {email: 'b@x.example'}}),
    ['user-email-filters-the-list'],
  ],
  [
    'another email beside an id',
    orders('user_email=a@x.example&user_id=1', {user: {email: 'b@x.example'}}),
    [],
  ],
  [
    'no product of the type',
    orders('product_id=1&product_type=content', {products: [{type: 'subscription'}]}),
    ['product-filters-the-list'],
  ],
  [
    'a product of the type beside another',
    orders('product_id=1&product_type=content', {
      products: [{type: 'subscription'}, {type: 'content'}],
    }),
    [],
  ],
  [
    'a type alone, which is open',
    orders('product_type=content', {products: [{type: 'subscription'}]}),
    [],
  ],
  [
    'another address',
    users('query=a@x.example', {email: 'xa@x.example'}),
    ['query-by-email-finds-that-user-only'],
  ],
  ['another text, which is open', users('query=anna', {email: 'b@x.example'}), []],
  [
    'somebody active',
    users('query=deactivated', {deleted_at: null}),
    ['query-deactivated-lists-deactivated-only'],
  ],
  ['somebody anonymized', users('query=deactivated', {deleted_at: null, anonymized: true}), []],
  ['an admin as a number', users('query=admins', {admin: 1}), []],
  ['somebody else', users('query=admins', {admin: 0}), ['query-admins-lists-admins-only']],
  ['the user of another session', sessions('user_id=7', {user_id: 8}), ['user-id-filters']],
  ['a session by two filters', sessions('user_id=7&external_id=e', {user_id: 8}), []],
  [
    'the external id of another',
    sessions('external_id=e', {user_external_id: 'f'}),
    ['external-id-filters'],
  ],
  ['a plan of the type', plans('query=prepaid', {type: 'prepaid', name: '', details: ''}), []],
  [
    'a plan of another type',
    plans('query=prepaid', {type: 'prepaid'}, {type: 'recurring', name: 'Gold', details: null}),
    ['search-finds-by-type'],
  ],
  [
    'a plan that has a part of the word',
    plans('query=reading', {name: 'To read', details: '', type: ''}),
    [],
  ],
  [
    'a plan with letters without marks',
    plans('query=Añil', {name: 'anil', details: '', type: ''}),
    [],
  ],
  [
    'a plan without any of it',
    plans('query=zebra', {name: 'Zebra'}, {name: 'Gold', details: 'all', type: 'recurring'}),
    ['search-leaves-others-out'],
  ],
  ['one plan in other words', plans('query=zebra', {name: 'Gold', details: '', type: ''}), []],
  [
    'a content that has it anywhere',
    issues('query=zebra', {name: 'Gold', author: ['A. Zebra']}),
    [],
  ],
  [
    'a content without any of it',
    issues('query=zebra', {name: 'Zebra'}, {name: 'Gold'}),
    ['search-leaves-others-out'],
  ],
  [
    'a content that is done',
    issues('query=converting', {conversion_status: 'done'}),
    ['converting-lists-what-is-converted'],
  ],
  ['a content that waits', issues('query=deferred', {conversion_status: 'waiting'}), []],
])('%s', (_what, list, broken) => {
  expect(brokenBy(list)).toEqual(broken);
});

test('the id of a user is known by the email that it had before', () => {
  const mine = {id: 'o1', user: {id: 'u1', email: 'a@x.example'}};
  const other = {id: 'o2', user: {id: '17', email: 'b@x.example'}};
  const created = exchange('createOrder', '', {data: mine});
  expect(brokenBy(created, orders('user_id=u1', mine))).toEqual([]);
  expect(brokenBy(created, orders('user_id=u1', mine, other))).toEqual([
    'user-id-filters-the-list',
  ]);
  expect(brokenBy(created, orders('user_id=u2', other))).toEqual([]);
  const renamed = exchange('updateUser', '', {});
  expect(brokenBy(created, renamed, orders('user_id=u1', mine, other))).toEqual([]);
});

test('a row that fitted before may be shown a moment later', () => {
  const before = exchange('createOrder', '', {data: {id: 'o1', status: 'approved'}});
  const update = exchange('updateOrder', '', {id: 'o1', status: 'paused'});
  const list = orders('status=approved', {id: 'o1', status: 'paused'});
  expect(brokenBy(before, update, list)).toEqual([]);
});

test('a refusal has no rows', () => {
  const list = orders('status=paused', {status: 'approved'});
  expect(brokenBy({...list, status: 422, situations: ['invalid']})).toEqual([]);
});

test('every rule that a selection names is in the catalogue', () => {
  const specifications = [loadSpecification('store'), loadSpecification('workspace')];
  const rules = new Set(specifications.flatMap((one) => one.rules.map(({id}) => id)));
  const named = specifications
    .flatMap((one) => Object.values(one.contract.operations))
    .flatMap(({parameters, selectedTogether, newestFirst}) => [
      ...parameters.flatMap(({selects = []}) =>
        selects.flatMap(({rule, beside = {}}) => [rule, ...Object.values(beside)]),
      ),
      selectedTogether,
      newestFirst?.rule,
    ]);
  expect(named.filter((rule) => rule && !rules.has(rule))).toEqual([]);
});

const {listPublications} = loadSpecification('workspace').contract.operations;

test.each<[what: string, times: string[], broken: number]>([
  ['equal times', ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z'], 0],
  ['a later row below', ['2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z'], 1],
  ['a later row in another zone', ['2026-03-02T10:00:00Z', '2026-03-02T11:30:00+02:00'], 0],
  ['clocks of a place', ['2026-10-25T02:10:00', '2026-10-25T02:50:00'], 0],
])('newest first: %s', (_what, times, broken) => {
  const body = {data: times.map((time) => ({created_at: time}))};
  const page = exchange('listPublications', '', body, {
    situations: [listPublications?.success ?? ''],
  });
  expect(rowsOutOfOrder(listPublications, page)).toHaveLength(broken);
});
