import {checksAt, checksOf, type Check, type Scene} from '../../check.ts';
import {holds, summaryOf} from '../../judge.ts';
import type {Handle} from '../../script.ts';
import {OPERATIONS} from './by-tool.ts';

type Listed = {listed: Handle};

const listing: Scene<any, Listed> = {
  id: 'workspace: the tools of the MCP server',
  api: 'workspace',
  act: (s) => ({listed: s.tools()}),
};

/**
 * The server, and a tool an operation (Conventions 4). What a tool is called is open (NS-WS-46).
 */
export const listings: Check[] = [
  ...checksOf<Listed>(listing, {
    'workspace.mcp.server-answers-at-mcp': ({listed}) =>
      holds(listed.situations.includes('tools') && listed.body.tools.length > 0, {
        branch: 'no-server',
        expected: 'a session, and the list of its tools',
        got: summaryOf(listed),
        at: listed,
      }),
  }),
  ...checksAt<Listed>(
    listing,
    'workspace.mcp.operation-has-tool',
    Object.fromEntries(
      OPERATIONS.map((op) => [
        op,
        ({listed}) => {
          if (!listed.situations.includes('tools'))
            return {
              witnesses: [],
              violations: [],
              inconclusive: `the tools were not listed: ${summaryOf(listed)}`,
            };
          const {tools, operations, profiled} = listed.body as {
            tools: string[];
            operations: Record<string, string | null>;
            profiled: string[];
          };
          const matched = new Set(Object.values(operations));
          const others = tools.filter((name) => !matched.has(name));
          // A tool that no spelling of an operation fits may be the one that is looked for.
          if (!operations[op] && others.length && !profiled.includes(op))
            return {
              witnesses: [],
              violations: [],
              inconclusive: `say which tool it is (tools.${op}: {name: ...}): ${others.join(', ')}`,
            };
          return holds(Boolean(operations[op]), {
            branch: 'no-tool',
            expected: `a tool for ${op}`,
            got: tools.join(', '),
            at: listed,
            of: op,
          });
        },
      ]),
    ),
  ),
];
