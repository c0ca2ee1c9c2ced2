import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {MadeByScenes} from './steps-of-others.ts';

const contracts = {
  workspace: loadSpecification('workspace').contract,
  store: loadSpecification('store').contract,
};

const call = (id: string, more: Partial<Call> = {}): Call => ({
  step: 'call',
  id,
  api: 'store',
  op: 'createUser',
  as: 'admin',
  ...more,
});

const sceneOf = (id: string, act: Step[]): PreparedScene => ({
  id,
  api: 'store',
  given: [],
  act,
  handles: {},
  requests: act.length,
});

const exchange = (step: string, op: string, method: string, url: string, body: unknown) =>
  ({
    step,
    op,
    status: 200,
    situations: [],
    headers: {},
    sent: {method, url, headers: {}},
    body,
  }) as unknown as Exchange;

const LIST = 'http://localhost/users';
const page = (step: string, url: string, ...ids: number[]): Exchange => {
  const operation = contracts.store.operations['listUsers'];
  const rows = ids.map((id) => ({id}));
  expect(operation?.pager?.rows).toBe('/data/paginator/data');
  return exchange(step, 'listUsers', 'GET', url, {data: {paginator: {data: rows}}});
};

const maker = sceneOf('maker', [
  call('s1', {body: {email: {$fresh: 'email', n: 1, depth: 0}}}),
  call('s2', {op: 'updateUser', path: {user: {$from: 's1', at: '/id'}}}),
  call('s3'),
]);
const reader = sceneOf('reader', [call('s1', {op: 'listUsers'})]);

function made(): MadeByScenes {
  const all = new MadeByScenes();
  all.note(exchange('s1', 'createUser', 'POST', LIST, {id: 71}), maker);
  all.note(exchange('s2', 'updateUser', 'PUT', `${LIST}/71`, {id: 71}), maker);
  all.note(exchange('s3', 'createUser', 'POST', LIST, {id: 72}), maker);
  return all;
}

test('the steps that made a row of another scene, and what changed it, come under other names', () => {
  const param = contracts.store.operations['listUsers']?.pager?.param;
  const pages = [page('s1', LIST, 71, 5), page('s1', `${LIST}?${param}=2`, 6)];
  const {steps, exchanges} = made().before(reader, pages, contracts);
  expect(steps).toMatchObject([
    {id: 'o1-s1', body: {email: {$fresh: 'email', n: 10_001}}},
    {id: 'o1-s2', path: {user: {$from: 'o1-s1', at: '/id'}}},
  ]);
  expect(exchanges.map(({step}) => step)).toEqual(['o1-s1', 'o1-s2']);
});

test('rows of the scene itself, and those of a first page alone, need no steps of others', () => {
  expect(made().before(reader, [page('s1', LIST, 71, 72)], contracts).steps).toEqual([]);
  const pages = [page('s1', LIST, 71), page('s1', `${LIST}?page=2`, 72)];
  expect(made().before(maker, pages, contracts).steps).toEqual([]);
});
