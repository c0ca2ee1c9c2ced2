import type {Request} from 'express';
import type {McpJournal} from './journal.ts';
import type {McpResponse} from './mcp-request.ts';
import type {ResumedSession} from './mcp-steps.ts';
import {requestIdOf, requestIdsOf, withoutTask} from './message.ts';
import {McpRefusal, RPC} from './refusal.ts';
import type {Session} from './session.ts';
import {withCaller} from './tool-server.ts';

/** How to correct the requests that the library's transport refuses, by HTTP status. */
const TODO: Record<number, string> = {
  406: 'send Accept: application/json, text/event-stream',
  409: 'use the event stream that is open already',
};

/**
 * Step 9: lets the session's transport answer the message; for `tools/call` it calls the tool.
 * @throws McpRefusal 400 for a request with the id of a pending request: only one of them would get a response
 */
export async function answerLegacy(
  journal: McpJournal,
  request: Request,
  response: McpResponse,
  {session, token}: ResumedSession,
): Promise<void> {
  const message: unknown = request.body;
  const ids = requestIdsOf(message);
  const isRepeated = new Set(ids).size < ids.length;
  if (isRepeated || ids.some((id) => session.isPending(id))) throw idInUse(message);
  session.begin(ids, () => {
    if (!response.headersSent) journal.refuse(request, response, sessionEnded(message));
  });
  response.on('close', () => session.finish(ids));
  response.on('finish', () => noteTransportRefusal(journal, request, response, session));
  const withToken = withCaller(request, response, token);
  await session.transport.handleRequest(withToken, response, withoutTask(message));
}

/** The transport refuses some requests itself, for example without `Accept`. The journal needs the reason. */
function noteTransportRefusal(
  journal: McpJournal,
  request: Request,
  response: McpResponse,
  session: Session,
): void {
  const {statusCode: status, locals} = response;
  if (status < 400 || locals.refused) return;
  const why = {
    expected: 'a request of Streamable HTTP',
    got: session.transportError ?? 'another request',
    todo: TODO[status] ?? 'correct the request',
  };
  journal.note(request, response, {status, situation: 'refused-by-the-transport', why});
}

const idInUse = (message: unknown): McpRefusal =>
  new McpRefusal({
    status: 400,
    code: RPC.invalidRequest,
    message: 'Invalid Request: its id belongs to a request that is not answered yet',
    id: requestIdOf(message),
  });

const sessionEnded = (message: unknown) => ({
  status: 404,
  code: RPC.sessionNotFound,
  message: 'the session ended before this was answered: begin again with `initialize`',
  got: 'a session that ended before this was answered',
  todo: 'begin again with `initialize`',
  id: requestIdOf(message),
});
