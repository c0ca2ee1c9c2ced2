import {describe, expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import type {FurtherRank} from '../../spec/ranks.ts';
import {successesOf} from '../testing/response.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import {PairsTried} from './pairs-tried.ts';
import {rankOne} from './pairs.ts';
import {deactivated, STORE, success, triedOf, userOf, WORKSPACE} from './testing/users.ts';
import {VARIATIONS} from './variations.ts';

const reactivated = (id: string): Exchange => success('reactivateUser', {path: {id}});
const succeededInWorkspace = successesOf(WORKSPACE.operations);

describe('rank 2 is a later operation', () => {
  test('by another credential of the tenant, unless that one is refused', () => {
    expect(triedOf('rank2', [userOf(1), deactivated('1', {as: 'second-admin'})])).toEqual({
      'by another credential': 1,
    });
    expect(triedOf('rank2', [userOf(1), deactivated('1')])).toEqual({});
    for (const status of [401, 403])
      expect(
        triedOf('rank2', [userOf(1), deactivated('1', {as: 'limited-admin', status})]),
      ).toEqual({});
  });

  test('by a credential other than one of several that changed it', () => {
    const [own, another] = [deactivated('1'), deactivated('1', {as: 'second-admin'})];
    expect(triedOf('rank2', [userOf(1), own, another, reactivated('1')])).toEqual({
      'by another credential': 3,
    });
  });

  test('through the other interface, which is not by another credential, too', () => {
    const made = succeededInWorkspace('createUpload', {as: 'full', body: {publication_id: 'p'}});
    const read = succeededInWorkspace('getAccount', {as: 'agent', interface: 'mcp'});
    expect(triedOf('rank2', [made, read])).toEqual({'through the other interface': 1});
  });

  test('in another tenant: about the same resource, another one of its kind, or in a list', () => {
    const elsewhere = {as: 'second-store'} as const;
    const foreign = deactivated('e1', {...elsewhere, status: 404, situations: ['user-not-found']});
    expect(triedOf('rank2', [userOf(1), foreign])).toEqual({'in another tenant': 1});
    expect(triedOf('rank2', [userOf(1), userOf(2, elsewhere)])).toEqual({'in another tenant': 1});
    const list = success('listUsers', {...elsewhere, body: {data: {paginator: {data: []}}}});
    expect(triedOf('rank2', [userOf(1), list])).toEqual({'in another tenant': 1});
    expect(triedOf('rank2', [userOf(1), deactivated('3', elsewhere)])).toEqual({});
  });

  test('in another tenant, it is no pair of any other rank', () => {
    const pairs = new PairsTried([STORE]);
    const elsewhere = {as: 'second-store'} as const;
    const users = [userOf(1), reactivated('1'), userOf(8, elsewhere), userOf(9, elsewhere)];
    pairs.note('a scene', users);
    expect(pairs.seen.tried).toHaveLength(2);
    expect(pairs.ranks.rank5.tried).toBe(2);
  });
});

test('rank 3 has the classes of the values in the change, and in no later request', () => {
  const [made, later] = [userOf(1), deactivated('1')];
  const classesOf = (step: string): AssignedClass[] => [
    {kind: 'email', valueClass: step === made.step ? 'dots' : 'apostrophe'},
  ];
  expect(triedOf('rank3', [made, later], classesOf)).toEqual({'email: dots': 1});
  const uncarried = (): AssignedClass[] => [{kind: 'title', valueClass: 'emoji'}];
  expect(triedOf('rank3', [made, later], uncarried)).toEqual({});
});

test('rank 5 has the largest count of the kind that the tenant had reached', () => {
  const users = (count: number): Exchange[] => Array.from({length: count}, (_, at) => userOf(at));
  const foreign = {as: 'second-store'} as const;
  expect(triedOf('rank5', [...users(1), deactivated('0')])).toEqual({'after 1 of the kind': 1});
  expect(triedOf('rank5', [...users(1), userOf(9, foreign), deactivated('0')])).toEqual({
    'after 1 of the kind': 1,
  });
  const tried = triedOf('rank5', [...users(12), deactivated('0')]);
  expect(tried).toEqual({
    'after 1 of the kind': 1,
    'after 2 of the kind': 1,
    'after 10 of the kind': 3,
  });
  expect(triedOf('rank5', [...users(50), deactivated('0')])['after 50 of the kind']).toBe(2);
});

test('the ranks are as large as decision 0049 says', () => {
  const {seen, ranks} = new PairsTried([STORE, WORKSPACE]);
  const sizes = [ranks.rank2, ranks.rank4, ranks.rank5].map(({of}) => of);
  expect([seen.notTried.length, ...sizes]).toEqual([695, 1427, 4846, 2323]);
});

describe('possible', () => {
  const possible = (
    rank: FurtherRank,
    of: string,
    kind: string,
    first: string,
    later: string,
  ): string[] => {
    const one = kind in {user: 1, plan: 1, order: 1} ? STORE : WORKSPACE;
    const pair = rankOne(one).find(
      (each) =>
        each.kind === kind && each.first === first && each.later === later && each.of === of,
    );
    return pair ? VARIATIONS[rank].possible(pair, one) : ['no pair'];
  };

  test('is no other interface of the store, and no tenant besides the two', () => {
    expect(possible('rank2', 'the same', 'user', 'createUser', 'listUsers')).toEqual([
      'by another credential',
      'in another tenant',
    ]);
    expect(possible('rank2', 'another', 'workspace', 'startRun', 'getAccount')).toEqual([
      'through the other interface',
    ]);
    expect(possible('rank5', 'the same', 'workspace', 'startRun', 'getAccount')).toEqual([]);
  });

  test('are values that the change can carry, and ends that concern the kind', () => {
    expect(possible('rank3', 'the same', 'user', 'deactivateUser', 'listUsers')).toEqual([]);
    expect(possible('rank3', 'the same', 'plan', 'createPlan', 'listPlans')).toContain(
      'plan-name: slashes',
    );
    expect(possible('rank4', 'the same', 'plan', 'createPlan', 'listPlans')).not.toContain(
      'after the end of a checkout',
    );
  });

  test('is another one after one only if it is made', () => {
    expect(possible('rank5', 'another', 'user', 'createUser', 'listUsers')).not.toContain(
      'after 1 of the kind',
    );
    expect(possible('rank5', 'another', 'user', 'createUser', 'createUser')).toContain(
      'after 1 of the kind',
    );
  });

  test('are all texts that the contract marks in requests that change something', () => {
    const changes = Object.values(STORE.operations).filter(({method}) => method !== 'GET');
    for (const {id, parts} of changes)
      for (const {schema} of parts) {
        const kind = schema['x-value'];
        const pair = {kind: 'user', first: id, later: 'listUsers', of: 'the same'} as const;
        const kinds = VARIATIONS.rank3.possible(pair, STORE).map((one) => one.split(':')[0]);
        // The external_id of a content has a kind of its own.
        if (kind) expect(kinds).toContain(id.endsWith('Issue') ? 'content-id' : kind);
      }
  });
});
