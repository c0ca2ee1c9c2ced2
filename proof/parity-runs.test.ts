import {expect, inject, it} from 'vitest';
import {differences} from './parity.ts';

const SEQUENCES = inject('all') ? 500 : 50;

it(`${SEQUENCES} sequences of runs bring the same answers, reasons and rows through the API and through the MCP server`, async () => {
  expect(await differences('runs', SEQUENCES)).toEqual([]);
});

it.each([
  'workspace.mcp.runs-are-the-same-through-both-faces: a retry by a tool starts another run',
  'workspace.mcp.tool-answers-as-the-operation: getAccountUsage: another count',
])('they tell a mock with the defect `%s`', async (defect) => {
  expect((await differences('runs', 16, defect)).length).toBeGreaterThan(0);
});
