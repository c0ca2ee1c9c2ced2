import {describe, expect, it, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {accusationsOn} from '../accusations.ts';
import type {ProxiedRequest} from '../relabel/adapter.ts';
import {SEED_FRONTS} from './seed-fronts.ts';
import {undocumentedMembers} from './undocumented-members.ts';

const specifications = loadSpecifications();
const names = ['id', 'name', 'status'];

const sent = (method: string, path: string, body: unknown): unknown => {
  const request: ProxiedRequest = {method, path, query: new URLSearchParams(), headers: {}, body};
  undocumentedMembers(Object.values(specifications), names, 1).adaptRequest(request);
  return request.body;
};

describe('members that no document lists are added to', () => {
  const root = '/integration-api/v1';

  it.each([
    ['POST', '/dashboard/users', {email: 'a@b.example'}, {id: 7, name: 7, status: 7}],
    ['PUT', '/dashboard/plans/9', {name: 'A'}, {id: 7, status: 7}],
    [
      'POST',
      '/orders',
      {user: {email: 'a@b.example'}},
      {id: 7, name: 7, status: 7, user: {email: 'a@b.example', name: 7, status: 7}},
    ],
  ])('the body of %s %s', (method, path, body, added) => {
    expect(sent(method, root + path, body)).toEqual({...body, ...added});
  });

  it('no other body', () => {
    expect(sent('POST', `${root}/elsewhere`, {name: 'A'})).toEqual({name: 'A'});
    expect(sent('POST', `${root}/orders`, [1])).toEqual([1]);
  });
});

/** Rules of creates and updates: `npm run nightly:seeds` tries all. */
const WRITES =
  /^store\..*\.(created-is-as-given|update-is-kept|update-changes-what-it-names-only)$/;
const some = allChecks(specifications, 1).checks.filter(({rule}) => WRITES.test(rule));

test.each([0, 1])('a mock responds as if value %i of them were not sent', async (seed) => {
  const open = defined(SEED_FRONTS['undocumented members'], 'the variant');
  const front = await open(specifications, seed);
  expect(await accusationsOn(specifications, some, front, seed, realClock)).toEqual([]);
});
