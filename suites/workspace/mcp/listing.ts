import type {Exchange} from '../../../spec/exchange.ts';
import type {MessageIdKind} from '../../../spec/step.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectOutcome, expectThat, summaryOf, undecided, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import type {Handle, Script} from '../../language/script.ts';
import {BY_TOOL, OPERATIONS} from './by-tool.ts';

const listing = sharedScene({
  id: 'workspace: the tools of the MCP server',
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

/** Reads the account by its tool, in a message with an id of a kind. */
const readBy = (s: Script, messageId?: MessageIdKind): Handle =>
  s.call('getAccount', {...BY_TOOL, ...(messageId && {messageId})});

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
  check({
    rule: 'workspace.mcp.server-answers-at-mcp',
    place: 'ids of every kind',
    act: (s) => ({
      usual: readBy(s),
      zero: readBy(s, 'zero'),
      text: readBy(s, 'text'),
      large: readBy(s, 'large'),
    }),
    // JSON-RPC 2.0, Request object: an id is a text or a number, and what has one is no notification.
    judge: ({usual, zero, text, large}) =>
      when(hasSituation('account')(usual), 'the account is not read by its tool', () =>
        all(
          expectOutcome(zero, 'account', 'no-answer-to-0'),
          expectOutcome(text, 'account', 'no-answer-to-a-text'),
          expectOutcome(large, 'account', 'no-answer-to-a-large-number'),
        ),
      ),
  }),
  ...OPERATIONS.flatMap((op) =>
    checksOf(listing, {
      [`workspace.mcp.operation-has-tool @ ${op}`]: ({listed}) => expectTool(listed, op),
    }),
  ),
];
