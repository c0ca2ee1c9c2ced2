import {expect, test} from 'vitest';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {DefectiveMocks} from './defective-mocks.ts';
import {prove} from './prove.ts';

const SHOWN = [
  'workspace.mcp.call-without-token-is-refused: no token is needed',
  'workspace.mcp.scope-is-needed: the scope is not checked',
  'workspace.mcp.expired-token-is-refused: an expired token is accepted',
];
const OF_SESSIONS =
  'workspace.mcp.expired-token-is-refused: an expired token is accepted in an open session';

test.each([
  ['all', [...SHOWN, OF_SESSIONS]],
  ['legacy', [...SHOWN, OF_SESSIONS]],
  ['modern', SHOWN],
])('defects are seen on a mock whose revisions of MCP are: %s', async (revisions, seen) => {
  const specifications = loadSpecifications();
  const defects = DEFECTS.filter(({name}) => [...SHOWN, OF_SESSIONS].includes(name));
  const rules = new Set(defects.map(({breaks}) => breaks));
  const checks = allChecks(specifications).checks.filter(({rule}) => rules.has(rule));
  const mocks = await DefectiveMocks.open(specifications, defects);
  const freedoms = {'mcp.revisions': revisions};
  const {trials} = await prove({
    specifications,
    checks,
    checksFor: () => checks,
    defects,
    seeds: [],
    fronts: {},
    clock: realClock,
    mock: (defect) => mocks.target(1, defect?.name, freedoms),
  }).finally(() => mocks.close());
  const killed = trials.filter((trial) => trial.killed).map(({defect}) => defect);
  expect(new Set(killed)).toEqual(new Set(seen));
});
