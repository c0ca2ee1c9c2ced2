import {expect, it} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {PASSIVE} from '../../contract/checks/passive-checks.ts';
import {PlaceResults} from './place-results.ts';
import {verdictOfPassive} from './passive-verdict.ts';

const checkOf = (mayBeEmpty?: {rows: string; reason: string}): Check => ({
  rule: 'store.x.y',
  place: 'listed /id',
  scene: {id: 'a list', api: 'store', act: () => ({}), ...(mayBeEmpty && {mayBeEmpty})},
  ...PASSIVE,
});

const page = (data: unknown): Exchange =>
  ({op: 'list', status: 200, situations: ['page'], body: {data}}) as unknown as Exchange;

it.each<[rows: unknown, verdict: string]>([
  [[], 'not-exercised'],
  [[{name: 'without an id'}], 'inconclusive'],
  [undefined, 'inconclusive'],
])('a list with the rows %j leaves a rule about its rows %s', (rows, verdict) => {
  const check = checkOf({rows: '/data', reason: 'nobody is there'});
  const decided = verdictOfPassive(check, [page(rows)], new PlaceResults([check]));
  expect(decided).toMatchObject({
    verdict,
    ...(verdict === 'not-exercised' && {reason: 'nobody is there'}),
  });
});

it.each<[file: unknown, verdict: string]>([
  [null, 'not-applicable'],
  [{}, 'inconclusive'],
])('where %j stands in its place, a member of an object is %s', (file, verdict) => {
  const check: Check = {...checkOf(), member: '/data/file/id'};
  const decided = verdictOfPassive(check, [page({file})], new PlaceResults([check]));
  expect(decided).toMatchObject({verdict});
});

it('where rows have to be, an empty list is inconclusive', () => {
  const check = checkOf();
  expect(verdictOfPassive(check, [page([])], new PlaceResults([check]))).toMatchObject({
    verdict: 'inconclusive',
  });
});
