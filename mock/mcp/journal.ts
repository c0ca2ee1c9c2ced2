import type {NextFunction, Request} from 'express';
import {notesOf} from '../faults/ordered-fault.ts';
import {recordedMessages} from '../http/recorded.ts';
import type {Why} from '../operation.ts';
import type {Ports} from '../world/ports.ts';
import type {Worlds} from '../world/worlds.ts';
import type {McpLocals, McpResponse} from './mcp-request.ts';
import {McpRefusal, RPC, whyOf, type RpcRefusal} from './refusal.ts';

/** Sends the refusals of requests to `/mcp` before a tool is called, and adds them to the journal. */
export class McpJournal {
  readonly #worlds: Worlds;
  readonly #ports: Ports;

  constructor(worlds: Worlds, ports: Ports) {
    this.#worlds = worlds;
    this.#ports = ports;
  }

  /** Sends a refusal as a JSON-RPC error and adds it to the journal. */
  refuse(request: Request, response: McpResponse, refusal: RpcRefusal): void {
    const {status, code, message, id = null, headers = {}} = refusal;
    response.locals.refused = true;
    response.status(status).set(headers);
    response.json({jsonrpc: '2.0', error: {code, message}, id});
    this.note(request, response, {status, situation: 'message-refused', why: whyOf(refusal)});
  }

  /** Express error handler: responds to an error of a step, of the body parser or of the mock. */
  readonly answerError = (
    error: unknown,
    request: Request,
    response: McpResponse,
    next: NextFunction,
  ): void => {
    if (response.headersSent) return next(error);
    this.refuse(request, response, refusalOf(error));
  };

  /** Adds a request to the journal when it was answered, unless a step or a tool has done so. */
  readonly noteAnswered = (request: Request, response: McpResponse, next: NextFunction): void => {
    response.once('finish', () => {
      const {statusCode: status, locals} = response;
      if (!locals.noted) this.note(request, response, {status, situation: 'message-answered'});
    });
    next();
  };

  /** Adds an entry to the journal. */
  note(
    request: Request,
    response: McpResponse,
    entry: {status: number; situation: string; why?: Why},
  ): void {
    const {method, baseUrl, path} = request;
    const {world, worldId, token, begun}: Partial<McpLocals> = response.locals;
    response.locals.noted = true;
    this.#worlds.journal({
      at: world?.now() ?? this.#ports.now(),
      world: worldId ?? '',
      method,
      path: baseUrl || path,
      duration_ms: begun === undefined ? undefined : this.#worlds.since(begun),
      credential: token && (token.role ?? token.key),
      messages: recordedMessages(request, response),
      ...entry,
      notes: notesOf(request),
    });
  }
}

function refusalOf(error: unknown): RpcRefusal {
  if (error instanceof McpRefusal) return error.refusal;
  const {status = 500, message} = error as {status?: number; message: string};
  return {status, code: status < 500 ? RPC.invalidRequest : RPC.internalError, message};
}
