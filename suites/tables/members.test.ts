import {expect, test} from 'vitest';
import {NothingSeen} from '../language/judge.ts';
import {response} from '../testing/response.ts';
import {asAddress, asText, expectMembersGiven, shownAt} from './members.ts';

const MEMBERS = {'user.email': asAddress, name: asText, price: 'exactly'} as const;

const created = response(201, ['created'], {
  body: {data: {user: {email: 'ADA@presscheck.example'}, name: 'Ada', price: 5}},
});

const judged = (given: unknown) =>
  expectMembersGiven(shownAt(created, '/data', 'on create'), given, MEMBERS);

test('members are the given ones, apart from permitted differences', () => {
  const given = {user: {email: 'ada@presscheck.example'}, name: ' Ada ', price: 5};
  expect(judged(given)).toMatchObject({violations: [], witnesses: {length: 3}});
});

test('another value is named by its member and its representation', () => {
  expect(judged({name: 'Eve', price: 6}).violations).toMatchObject([
    {branch: 'another name on create'},
    {branch: 'another price on create', pointer: '/data/price', off: -1},
  ]);
});

test('a member that was not given is not compared', () => {
  expect(judged({}).witnesses).toEqual([]);
});

test('a response without the resource is no evidence', () => {
  expect(() => shownAt(response(204), '/data', 'on create')).toThrow(NothingSeen);
});
