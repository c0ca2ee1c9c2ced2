import {describe, expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import {loadSpecification} from '../../spec/specification.ts';
import {successesOf} from '../testing/response.ts';
import {nameOf, rankOne} from './pairs.ts';
import {PairsTried} from './pairs-tried.ts';
import {pairsIn, type TriedPair} from './scene-pairs.ts';

const {contract} = loadSpecification('store');
const success = successesOf(contract.operations);
const workspace = loadSpecification('workspace').contract;
const succeededInWorkspace = successesOf(workspace.operations);

const userOf = (id: number): Exchange =>
  success('createUser', {
    body: {data: {id}},
    requestBody: {email: `u${id}@x.example`, external_id: `e${id}`},
  });
const deactivated = (id: string): Exchange => success('deactivateUser', {path: {id}});
/** The path of a request whose id a response gave as a number. */
const numbered = (id: number): Exchange =>
  success('deactivateUser', {path: {id} as unknown as Record<string, string>});
const listed = (...emails: string[]): Exchange =>
  success('listUsers', {
    body: {data: {paginator: {data: emails.map((email, at) => ({id: 70 + at, email}))}}},
  });
const ordered = (user: string): Exchange =>
  success('createOrder', {
    body: {data: {id: 900, user: {id: user}}},
    requestBody: {user: {id: user}, external_reference: 'r-1'},
  });
const readOrder = (id: string): Exchange => success('getOrder', {path: {id}});

/** The pairs of the first rank. */
const namesOf = (pairs: TriedPair[]): string[] =>
  pairs.filter((one) => !one.inAnotherTenant).map(({pair}) => nameOf(pair));

const tried = (...exchanges: Exchange[]): string[] => [
  ...new Set(namesOf(pairsIn(exchanges, contract))),
];

describe('a pair is', () => {
  test('a change and a later request about the same resource, by any of its names', () => {
    expect(tried(userOf(1), deactivated('1'))).toEqual([
      'createUser, deactivateUser: the same user',
    ]);
    expect(tried(userOf(1), deactivated('e1'))).toHaveLength(1);
    expect(tried(userOf(1), numbered(1))).toHaveLength(1);
    expect(tried(userOf(1), listed('u1@x.example'))).toEqual([
      'createUser, listUsers: the same user',
    ]);
  });

  test('a change and a later request about another one of its kind', () => {
    expect(tried(userOf(1), userOf(2))).toEqual(['createUser, createUser: another user']);
    expect(tried(userOf(1), userOf(2), deactivated('2'))).toContain(
      'createUser, deactivateUser: another user',
    );
  });

  test('a change of what another resource belongs to', () => {
    expect(tried(userOf(1), ordered('e1'), deactivated('1'), readOrder('r-1'))).toContain(
      'deactivateUser, getOrder: the same user',
    );
  });
});

test('what nobody made or listed, and a refused change, makes no pair', () => {
  expect(tried(deactivated('1'), listed('u1@x.example'))).toEqual([]);
  const refused = {...deactivated('1'), status: 404, situations: ['user-not-found']};
  expect(tried(userOf(1), refused, listed('u1@x.example'))).not.toContain(
    'deactivateUser, listUsers: the same user',
  );
});

test('users of two stores are no pair, and two workspaces are another each', () => {
  expect(tried(userOf(1), {...deactivated('1'), as: 'second-store'})).toEqual([]);
  const own = succeededInWorkspace('createUpload', {as: 'full', body: {publication_id: 'p'}});
  const other = succeededInWorkspace('getAccount', {as: 'second-workspace', body: {}});
  expect(namesOf(pairsIn([own, other, own], workspace))).toContain(
    'createUpload, createUpload: the same workspace',
  );
  expect(namesOf(pairsIn([own, own, other], workspace))).not.toContain(
    'createUpload, getAccount: the same workspace',
  );
});

test('a run names the scene that tried a pair first, and what was not tried', () => {
  const pairs = new PairsTried([contract]);
  pairs.note('first', [userOf(1), deactivated('1')]);
  pairs.note('second', [userOf(1), deactivated('1')]);
  const {tried: seen, notTried} = pairs.seen;
  expect(seen).toEqual([
    {kind: 'user', first: 'createUser', later: 'deactivateUser', of: 'the same', scene: 'first'},
  ]);
  expect(notTried).toHaveLength(rankOne(contract).length - 1);
});

test('less of a scene is untried after its pairs were varied; nothing is known of one that was never run', () => {
  const pairs = new PairsTried([contract]);
  const other = {...deactivated('1'), as: 'other-admin' as const};
  pairs.note('first', [userOf(1), deactivated('1')]);
  const before = pairs.untriedOf('first');
  pairs.note('by another credential', [userOf(1), other]);
  expect(pairs.untriedOf('first')).toBe(before - 1);
  expect(pairs.untriedOf('never run')).toBe(0);
});

test.each([contract, workspace])(
  'every operation that changes something stands in the map',
  (one) => {
    const mapped = new Set(rankOne(one).map(({first}) => first));
    const writes = Object.values(one.operations).filter(({method}) => method !== 'GET');
    expect(writes.map(({id}) => id).filter((id) => !mapped.has(id))).toEqual([]);
  },
);
