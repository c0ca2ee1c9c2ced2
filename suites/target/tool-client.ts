import {isObject} from '../../spec/json.ts';
import type {MessageIdKind} from '../../spec/step.ts';
import {TooMuchJson} from './bounded-json.ts';
import {argumentPointers} from './tool-arguments.ts';
import {callHeaders, mirroredArguments, type MirroredArgument} from './tool-headers.ts';
import {
  requestOf,
  sendMessage,
  type HttpExchange,
  type MessageId,
  type MessageReply,
  type Send,
  type ToolMessage,
} from './tool-requests.ts';
import {refusalIn, successIn, textBeside, toolResult} from './tool-results.ts';
import {
  ErasSeen,
  initialization,
  isOfAnotherEra,
  LEGACY,
  MODERN,
  modernMessage,
  mostTelling,
  type Era,
} from './tool-revisions.ts';

/** Pages of the list of tools that are read at most. */
const MAX_PAGES = 20;

/** A tool as the deployment lists it. */
export interface ListedTool {
  name: string;
  /** JSON Pointers of its arguments; members of arguments come last. */
  arguments: string[];
  /** Arguments that revision 2026-07-28 wants repeated in headers. */
  mirrored?: MirroredArgument[];
}

/** The result of a message to the MCP server, with the HTTP exchange that carried it. */
export interface ToolReply extends HttpExchange {
  /** The JSON of a result, or what an error of the protocol says. */
  content?: unknown;
  /** The JSON of the text beside the structured content that is `content`. */
  text?: unknown;
  /** The tool, or the protocol, refused. */
  refused?: true;
  /** Why nothing of this can be read. */
  problem?: string;
}

/** How a server is spoken to once it has listed its tools. */
interface Connection {
  era: Era;
  /** The revision that both sides speak. */
  revision: string;
  /** Headers of every message: those of the session, if there is one. */
  headers: Record<string, string>;
  tools: ListedTool[];
  /** The server listed its tools without the member that marks results of the era `modern`. */
  isUnmarked?: true;
}

/** More than 32 bits hold, and less than a double holds exactly. */
const LARGE = 2 ** 32;

/** What the id of a message has to be: of a kind, or a text that clients share. */
export type WantedId = MessageIdKind | {text: string};

/** How a call of a tool differs from a plain one. */
interface CallOptions {
  /** Instead of those of the client's credential. */
  headers?: Record<string, string> | undefined;
  messageId?: WantedId | undefined;
}

/** An attempt to speak an era. */
type Attempt = Connection | {era: Era; failure: MessageReply};

/**
 * A client of an MCP server, for one credential. It makes its own requests, because a library refuses what only the
 * library demands of a server (docs/decisions/0034-revisions-of-mcp.md). Each message is sent by the sender that its
 * call hands in; no stream is opened beside the responses, and no redirect is followed.
 */
export class ToolClient {
  readonly #url: string;
  readonly #credential: Record<string, string>;
  readonly #seen: ErasSeen;
  #connection: Connection | undefined;
  #latestId = 0;

  /**
   * @param credential the headers that present it
   * @param seen what is known of the revisions of servers; noted here
   */
  constructor(url: string, credential: Record<string, string>, seen = new ErasSeen()) {
    this.#url = url;
    this.#credential = credential;
    this.#seen = seen;
  }

  /** What the server listed when it was first spoken to. */
  get tools(): readonly ListedTool[] {
    return this.#connection?.tools ?? [];
  }

  /** The revision of the protocol that is spoken. */
  get revision(): string {
    return this.#connection?.revision ?? MODERN;
  }

  /**
   * Finds an era that the server speaks, as a client of both does: a request of the new one first, `initialize` when
   * that is refused (2026-07-28, Streamable HTTP: backward compatibility). Reads the list of tools.
   * @param preferred which era is tried first: only servers of `legacy` ones have sessions
   * @returns what refused that, or undefined
   */
  async open(send: Send, preferred: Era = 'modern'): Promise<ToolReply | undefined> {
    const attempts: Attempt[] = [];
    for (const era of this.#seen.order(preferred)) {
      const attempt =
        era === 'modern' ? await this.#openModern(send) : await this.#initialize(send);
      if (isConnection(attempt) && !attempt.isUnmarked) return this.#adopt(attempt, attempts);
      attempts.push(attempt);
      if (this.#seen.speaks(era) && !isRefusedEra(attempt)) break;
    }
    const unmarked = attempts.find(isConnection);
    if (unmarked && attempts.every(isRefusedEra)) return this.#adopt(unmarked, []);
    const failures = attempts.flatMap((attempt) =>
      isConnection(attempt) ? [] : [attempt.failure],
    );
    const failure = mostTelling(failures);
    return failure && refusedReply(failure);
  }

  /** Calls a tool. */
  async call(
    name: string,
    given: Record<string, unknown>,
    send: Send,
    {headers = this.#credential, messageId}: CallOptions = {},
  ): Promise<ToolReply> {
    const mirrored = this.tools.find((tool) => tool.name === name)?.mirrored ?? [];
    const message = this.#message(
      'tools/call',
      {name, arguments: given},
      callHeaders(name, mirrored, given),
    );
    const reply = await this.#send(message, send, headers, this.#idOf(messageId));
    const {request, reply: response, result} = reply;
    return readable(reply, () => {
      if (!result) return refusedReply(reply);
      if (result.resultType === 'input_required')
        return {request, reply: response, problem: 'the tool asks for input of a user'};
      const read = toolResult(result);
      return read.isError
        ? {request, reply: response, content: refusalIn(read), refused: true}
        : {request, reply: response, content: successIn(read), text: textBeside(read)};
    });
  }

  /** Goes on in an era, and notes which ones the server speaks. */
  #adopt(connection: Connection, before: Attempt[]): undefined {
    this.#connection = connection;
    this.#seen.note(connection.era, true);
    for (const attempt of before) if (isRefusedEra(attempt)) this.#seen.note(attempt.era, false);
  }

  async #openModern(send: Send): Promise<Attempt> {
    const connection: Connection = {era: 'modern', revision: MODERN, headers: {}, tools: []};
    return this.#readTools(connection, send);
  }

  /** Begins a session as the revisions before 2026-07-28 have it (2025-11-25, Lifecycle: initialization). */
  async #initialize(send: Send): Promise<Attempt> {
    let reply = await this.#offer(LEGACY[0], send);
    const {supported} = isObject(reply.error?.data) ? reply.error.data : {};
    const other = LEGACY.find((one) => Array.isArray(supported) && supported.includes(one));
    if (other) reply = await this.#offer(other, send);
    if (!reply.result) return {era: 'legacy', failure: reply};
    const revision = String(reply.result.protocolVersion ?? LEGACY[0]);
    const session = reply.reply.headers['mcp-session-id'];
    const headers = {
      'mcp-protocol-version': revision,
      ...(session !== undefined && {'mcp-session-id': session}),
    };
    const connection: Connection = {era: 'legacy', revision, headers, tools: []};
    const refused = await this.#confirm(connection, send);
    return refused ? {era: 'legacy', failure: refused} : this.#readTools(connection, send);
  }

  #offer(revision: string, send: Send): Promise<MessageReply> {
    const message = {method: 'initialize', params: initialization(revision), headers: {}};
    return this.#send(message, send);
  }

  /** Sends the notification that ends the initialization. @returns a refusal that has causes besides it */
  async #confirm({headers}: Connection, send: Send): Promise<MessageReply | undefined> {
    const message = {method: 'notifications/initialized', params: {}, headers};
    const request = requestOf(this.#url, withCredential(message, this.#credential));
    const {status, problem} = await send(request);
    const reply = {status, headers: {}, text: ''};
    const failure = {request, reply, problem: problem ?? `HTTP ${status}`};
    return isOfAnotherEra(failure) ? undefined : failure;
  }

  /** Reads the list of tools page by page. */
  async #readTools(connection: Connection, send: Send): Promise<Attempt> {
    const {era} = connection;
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const params = cursor === undefined ? {} : {cursor};
      const reply = await this.#send(this.#message('tools/list', params, {}, connection), send);
      if (!reply.result) return {era, failure: reply};
      const {tools, nextCursor, resultType} = reply.result;
      if (!Array.isArray(tools)) return {era, failure: {...reply, problem: 'no list of tools'}};
      connection.tools.push(...tools.flatMap(listedTool));
      if (era === 'modern' && resultType === undefined) connection.isUnmarked = true;
      if (typeof nextCursor !== 'string') break;
      cursor = nextCursor;
    }
    return connection;
  }

  /** A message as the era has it. */
  #message(
    method: string,
    params: Record<string, unknown>,
    mirrored: Record<string, string>,
    connection = this.#connection,
  ): ToolMessage {
    return connection?.era === 'legacy'
      ? {method, params, headers: connection.headers}
      : modernMessage(method, params, mirrored);
  }

  #send(
    message: ToolMessage,
    send: Send,
    credential = this.#credential,
    id: MessageId = this.#nextId(),
  ): Promise<MessageReply> {
    return sendMessage(this.#url, withCredential(message, credential), id, send);
  }

  #nextId(): number {
    this.#latestId += 1;
    return this.#latestId;
  }

  /** An id that no other message of this client has, if 0 is wanted once. */
  #idOf(kind: WantedId | undefined): MessageId {
    if (typeof kind === 'object') return kind.text;
    if (kind === 'zero') return 0;
    const id = this.#nextId();
    if (kind === 'text') return `a-${id}`;
    return kind === 'large' ? LARGE + id : id;
  }
}

const isConnection = (attempt: Attempt): attempt is Connection => !('failure' in attempt);

const withCredential = (message: ToolMessage, credential: Record<string, string>): ToolMessage => ({
  ...message,
  headers: {...message.headers, ...credential},
});

/** Whether an attempt says that the server does not speak its era. */
const isRefusedEra = (attempt: Attempt): boolean =>
  isConnection(attempt) || isOfAnotherEra(attempt.failure);

/** A tool of the list; none for a row without a name. */
function listedTool(row: unknown): ListedTool[] {
  if (!isObject(row) || typeof row.name !== 'string') return [];
  const schema = isObject(row.inputSchema) ? row.inputSchema : {};
  return [
    {name: row.name, arguments: argumentPointers(schema), mirrored: mirroredArguments(schema)},
  ];
}

/** An error of the protocol is a refusal; a refusal by HTTP has nothing but its exchange. */
function refusedReply({request, reply, error, problem}: MessageReply): ToolReply {
  if (problem !== undefined || !error)
    return {request, reply, problem: problem ?? 'the result cannot be read'};
  return readable({request, reply}, () => ({
    request,
    reply,
    refused: true,
    content: refusalIn(error),
  }));
}

/** What a result says; one with more JSON in it than is read counts as no response. */
function readable({request, reply}: HttpExchange, read: () => ToolReply): ToolReply {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooMuchJson)) throw error;
    return {request, reply: {...reply, status: 0}, problem: error.message};
  }
}
