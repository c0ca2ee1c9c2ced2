import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {response} from '../../testing/response.ts';
import {judgeOfRefusals, type ValuesSeen} from './value-judges.ts';

const {contract} = loadSpecification('store');
const judge = judgeOfRefusals(contract);

const before = {id: 7, email: 'a@b.example', sessions_limit: 3, admin: false};
const other = {email: 'a@b.example', sessions_limit: 5, admin: true};
const made = response(201, ['created'], {op: 'createUser', body: {data: before}});
const create = (status: number, id = 7): Exchange =>
  response(status, [], {op: 'createUser', requestBody: other, body: {data: {id}}});
const update = (status: number): Exchange =>
  response(status, [], {op: 'updateUser', requestBody: other});
const list = (...rows: object[]): Exchange =>
  response(rows.length ? 200 : 404, [], {
    op: 'listUsers',
    body: {data: {paginator: {data: rows}}},
  });

const branchesOf = (seen: ValuesSeen): string[] => judge(seen).violations.map(({branch}) => branch);

const creates = (read: Exchange, taken?: Exchange): ValuesSeen => ({
  invalid: create(422),
  types: taken ?? create(422),
  texts: create(422),
  read,
});

const updates = (read: Exchange, taken?: Exchange): ValuesSeen => ({
  invalid: update(422),
  types: update(422),
  texts: taken ?? update(422),
  made,
  read,
});

test('a refused creation makes nothing, and an accepted one makes one', () => {
  expect(branchesOf(creates(list()))).toEqual([]);
  expect(branchesOf(creates(list(before)))).toEqual(['a refused request made it']);
  expect(branchesOf(creates(list(before), create(201)))).toEqual([]);
  expect(branchesOf(creates(list(before), create(201, 8)))).toEqual(['a refused request made it']);
});

test('a refused update stores nothing', () => {
  expect(branchesOf(updates(list(before)))).toEqual([]);
  expect(branchesOf(updates(list({...before, admin: 0})))).toEqual([]);
  expect(branchesOf(updates(list({...before, sessions_limit: 5})))).toEqual([
    'refused: sessions_limit changed',
  ]);
  expect(branchesOf(updates(list()))).toEqual(['it is not found any more']);
});

test('what an accepted update gave is no business of the refused ones', () => {
  expect(branchesOf(updates(list({...before, ...other}), update(200)))).toEqual([]);
  expect(judge(updates(list(), update(200))).outOfReach).toBe('not-applicable');
});

test('another value than before that no request gave is no business of this', () => {
  expect(branchesOf(updates(list({...before, sessions_limit: 9})))).toEqual([]);
});

test('a list that could not be read decides nothing', () => {
  expect(judge(creates(response(500, [], {op: 'listUsers'}))).inconclusive).toContain('500');
});

test('where a name finds what was created, each accepted request makes one row of it', () => {
  const given = {name: 'pc-tide', type: 'prepaid', concurrency_limit: 3};
  const send = (status: number): Exchange =>
    response(status, [], {op: 'createPlan', requestBody: given});
  const listed = (...data: object[]): Exchange =>
    response(data.length ? 200 : 404, [], {op: 'listPlans', body: {data}});
  const seen = (read: Exchange, taken = 0): string[] =>
    branchesOf({
      invalid: send(422),
      types: send(taken > 0 ? 201 : 422),
      texts: send(taken > 1 ? 201 : 422),
      read,
    });
  const [one, another, stranger] = [
    {id: 7, ...given},
    {id: 8, ...given},
    {id: 9, name: 'pc-tide, too'},
  ];
  expect(seen(listed(stranger))).toEqual([]);
  expect(seen(listed(one))).toEqual(['a refused request made it']);
  expect(seen(listed(one, stranger), 1)).toEqual([]);
  expect(seen(listed(one, another), 1)).toEqual(['a refused request made it']);
  expect(seen(listed(one, another), 2)).toEqual([]);
});

test('a refused update of what a name finds stores nothing', () => {
  const given = {name: 'pc-tide', type: 'prepaid', concurrency_limit: 3};
  const plan = response(201, ['created'], {op: 'createPlan', requestBody: given});
  const refused = response(422, [], {
    op: 'updatePlan',
    requestBody: {...given, concurrency_limit: 9},
  });
  const seen = (row: object): string[] =>
    branchesOf({
      invalid: refused,
      types: refused,
      texts: refused,
      made: plan,
      read: response(200, [], {op: 'listPlans', body: {data: [{id: 7, ...row}]}}),
    });
  expect(seen(given)).toEqual([]);
  expect(seen({...given, concurrency_limit: 9})).toEqual(['refused: concurrency_limit changed']);
});
