import {expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {accusationsOn} from '../accusations.ts';
import type {ProxiedRequest} from '../relabel/adapter.ts';
import {rowsInAnyOrder} from './rows-in-any-order.ts';
import {SEED_FRONTS} from './seed-fronts.ts';

const specifications = loadSpecifications();

test('the rows of a list are shown in another order at each read', () => {
  const adapter = rowsInAnyOrder();
  const read = (path: string): unknown => {
    const body = {data: [1, 2, 3]};
    const request: ProxiedRequest = {
      method: 'GET',
      path,
      query: new URLSearchParams(),
      headers: {},
    };
    adapter.adaptResponse(request, {status: 200, headers: {}, body});
    return body.data;
  };
  const [first, second] = [read('/api/v1/tools'), read('/api/v1/tools')];
  expect(first).not.toEqual(second);
  expect(first).toEqual(expect.arrayContaining([1, 2, 3]));
  expect(read('/api/v1/publications')).toEqual([1, 2, 3]);
});

/** Rules that read version lists after runs; `npm run nightly:seeds` tries all. */
const OF_VERSIONS =
  /^workspace\.(files|tools)\.|failed-run-adds-no-version$|tool-answers-as-the-operation$/;

test('nobody is accused of an order that no document gives', async () => {
  const open = defined(SEED_FRONTS['rows in any order'], 'the variant');
  const some = allChecks(specifications, 1).checks.filter(({rule}) => OF_VERSIONS.test(rule));
  const front = await open(specifications, 1);
  expect(await accusationsOn(specifications, some, front, 1, realClock)).toEqual([]);
});
