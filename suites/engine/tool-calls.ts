import type {Operation} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Reply, Request} from '../target/client.ts';
import type {Codec} from '../target/codec.ts';
import type {ToolRequest} from '../target/codec/tool-arguments.ts';
import type {ListedTool, ToolReply} from '../target/tool-client.ts';
import {bearer, isRefused, type ToolSessions} from './tool-sessions.ts';

/** Where the MCP server is, and in whose name it is asked. */
export interface ToolServer {
  url: string;
  secret: string | undefined;
  /** Another's session, in which the call is made. */
  session?: string | undefined;
  sessions: ToolSessions;
  send(request: Request): Promise<Reply>;
}

/** What an exchange gets from a tool's answer besides the request and the reply. */
export type ToolOutcome = Pick<
  Exchange,
  | 'status'
  | 'situations'
  | 'documented'
  | 'body'
  | 'wire'
  | 'problem'
  | 'headers'
  | 'profileMismatch'
> &
  Pick<ToolReply, 'request'>;

/** Calls the tool of an operation. @returns a sentence when the deployment shows no such tool */
export async function callTool(
  server: ToolServer,
  codec: Codec,
  operation: Operation,
  request: ToolRequest,
): Promise<ToolOutcome | string> {
  const {url, secret, sessions, send} = server;
  const another = server.session !== undefined;
  for (let again = another; ; again = true) {
    const session = await sessions.of(url, server.session ?? secret, send);
    if (isRefused(session)) return refusedBefore(session);
    const tool = codec.toolFor(operation.id, session.tools);
    if (!tool)
      return `no tool for ${operation.id}: say which it is (tools.${operation.id}: {name: ...}) among ${session.tools.map(({name}) => name).join(', ') || 'none'}`;
    const given = codec.toolArguments(operation.id, tool, request);
    if (typeof given === 'string') return given;
    const answer = await session.call(tool.name, given, send, another ? bearer(secret) : undefined);
    // The server may have forgotten the session, and says so: a client begins again.
    if (answer.reply.status === 404 && !again) sessions.drop(url, secret);
    else if (answer.problem !== undefined) return refusedBefore(answer);
    else {
      const {unread, ...decoded} = codec.decodeTool(
        operation.id,
        answer.refused === true,
        answer.content,
      );
      return unread ?? {...decoded, request: answer.request, wire: answer.content};
    }
  }
}

/** Lists the tools: names, and those of each operation of the contract. */
export async function listTools(
  server: ToolServer,
  codec: Codec,
  operations: Iterable<Operation>,
): Promise<ToolOutcome> {
  const session = await server.sessions.of(server.url, server.secret, server.send);
  if (isRefused(session)) return refusedBefore(session);
  const {tools} = session;
  const nameOf = (tool: ListedTool | undefined): string | null => tool?.name ?? null;
  const body = {
    tools: tools.map(({name}) => name),
    operations: Object.fromEntries(
      [...operations].map(({id}) => [id, nameOf(codec.toolFor(id, tools))]),
    ),
    profiled: [...operations].filter(({id}) => codec.tool(id)).map(({id}) => id),
  };
  return {
    status: 200,
    situations: ['tools'],
    documented: ['tools'],
    headers: {},
    body,
    wire: undefined,
    request: {method: 'POST', url: server.url, headers: {}},
  };
}

/** What HTTP or the protocol refused before any tool was called. */
function refusedBefore({request, reply, problem, content: said}: ToolReply): ToolOutcome {
  const status = reply.status >= 200 && reply.status < 300 ? 400 : reply.status;
  const situations =
    status === 401
      ? ['unauthenticated']
      : status === 403
        ? ['forbidden']
        : status === 429
          ? ['rate-limited']
          : [];
  return {
    status,
    situations,
    documented: situations,
    headers: reply.headers,
    body: said,
    wire: said,
    request,
    ...(problem !== undefined && {
      problem: {
        kind: reply.status === 0 ? ('no-response' as const) : ('protocol' as const),
        text: problem,
      },
    }),
  };
}
