import {toNodeHandler} from '@modelcontextprotocol/node';
import {
  classifyInboundRequest,
  createMcpHandler,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type {Request} from 'express';
import type {McpJournal} from './journal.ts';
import type {McpResponse} from './mcp-request.ts';
import {callerOf, toolServer, withCaller, type ToolServerParts} from './tool-server.ts';

/**
 * Whether a request is of the era `modern`: it carries its revision itself, as from 2026-07-28 on (Versioning: backward
 * compatibility), and belongs to no session. A world can be made to speak only one era (the freedom `mcp.revisions`).
 */
export function isModern({method, headers, body}: Request, response: McpResponse): boolean {
  const revisions = response.locals.world.freedom('mcp.revisions');
  if (revisions !== 'all') return revisions === 'modern';
  const header = (name: string): string | undefined => headers[name]?.toString();
  const {kind} = classifyInboundRequest({
    httpMethod: method,
    protocolVersionHeader: header('mcp-protocol-version'),
    mcpMethodHeader: header('mcp-method'),
    mcpNameHeader: header('mcp-name'),
    body,
  });
  return kind !== 'legacy';
}

/** What answers requests of the era `modern`. Each of them gets a protocol server of its own. */
export const modernHandler = (parts: ToolServerParts): McpHttpHandler =>
  createMcpHandler(({authInfo}) => toolServer(parts, callerOf(authInfo).response.locals.worldId), {
    legacy: 'reject',
  });

/**
 * Step 7, for the era `modern`: the library answers; for `tools/call` it calls the tool. It judges the parameters itself,
 * so that `checkParameters` is not asked.
 */
export async function answerModern(
  handler: McpHttpHandler,
  journal: McpJournal,
  request: Request,
  response: McpResponse,
): Promise<void> {
  const serve = toNodeHandler({
    fetch: async (webRequest, options) => {
      const answer = await handler.fetch(webRequest, options);
      if (answer.status >= 400) await noteRefusal(journal, request, response, answer.clone());
      return answer;
    },
  });
  await serve(withCaller(request, response, response.locals.token), response, request.body);
}

/** Adds what the library refused to the journal. */
async function noteRefusal(
  journal: McpJournal,
  request: Request,
  response: McpResponse,
  answer: globalThis.Response,
): Promise<void> {
  const {error} = (await answer.json().catch(() => ({}))) as {error?: {message?: string}};
  const why = {
    expected: 'a request of MCP 2026-07-28',
    got: error?.message ?? 'another request',
    todo: 'correct the request',
  };
  const {status} = answer;
  journal.note(request, response, {status, situation: 'refused-by-the-transport', why});
}
