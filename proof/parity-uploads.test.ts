import {expect, inject, it} from 'vitest';
import {differences} from './parity.ts';

const SEQUENCES = inject('all') ? 500 : 50;

it(`${SEQUENCES} sequences of uploads bring the same answers, reasons and rows through the API and through the MCP server`, async () => {
  expect(await differences('uploads', SEQUENCES)).toEqual([]);
});

it.each([
  'workspace.mcp.publications-count-in-one-allowance: a registration by tool spends nothing',
  'workspace.mcp.refusals-carry-the-same-reason: an upload without bytes has another reason',
])('they tell a mock with the defect `%s`', async (defect) => {
  expect((await differences('uploads', 16, defect)).length).toBeGreaterThan(0);
});
