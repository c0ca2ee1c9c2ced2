import {expect, it} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {loadLaw} from '../spec/law.ts';
import {Parity, sequencesOf} from './parity.ts';

const laws = {workspace: loadLaw('workspace'), store: loadLaw('store')};

/** Where sequences of runs part that go through the API in one world and through the MCP server in another. */
async function differences(count: number, world: {defect?: string} = {}): Promise<string[]> {
  const mock = await createMock({world: 'empty', defects: DEFECTS});
  const parity = new Parity(mock, laws, world);
  try {
    return await parity.differences(sequencesOf('runs', count));
  } finally {
    await parity.close();
    await mock.close();
  }
}

it('500 sequences of runs bring the same answers, reasons and rows through the API and through the MCP server', async () => {
  expect(await differences(500)).toEqual([]);
}, 600_000);

it.each([
  'workspace.mcp.runs-are-the-same-through-both-faces: a retry by a tool starts another run',
  'workspace.mcp.tool-answers-as-the-operation: getAccountUsage: another count',
])('they tell a mock with the defect `%s`', async (defect) => {
  expect((await differences(16, {defect})).length).toBeGreaterThan(0);
}, 120_000);
