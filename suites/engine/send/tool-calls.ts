import type {Operation} from '../../../spec/contract.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import {isSameJson} from '../../../spec/json.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {Reply, Request} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {ToolRequest} from '../../target/codec/tool-arguments.ts';
import {saidOtherwise} from '../../target/said-otherwise.ts';
import type {ListedTool, ToolReply, WantedId} from '../../target/tool-client.ts';
import type {Era} from '../../target/tool-revisions.ts';
import {bearer, isRefused, type ToolSessions} from './tool-sessions.ts';

/** The address of the MCP server and the credential for it. */
export interface ToolServer {
  url: string;
  secret: string | undefined;
  /** The secret of another credential, if the call is made in the session of that credential. */
  session?: string | undefined;
  /** Which era is tried first: only servers of `legacy` have sessions. */
  era?: Era | undefined;
  messageId?: WantedId | undefined;
  sessions: ToolSessions;
  send(request: Request): Promise<Reply>;
}

/** The members of an exchange that come from the result of a tool. */
export type ToolOutcome = Pick<
  Exchange,
  | 'status'
  | 'situations'
  | 'documented'
  | 'body'
  | 'members'
  | 'wire'
  | 'problem'
  | 'headers'
  | 'profileMismatch'
  | 'suspectLines'
  | 'textSaysOtherwise'
> &
  Pick<ToolReply, 'request'>;

/** Why no tool was called, or why its result cannot be read: a sentence for people. */
export interface NotCalled {
  notCalled: string;
  /** An entry of the profile that would decide it. */
  lacks?: string;
}

/** Calls the tool of an operation. If the server does not know the session any more, begins another one, once. */
export async function callTool(
  server: ToolServer,
  codec: Codec,
  operation: Operation,
  request: ToolRequest,
): Promise<ToolOutcome | NotCalled> {
  const {url, secret, era, messageId, sessions, send} = server;
  const inAnothersSession = server.session !== undefined;
  const peer = {url, secret: server.session ?? secret, era};
  // No id may be used twice in a session (2025-11-25, Requests), and there is only one 0.
  if (messageId === 'zero') sessions.drop(peer);
  for (let mayBeginAgain = !inAnothersSession; ; mayBeginAgain = false) {
    const session = await sessions.of(peer, send);
    if (isRefused(session)) return refusedBefore(session);
    const tool = codec.toolFor(operation.id, session.tools);
    if (!tool) return noTool(operation, session.tools);
    const parameters = codec.toolArguments(operation.id, tool, request);
    if (typeof parameters === 'string') return {notCalled: parameters};
    const headers = inAnothersSession ? bearer(secret) : undefined;
    const result = await session.call(tool.name, parameters, send, {headers, messageId});
    const forgotten = result.reply.status === 404;
    if (!forgotten || !mayBeginAgain) return outcomeOf(result, codec, operation, request.path);
    sessions.drop(peer);
  }
}

function noTool({id, pathUndocumented}: Operation, tools: readonly ListedTool[]): NotCalled {
  const names = tools.map(({name}) => name).join(', ') || 'none';
  const entry = `tools.${id}: {name: ...}`;
  return {
    notCalled: `no tool for ${id}: name it in the profile (${entry}); the server lists ${names}`,
    // Of such an operation the document does not say that it has a tool.
    ...(pathUndocumented !== undefined && {lacks: `${entry}: the tool, if there is one`}),
  };
}

/** Decodes the result of a tool to canonical names. */
function outcomeOf(
  result: ToolReply,
  codec: Codec,
  operation: Operation,
  path: ToolRequest['path'],
): ToolOutcome | NotCalled {
  if (result.problem !== undefined) return refusedBefore(result);
  const {request, content, refused = false} = result;
  const {unread, unknownPlace, ...decoded} = codec.decodeTool(operation.id, refused, content, path);
  if (unread !== undefined) return {notCalled: unread};
  if (unknownPlace === undefined) {
    const otherwise = inText(decoded.members, result, codec, operation, path);
    return {...decoded, ...otherwise, request, wire: content};
  }
  const notCalled = `${operation.id}: the result of the tool lacks what the API has in a header`;
  return {notCalled, lacks: `${unknownPlace}: where the result of the tool has it`};
}

/** What the text beside structured content says otherwise. */
function inText(
  members: unknown,
  {content, text, refused}: ToolReply,
  codec: Codec,
  {id}: Operation,
  path: ToolRequest['path'],
): Pick<Exchange, 'textSaysOtherwise'> {
  if (refused || text === undefined || isSameJson(text, content)) return {};
  const textSaysOtherwise = saidOtherwise(members, codec.decodeTool(id, false, text, path).members);
  return textSaysOtherwise === undefined ? {} : {textSaysOtherwise};
}

/** Lists the tools: their names, and the name of the tool of each operation of the contract. */
export async function listTools(
  server: ToolServer,
  codec: Codec,
  operations: Iterable<Operation>,
): Promise<ToolOutcome> {
  const session = await server.sessions.of(server, server.send);
  if (isRefused(session)) return refusedBefore(session);
  const {tools} = session;
  const nameOf = (tool: ListedTool | undefined): string | null => tool?.name ?? null;
  const body = {
    revision: session.revision,
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
    suspectLines: misnamedTools(codec, [...operations], tools),
    request: {method: 'POST', url: server.url, headers: {}},
  };
}

/**
 * The lines of the profile that name a tool which the server does not list. If every listed tool belongs
 * to another operation, no other name would fit, and the tool is missing.
 */
function misnamedTools(
  codec: Codec,
  operations: Operation[],
  tools: readonly ListedTool[],
): SuspectLine[] {
  const claimed = new Set(operations.map(({id}) => codec.toolFor(id, tools)?.name));
  const free = tools.map(({name}) => name).filter((name) => !claimed.has(name));
  if (!free.length) return [];
  return operations.flatMap(({id}) => {
    const named = codec.tool(id)?.name;
    if (named === undefined || tools.some(({name}) => name === named)) return [];
    const correction = `tools.${id}: {name: ...} (the server lists ${free.join(', ')}, not ${named})`;
    return [{line: `tools.${id}.name`, correction, decides: 'request'}];
  });
}

/** The situations of refusals before any tool is called, by status. */
const REFUSED_AS: Record<number, string> = {
  401: 'unauthenticated',
  403: 'forbidden',
  429: 'rate-limited',
};

/**
 * The outcome of a request that was refused on the level of HTTP or MCP, before any tool was called. A
 * refusal on the level of MCP has a successful HTTP status; it counts as 400.
 */
function refusedBefore({request, reply, problem, content}: ToolReply): ToolOutcome {
  const status = isSuccessStatus(reply.status) ? 400 : reply.status;
  const situation = REFUSED_AS[status];
  const situations = situation === undefined ? [] : [situation];
  const kind = reply.status === 0 ? 'no-response' : 'protocol';
  return {
    status,
    situations,
    documented: situations,
    headers: reply.headers,
    body: content,
    wire: content,
    request,
    ...(problem !== undefined && {problem: {kind, text: problem}}),
  };
}
