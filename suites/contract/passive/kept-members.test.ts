import {describe, expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {successesOf} from '../../testing/response.ts';
import {listedUnlikeWritten} from './kept-members.ts';

const {operations} = loadSpecification('store').contract;

const success = successesOf(operations);
const exchange = (step: string, op: string, sentAt: number, more: Partial<Exchange>): Exchange =>
  success(op, {step, sentAt, gotAt: sentAt + 1, ...more});

const given = {email: 'Ada@readers.example', external_id: '007', admin: true, sessions_limit: 3};
const created = exchange('s1', 'createUser', 0, {body: {data: {id: 7}}, requestBody: given});
const listing = (row: object, sentAt = 9): Exchange =>
  exchange('s9', 'listUsers', sentAt, {body: {data: {paginator: {data: [{id: 7, ...row}]}}}});
const callOf = ({step, op}: Exchange): Call => ({
  step: 'call',
  id: step,
  api: 'store',
  op,
  as: 'admin',
  path: {id: {$from: 's1', at: '/data/id'}},
});

const brokenBy = (exchanges: Exchange[], row: object, isReused = false): [string, string][] => {
  const list = listing(row);
  const call = isReused ? () => undefined : callOf;
  return listedUnlikeWritten(operations['listUsers'], list, {
    exchanges: [...exchanges, list],
    operations,
    callOf: call,
  }).map(({rule, pointer = ''}) => [rule.split('.').at(-1) ?? '', pointer.split('/').at(-1) ?? '']);
};

describe('a list shows what was written', () => {
  test.each<[what: string, row: object]>([
    ['as it was given', given],
    ['with a flag as a number', {...given, admin: 1}],
    ['with an address in the other case', {...given, email: 'ada@readers.example'}],
    ['with a member of another type, which other rules are about', {...given, sessions_limit: '4'}],
    ['without a member', {id: 7}],
  ])('%s', (_what, row) => {
    expect(brokenBy([created], row)).toEqual([]);
  });

  test.each<[name: string, rule: string, value: unknown]>([
    ['external_id', 'created-is-as-given', '7'],
    ['sessions_limit', 'created-is-as-given', 4],
    ['admin', 'flags-given-are-kept', 0],
  ])('another %s breaks a rule', (name, rule, value) => {
    expect(brokenBy([created], {...given, [name]: value})).toEqual([[rule, name]]);
  });
});

describe('what was written is known until something else happens', () => {
  const update = exchange('s2', 'updateUser', 3, {requestBody: {sessions_limit: 5}});

  test('an update says what its members are', () => {
    expect(brokenBy([created, update], {...given, sessions_limit: 3})).toEqual([
      ['update-is-kept', 'sessions_limit'],
    ]);
    expect(brokenBy([created, update], {...given, admin: false, sessions_limit: 5})).toEqual([]);
  });

  test.each<[what: string, exchanges: Exchange[]]>([
    ['a deactivation', [created, exchange('s2', 'deactivateUser', 3, {})]],
    ['a refused update', [created, {...update, situations: ['invalid']}]],
    ['two requests at the same moment', [created, {...update, sentAt: 0.5}]],
    ['a creation in another store', [{...created, as: 'second-store'}]],
  ])('%s leaves nothing to compare', (_what, exchanges) => {
    expect(brokenBy(exchanges, {...given, sessions_limit: 9})).toEqual([]);
  });

  test('a write at the same moment, whose response comes later, leaves nothing to compare', () => {
    const list = listing({...given, sessions_limit: 9});
    const races = new Map(['s2', 's9'].map((step) => [step, 'race']));
    const earlier = {
      exchanges: [created, list, {...update, sentAt: 9, gotAt: 9}],
      operations,
      callOf,
    };
    expect(listedUnlikeWritten(operations['listUsers'], list, {...earlier, races})).toEqual([]);
    expect(listedUnlikeWritten(operations['listUsers'], list, earlier)).toHaveLength(1);
  });

  test('what an earlier scene created is unknown', () => {
    expect(brokenBy([created], {...given, sessions_limit: 9}, true)).toEqual([]);
  });
});

describe('a value of another type that was taken', () => {
  test('is shown as what it says', () => {
    const texts = {...given, admin: 'true', sessions_limit: '3'};
    expect(brokenBy([{...created, requestBody: texts}], given)).toEqual([]);
  });

  test('breaks the rule about the type where it is taken for something else', () => {
    const texts = {...given, admin: 'false', sessions_limit: '30'};
    expect(brokenBy([{...created, requestBody: texts}], given)).toEqual([
      ['sessions-limit-is-1-to-999999', 'sessions_limit'],
      ['flags-must-be-boolean', 'admin'],
    ]);
  });
});

test('after a refused update an accepted one says what is shown', () => {
  const update = exchange('s2', 'updateUser', 3, {requestBody: {sessions_limit: 5}});
  const refused = {...update, situations: ['invalid']};
  const later = {...update, step: 's3', sentAt: 5, gotAt: 6};
  expect(brokenBy([created, refused, later], {...given, sessions_limit: 4})).toEqual([
    ['update-is-kept', 'sessions_limit'],
  ]);
});

describe('what a list finds by its name', () => {
  const plan = {name: 'pc-tide', type: 'prepaid', concurrency_limit: 3};
  const createdPlan = exchange('s1', 'createPlan', 0, {requestBody: plan, body: undefined});
  const rowOf = (step: string, sentAt: number, row: object): Exchange =>
    exchange(step, 'listPlans', sentAt, {
      body: {
        data: [
          {id: 4, name: 'Other'},
          {id: 7, ...row},
        ],
      },
    });
  const found = rowOf('s2', 2, plan);
  const updated = exchange('s3', 'updatePlan', 4, {
    requestBody: {...plan, name: 'pc-ebb', concurrency_limit: 5},
  });
  const onRow = ({step, op}: Exchange): Call => ({
    ...callOf({step, op} as Exchange),
    path: {
      plan_id: {$row: {of: {$from: 's2', at: '/data'}, where: '/name', is: 'pc-tide', at: '/id'}},
    },
  });
  const broken = (exchanges: Exchange[], row: object): string[] => {
    const list = rowOf('s9', 9, row);
    const earlier = {exchanges: [...exchanges, list], operations, callOf: onRow};
    return listedUnlikeWritten(operations['listPlans'], list, earlier).map(({rule}) => rule);
  };

  test('is compared with what its creation gave', () => {
    expect(broken([createdPlan], plan)).toEqual([]);
    expect(broken([createdPlan], {...plan, concurrency_limit: 4})).toEqual([
      'store.plans.created-is-as-given',
    ]);
  });

  test('is compared with what an update gave, under another name too', () => {
    const now = {...plan, name: 'pc-ebb', concurrency_limit: 5};
    expect(broken([createdPlan, found, updated], now)).toEqual([]);
    expect(broken([createdPlan, found, updated], {...now, concurrency_limit: 3})).toEqual([
      'store.plans.update-is-kept',
    ]);
  });

  test('is not told apart from another of the same name', () => {
    const twice = {...createdPlan, step: 's4', sentAt: 4, gotAt: 5};
    expect(broken([createdPlan, twice], {...plan, concurrency_limit: 4})).toEqual([]);
  });
});

describe('a plan is known by its name', () => {
  const plan = {name: 'Tide', concurrency_limit: 3};
  const creation = exchange('s1', 'createPlan', 0, {body: {}, requestBody: plan});
  const brokenIn = (...rows: object[]): string[] => {
    const list = exchange('s9', 'listPlans', 9, {body: {data: rows}});
    return listedUnlikeWritten(operations['listPlans'], list, {
      exchanges: [creation, list],
      operations,
      callOf,
    }).map(({rule}) => rule);
  };

  test('the one row of the name is that of the creation', () => {
    expect(brokenIn({...plan, id: 7, concurrency_limit: 11})).toEqual([
      'store.plans.created-is-as-given',
    ]);
  });

  test('of two rows of the name nobody knows which is', () => {
    expect(brokenIn({...plan, id: 7}, {...plan, id: 8, concurrency_limit: 11})).toEqual([]);
  });
});
