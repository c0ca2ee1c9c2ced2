import type {Exchange} from '../../../spec/exchange.ts';
import {checksAt, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {expectThat, summaryOf, undecided} from '../../language/judge.ts';
import {OPERATIONS} from './by-tool.ts';

const listing = sharedScene({
  id: 'workspace: the tools of the MCP server',
  api: 'workspace',
  act: (s) => ({listed: s.tools()}),
});

/** The list of the tools, as the engine reads it. */
interface ToolList {
  /** The revision of MCP that was spoken. */
  revision: string;
  /** Names of all tools. */
  tools: string[];
  /** The tool of each operation that was recognized; null if there is none. */
  operations: Record<string, string | null>;
  /** Operations whose tools are named by the profile. */
  profiled: string[];
}

/** The list has a tool for an operation. */
function expectTool(listed: Exchange, op: string): Judgement {
  if (!listed.situations.includes('tools'))
    return undecided(`the tools were not listed: ${summaryOf(listed)}`);
  const {tools, operations, profiled} = listed.body as ToolList;
  const recognized = new Set(Object.values(operations));
  const others = tools.filter((name) => !recognized.has(name));
  // A tool with an unknown name may be that of this operation.
  if (!operations[op] && others.length && !profiled.includes(op))
    return undecided(`say which tool it is (tools.${op}: {name: ...}): ${others.join(', ')}`);
  return expectThat(Boolean(operations[op]), {
    branch: 'no-tool',
    expected: `a tool for ${op}`,
    got: tools.join(', '),
    at: listed,
    of: op,
  });
}

/**
 * The server, and a tool for each operation (Rule 4). The names of tools are open
 * (NS-WS-46).
 */
export const listings: Check[] = [
  ...checksOf(listing, {
    'workspace.mcp.server-answers-at-mcp': ({listed}) => ({
      ...expectThat(listed.situations.includes('tools') && listed.body.tools.length > 0, {
        branch: 'no-server',
        expected: 'the list of its tools, in some revision of MCP',
        got: summaryOf(listed),
        at: listed,
      }),
      ...(listed.situations.includes('tools') && {
        variant: `MCP ${(listed.body as ToolList).revision}`,
      }),
    }),
  }),
  ...OPERATIONS.flatMap((op) =>
    checksAt(listing, 'workspace.mcp.operation-has-tool', {
      [op]: ({listed}) => expectTool(listed, op),
    }),
  ),
];
