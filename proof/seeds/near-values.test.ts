import {expect, test} from 'vitest';
import type {Json} from '../../spec/json.ts';
import type {RuleId} from '../../spec/rule.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {correctRun} from '../accusations.ts';
import {mockWithFreedoms} from '../fronts.ts';

const specifications = loadSpecifications();
const SEED = 102;

test.each<[rule: RuleId, freedoms: Record<string, Json>]>([
  // Two users of two stores have the same id there, and one may be updated.
  ['store.access.foreign-write-has-no-effect', {'users.ids_counted': 'per_store'}],
  ['workspace.mcp.runs-are-the-same-through-both-faces', {'runs.one_at_a_time': true}],
  ['workspace.mcp.runs-are-the-same-through-both-faces', {'runs.once_a_tool': true}],
])('%s is decided in a world with %j', async (rule, freedoms) => {
  const {accusations} = await correctRun({
    specifications,
    checks: allChecks(specifications, SEED).checks.filter((one) => one.rule === rule),
    front: await mockWithFreedoms(SEED, 'freedoms', freedoms),
    seed: SEED,
    clock: realClock,
    bounds: {effort: 'standard'},
  });
  expect(accusations).toEqual([]);
});
