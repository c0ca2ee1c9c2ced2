import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import {at, isObject} from '../../spec/json.ts';
import type {Reply, Request} from './client.ts';
import {answeredIn, eventsIn, json, refusalIn, successIn} from './tool-results.ts';

/** Pages of the list of tools that are read at most. */
const PAGES = 20;
/**
 * Milliseconds for an answer: the sender waits for the minute first, and knows its own end. A
 * stream that was broken off is taken up again meanwhile.
 */
const PATIENCE = {timeout: 600_000};

/** A tool as the deployment lists it. */
export interface ListedTool {
  name: string;
  /** Where its arguments stand, those that stand in others at the end. */
  arguments: string[];
}

/** What a message to the MCP server came to. */
export interface ToolReply {
  /** The HTTP exchange that carried the answer, or the refusal. */
  request: Request;
  reply: Reply;
  /**
   * Of a result: the JSON that it carries; of a refusal as an error of the protocol: what that
   * says.
   */
  content?: unknown;
  /** The tool, or the protocol, refused. */
  refused?: true;
  /** Why nothing of this can be read. */
  problem?: string;
}

type Send = (request: Request) => Promise<Reply>;

/**
 * A request to the server on its way: who sends it, in whose name if not in the session's, and what
 * carried it.
 */
interface Carrier {
  send: Send;
  headers?: Record<string, string> | undefined;
  carried?: {request: Request; reply: Reply};
}

/**
 * One session with an MCP server. Its messages leave by the sender that a call hands in; no stream
 * is opened beside them, and no redirect is followed.
 */
export class ToolClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #client = new Client({name: 'presscheck', version: '1.0.0'});
  /** Requests that are asked and not sent yet, in their order. */
  readonly #carriers: Carrier[] = [];
  #tools: ListedTool[] = [];

  /** @param headers of every request, the credential among them */
  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** What the server listed when the session began. */
  get tools(): readonly ListedTool[] {
    return this.#tools;
  }

  /** Begins the session and reads the list of tools. @returns what refused that, or undefined */
  async open(send: Send): Promise<ToolReply | undefined> {
    const transport = new StreamableHTTPClientTransport(new URL(this.#url), {
      fetch: async (_url, init) => this.#fetch(init, send),
      reconnectionOptions: {
        maxRetries: 3,
        initialReconnectionDelay: 500,
        maxReconnectionDelay: 5000,
        reconnectionDelayGrowFactor: 2,
      },
    });
    const begun = await this.#asked({send}, () =>
      this.#client
        .connect(transport as Parameters<Client['connect']>[0], PATIENCE)
        .then(() => ({})),
    );
    if (begun.problem !== undefined || begun.refused) return begun;
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const listed = await this.#asked({send}, () =>
        this.#client.request(
          {method: 'tools/list', ...(cursor !== undefined && {params: {cursor}})},
          ListToolsResultSchema,
          PATIENCE,
        ),
      );
      if (listed.problem !== undefined || listed.refused) return listed;
      const {tools, nextCursor} = listed.content as {
        tools: {name: string; inputSchema: object}[];
        nextCursor?: string;
      };
      this.#tools.push(
        ...tools.map(({name, inputSchema}) => ({name, arguments: placesIn(inputSchema)})),
      );
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
    return undefined;
  }

  /**
   * Calls a tool.
   * @param headers in the place of the session's own: another credential in this session
   */
  async call(
    name: string,
    given: Record<string, unknown>,
    send: Send,
    headers?: Record<string, string>,
  ): Promise<ToolReply> {
    const answer = await this.#asked({send, headers}, () =>
      this.#client.request(
        {method: 'tools/call', params: {name, arguments: given}},
        CallToolResultSchema,
        PATIENCE,
      ),
    );
    if (answer.problem !== undefined || answer.refused) return answer;
    const result = answer.content as Parameters<typeof successIn>[0];
    return result.isError
      ? {...answer, content: refusalIn(result), refused: true}
      : {...answer, content: successIn(result)};
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }

  async #fetch(init: RequestInit | undefined, usual: Send): Promise<Response> {
    const {authorization: _none, ...own} = Object.fromEntries(new Headers(init?.headers));
    // The stream beside the answers is optional: this client does without. One that broke off is
    // taken up again.
    if (init?.method !== 'POST' && !own['last-event-id']) return new Response(null, {status: 405});
    const body = init!.method === 'POST' ? String(init!.body) : undefined;
    const message = (body === undefined ? {} : JSON.parse(body)) as object;
    const carrier = 'id' in message && 'method' in message ? this.#carriers.shift() : undefined;
    const request: Request = {
      method: init!.method!,
      url: this.#url,
      headers: {...own, ...(carrier?.headers ?? this.#headers)},
      isComplete: answeredIn,
      ...(body !== undefined && {body}),
    };
    let reply = await (carrier?.send ?? usual)(request);
    const stream = reply.headers['content-type']?.includes('text/event-stream') === true;
    const said = stream ? eventsIn(reply.text) : [reply.text];
    const answered =
      !carrier ||
      reply.status === 0 ||
      reply.status >= 300 ||
      said.some((one) => isAnswer(json(one), (message as {id: unknown}).id));
    const goesOn = stream && /^id:/m.test(reply.text);
    if (!answered && stream && !goesOn && !said.length)
      reply = {...reply, status: 0, problem: 'the stream ended without an answer'};
    if (carrier) carrier.carried = {request, reply};
    if (reply.status === 0) throw new Error(reply.problem);
    // The library would wait for an answer that can come no more.
    if (!answered && !goesOn) throw new Error('the answer is no message of the protocol');
    const bare = reply.status === 204 || reply.status === 202 || reply.status === 304;
    return new Response(bare ? null : reply.text, {status: reply.status, headers: reply.headers});
  }

  /** An answer, with the exchange that carried it; a refusal by HTTP has no more than that. */
  async #asked(carrier: Carrier, ask: () => Promise<unknown>): Promise<ToolReply> {
    this.#carriers.push(carrier);
    const carried = () =>
      carrier.carried ?? {
        request: {method: 'POST', url: this.#url, headers: this.#headers},
        reply: NOTHING,
      };
    try {
      const said = await ask();
      return {...carried(), content: said};
    } catch (error) {
      const {request, reply} = carried();
      const late = error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout);
      if (late) return {request, reply: NOTHING, problem: 'no answer in time'};
      if (error instanceof McpError && reply.status >= 200 && reply.status < 300)
        return {request, reply, refused: true, content: refusalIn(error)};
      return {request, reply, problem: reply.problem ?? (error as Error).message};
    }
  }
}

/** Whether a message, alone or among others, answers a request. */
const isAnswer = (said: unknown, id: unknown): boolean =>
  [said]
    .flat()
    .some(
      (one) =>
        isObject(one) &&
        one.id === id &&
        !('method' in one) &&
        JSONRPCMessageSchema.safeParse(one).success,
    );

const NOTHING: Reply = {status: 0, headers: {}, text: '', problem: 'no answer'};

/** Pointers to the arguments of an input schema, and to the members of those that are objects. */
function placesIn(schema: object): string[] {
  const own = membersOf(schema, schema);
  return [
    ...own,
    ...own.flatMap(([name, member]) =>
      membersOf(schema, member).map(([inner]): [string] => [`${name}/${inner}`]),
    ),
  ].map(([name]) => `/${name}`);
}

/** The properties of a schema; it may stand elsewhere in the whole. */
function membersOf(whole: object, schema: unknown): [name: string, schema: unknown][] {
  const referred =
    isObject(schema) && typeof schema.$ref === 'string' && schema.$ref.startsWith('#')
      ? at(whole, schema.$ref.slice(1))
      : schema;
  return isObject(referred) && isObject(referred.properties)
    ? Object.entries(referred.properties)
    : [];
}
