import type {Request} from 'express';
import type {McpResponse} from './mcp-request.ts';
import type {ResumedSession} from './mcp-steps.ts';
import {checkParameters, isInitialize, requestIdOf} from './message.ts';
import {McpRefusal, RPC} from './refusal.ts';
import type {Sessions} from './sessions.ts';

/**
 * Step 8: begins a session for `initialize`, or finds the one that the header `Mcp-Session-Id`
 * names (Streamable HTTP, session management). The parameters of its requests are checked first.
 * @throws McpRefusal -32602 for invalid parameters, 400 without the header, 404 for a session that this client does not have
 */
export async function findSession(
  sessions: Sessions,
  request: Request,
  {locals: {world, token, steps}}: McpResponse,
): Promise<ResumedSession> {
  const header = request.headers['mcp-session-id'];
  const message: unknown = request.body;
  const refusal = checkParameters(message);
  if (refusal) throw new McpRefusal({...refusal, id: requestIdOf(message)});
  if (header !== undefined) {
    const resumed = steps.resume(sessions, {world, id: String(header), token});
    if (!resumed) throw sessionNotFound(message);
    sessions.touch(resumed.session);
    return resumed;
  }
  if (!isInitialize(message)) throw sessionMissing(message);
  return {session: await sessions.begin(world, token), token};
}

const sessionMissing = (message: unknown): McpRefusal =>
  new McpRefusal({
    status: 400,
    code: RPC.invalidRequest,
    message: 'the header Mcp-Session-Id is missing: begin with `initialize`',
    expected: 'the header Mcp-Session-Id',
    got: 'none',
    todo: 'call `initialize` first and send the Mcp-Session-Id that its response carries',
    id: requestIdOf(message),
  });

const sessionNotFound = (message: unknown): McpRefusal =>
  new McpRefusal({
    status: 404,
    code: RPC.sessionNotFound,
    message: 'there is no such session: begin again with `initialize`',
    expected: 'a session that this client began in this workspace, since the mock started',
    got: 'another, or one that has ended',
    todo: 'begin again with `initialize`',
    id: requestIdOf(message),
  });
