import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {RequestOptions} from '@modelcontextprotocol/sdk/shared/protocol.js';
import {CallToolResultSchema, ErrorCode, JSONRPCMessageSchema, ListToolsResultSchema, McpError} from '@modelcontextprotocol/sdk/types.js';
import {isObject} from '../../spec/json.ts';
import type {Reply, Request} from './client.ts';

/** Pages of the list of tools that are read at most. */
const PAGES = 20;

/** A tool as the deployment lists it. */
export interface ListedTool {
  name: string;
  /** Names of its arguments. */
  arguments: string[];
}

/** What a message to the MCP server came to. */
export interface ToolReply {
  /** The HTTP exchange that carried the answer, or the refusal. */
  request: Request;
  reply: Reply;
  /** Of a result: the JSON that it carries; of a refusal as an error of the protocol: what that says. */
  said?: unknown;
  /** The tool, or the protocol, refused. */
  refused?: true;
  /** Why nothing of this can be read. */
  problem?: string;
}

type Send = (request: Request) => Promise<Reply>;

/** A request to the server on its way: who sends it, and what carried it. */
interface Carrier {
  send: Send;
  carried?: {request: Request; reply: Reply};
}

/** Milliseconds that a message may be on its way: the sender waits for the minute first, and knows its own end. */
const LONGEST = 600_000;

/**
 * One session with an MCP server. Its messages leave by the sender that a call hands in; no stream is opened beside them,
 * and no redirect is followed.
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
      fetch: async (_url, init) => this.#fetch(init, send), requestInit: {headers: this.#headers},
      reconnectionOptions: {maxRetries: 0, initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1},
    });
    const begun = await this.#asked(send, (options) => this.#client.connect(transport as Parameters<Client['connect']>[0], options).then(() => ({})));
    if (begun.problem !== undefined || begun.refused) return begun;
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const listed = await this.#asked(send, (options) => this.#client.request({method: 'tools/list', ...(cursor !== undefined && {params: {cursor}})}, ListToolsResultSchema, options));
      if (listed.problem !== undefined || listed.refused) return listed;
      const {tools, nextCursor} = listed.said as {tools: {name: string; inputSchema: {properties?: object}}[]; nextCursor?: string};
      this.#tools.push(...tools.map(({name, inputSchema}) => ({name, arguments: Object.keys(inputSchema.properties ?? {})})));
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
    return undefined;
  }

  /** Calls a tool. What it answers is read from its structured content, or else from JSON in its text. */
  async call(name: string, given: Record<string, unknown>, send: Send): Promise<ToolReply> {
    const answer = await this.#asked(send, (options) => this.#client.request({method: 'tools/call', params: {name, arguments: given}}, CallToolResultSchema, options));
    if (answer.problem !== undefined || answer.refused) return answer;
    const {structuredContent, content, isError} = answer.said as {structuredContent?: unknown; content: {type: string; text?: string}[]; isError?: boolean};
    const texts = content.flatMap((part) => (part.type === 'text' && part.text !== undefined ? [part.text] : []));
    const said = structuredContent ?? texts.map(json).find((value) => value !== undefined) ?? (texts.length ? {error: texts.join(' ')} : undefined);
    return {...answer, said, ...(isError && {refused: true as const})};
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }

  async #fetch(init: RequestInit | undefined, usual: Send): Promise<Response> {
    // The stream beside the answers is optional: this client does without.
    if (init?.method !== 'POST') return new Response(null, {status: 405});
    const request: Request = {method: 'POST', url: this.#url, headers: Object.fromEntries(new Headers(init.headers)), body: String(init.body)};
    const {id} = JSON.parse(String(init.body)) as {id?: number};
    const carrier = id === undefined ? undefined : this.#carriers.shift();
    const reply = await (carrier?.send ?? usual)(request);
    if (carrier) carrier.carried = {request, reply};
    if (reply.status === 0) throw new Error(reply.problem);
    // The library would wait for an answer that can come no more.
    if (id !== undefined && reply.status < 300 && !answers(reply, id)) throw new Error('the answer is no message of the protocol');
    const bare = reply.status === 204 || reply.status === 202 || reply.status === 304;
    return new Response(bare ? null : reply.text, {status: reply.status, headers: reply.headers});
  }

  /** An answer, with the exchange that carried it; a refusal by HTTP has no more than that. */
  async #asked(send: Send, ask: (options: RequestOptions) => Promise<unknown>): Promise<ToolReply> {
    const carrier: Carrier = {send};
    this.#carriers.push(carrier);
    const carried = () => carrier.carried ?? {request: {method: 'POST', url: this.#url, headers: this.#headers}, reply: NOTHING};
    try {
      const said = await ask({timeout: LONGEST});
      return {...carried(), said};
    } catch (error) {
      const {request, reply} = carried();
      const late = error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout);
      if (error instanceof McpError && !late && reply.status >= 200 && reply.status < 300) return {request, reply, refused: true, said: saidBy(error)};
      return {request, reply, problem: reply.problem ?? (error as Error).message};
    }
  }
}

/** What an error of the protocol says: its data, JSON in its message, or the message itself. */
const saidBy = ({data, message}: McpError): unknown =>
  isObject(data) && 'reason' in data ? data : (json(message.replace(/^MCP error -?\d+: /, '')) ?? {error: message});

/** Whether a message that answers a request is in a body: alone, among others, or in an event of a stream. */
const answers = ({headers, text}: Reply, id: number): boolean =>
  (headers['content-type']?.includes('text/event-stream') ? eventsIn(text) : [text]).flatMap((one) => json(one) ?? []).some((said) => isObject(said) && Number(said.id) === id && !('method' in said) && JSONRPCMessageSchema.safeParse(said).success);

/** The data of the messages in a stream of events. */
function eventsIn(stream: string): string[] {
  const events = stream.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/).map((event) => {
    const lines = event.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
    const told = (field: string): string[] => lines.flatMap(([, name, value = '']) => (name === field ? [value] : []));
    return {kind: told('event').at(-1) || 'message', data: told('data').join('\n')};
  });
  return events.flatMap(({kind, data}) => (kind === 'message' ? [data] : []));
}

const NOTHING: Reply = {status: 0, headers: {}, text: '', problem: 'no answer'};

/** The JSON object of a text, if it is one. */
function json(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
