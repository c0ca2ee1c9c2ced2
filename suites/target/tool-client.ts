import {isObject} from '../../spec/json.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import {TooMuchJson} from './bounded-json.ts';
import type {Reply} from './client.ts';
import {argumentPointers} from './tool-arguments.ts';
import {
  NO_REPLY,
  ToolRequests,
  type HttpExchange,
  type Send,
  type SessionRequest,
} from './tool-requests.ts';
import {refusalIn, successIn} from './tool-results.ts';

/** Pages of the list of tools that are read at most. */
const MAX_PAGES = 20;

/**
 * The library's own time limit in milliseconds. The sender has a shorter one, which begins after it
 * waited for the rate limit; a broken stream is resumed meanwhile.
 */
const OPTIONS = {timeout: 600_000};

/** How a stream that broke off is resumed. */
const RECONNECTION = {
  maxRetries: 3,
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 5000,
  reconnectionDelayGrowFactor: 2,
};

/** A tool as the deployment lists it. */
export interface ListedTool {
  name: string;
  /** JSON Pointers of its arguments; members of arguments come last. */
  arguments: string[];
}

/** The result of a message to the MCP server, with the HTTP exchange that carried it. */
export interface ToolReply extends HttpExchange {
  /** The JSON of a result, or what an error of the protocol says. */
  content?: unknown;
  /** The tool, or the protocol, refused. */
  refused?: true;
  /** Why nothing of this can be read. */
  problem?: string;
}

/**
 * One session with an MCP server. Each message is sent by the sender that its call hands in; no
 * stream is opened beside the responses, and no redirect is followed.
 */
export class ToolClient {
  readonly #url: string;
  readonly #client = new Client({name: 'presscheck', version: '1.0.0'});
  readonly #requests: ToolRequests;
  #tools: ListedTool[] = [];

  /** @param headers of every request, the credential among them */
  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#requests = new ToolRequests(url, headers);
  }

  /** What the server listed when the session began. */
  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  /** Begins the session and reads the list of tools. @returns what refused that, or undefined */
  async open(send: Send): Promise<ToolReply | undefined> {
    const connected = await this.#connect(send);
    return hasFailed(connected) ? connected : this.#readTools(send);
  }

  /**
   * Calls a tool.
   * @param headers instead of the session's own: another credential in this session
   */
  async call(
    name: string,
    given: Record<string, unknown>,
    send: Send,
    headers?: Record<string, string>,
  ): Promise<ToolReply> {
    const reply = await this.#perform({send, headers}, () =>
      this.#client.request(
        {method: 'tools/call', params: {name, arguments: given}},
        CallToolResultSchema,
        OPTIONS,
      ),
    );
    if (hasFailed(reply)) return reply;
    const result = reply.content as CallToolResult;
    return readable(reply, () =>
      result.isError
        ? {...reply, content: refusalIn(result), refused: true}
        : {...reply, content: successIn(result)},
    );
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }

  async #connect(send: Send): Promise<ToolReply> {
    const transport = new StreamableHTTPClientTransport(new URL(this.#url), {
      fetch: async (_url, init) => this.#requests.fetch(init, send),
      reconnectionOptions: RECONNECTION,
    });
    return this.#perform({send}, () =>
      this.#client.connect(transport as Parameters<Client['connect']>[0], OPTIONS),
    );
  }

  /** Reads the list of tools page by page. @returns what refused a page, or undefined */
  async #readTools(send: Send): Promise<ToolReply | undefined> {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const reply = await this.#listPage(send, cursor);
      if (hasFailed(reply)) return reply;
      const {tools, nextCursor} = reply.content as ListToolsResult;
      for (const {name, inputSchema} of tools)
        this.#tools.push({name, arguments: argumentPointers(inputSchema)});
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return undefined;
  }

  #listPage(send: Send, cursor: string | undefined): Promise<ToolReply> {
    const request = {
      method: 'tools/list' as const,
      ...(cursor !== undefined && {params: {cursor}}),
    };
    return this.#perform({send}, () =>
      this.#client.request(request, ListToolsResultSchema, OPTIONS),
    );
  }

  /** Makes one request and says what came of it; an error of the library becomes a reply. */
  async #perform(sessionRequest: SessionRequest, call: () => Promise<unknown>): Promise<ToolReply> {
    try {
      const content = await this.#requests.perform(sessionRequest, call);
      return {...this.#requests.exchangeOf(sessionRequest), content};
    } catch (error) {
      return failureOf(error, this.#requests.exchangeOf(sessionRequest));
    }
  }
}

const hasFailed = ({problem, refused}: ToolReply): boolean => problem !== undefined || !!refused;

/** An error of the protocol is a refusal; a refusal by HTTP has nothing but its exchange. */
function failureOf(error: unknown, {request, reply}: HttpExchange): ToolReply {
  if (isForAnotherMessage(error, reply)) {
    const {code = 0, message} = error;
    return {request, reply: {status: code, headers: {}, text: ''}, problem: message};
  }
  if (!(error instanceof McpError))
    return {request, reply, problem: reply.problem ?? (error as Error).message};
  if (isTimeout(error)) return {request, reply: NO_REPLY, problem: 'no answer in time'};
  if (isSuccessStatus(reply.status))
    return readable({request, reply}, () => ({
      request,
      reply,
      refused: true,
      content: refusalIn(error),
    }));
  return {request, reply, problem: reply.problem ?? error.message};
}

/** Whether the library gave up waiting. A server may refuse with the same code, which is no timeout. */
const isTimeout = ({code, data}: McpError): boolean =>
  code === Number(ErrorCode.RequestTimeout) &&
  isObject(data) &&
  ('timeout' in data || 'maxTotalTimeout' in data);

/**
 * Whether HTTP refused a message that is no request of the session, such as the notification that
 * ends its opening: then the request's own response says nothing about it.
 */
const isForAnotherMessage = (error: unknown, reply: Reply): error is StreamableHTTPError =>
  error instanceof StreamableHTTPError && (error.code ?? 0) >= 400 && error.code !== reply.status;

/** What a result says; one with more JSON in it than is read counts as no response. */
function readable({request, reply}: HttpExchange, read: () => ToolReply): ToolReply {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooMuchJson)) throw error;
    return {request, reply: {...reply, status: 0}, problem: error.message};
  }
}
