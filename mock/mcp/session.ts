import type {NodeStreamableHTTPServerTransport} from '@modelcontextprotocol/node';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';

/** Private members of the SDK's transport (2.4) that hold what it still has to answer. */
interface TransportInternals {
  _webStandardTransport?: {
    _streamMapping?: Map<string, {resolveJson?: unknown}>;
    _requestToStreamMapping?: Map<unknown, string>;
  };
}

/** What a session begins with. */
export interface SessionParts {
  /** Value of the header `Mcp-Session-Id`. */
  id: string;
  worldId: string;
  /** The token of the request that began the session. */
  token: OauthTokenRow;
  transport: NodeStreamableHTTPServerTransport;
}

/** One client's session with the MCP server of a world (Streamable HTTP, session management). */
export class Session {
  readonly id: string;
  readonly worldId: string;
  readonly token: OauthTokenRow;
  readonly transport: NodeStreamableHTTPServerTransport;
  /** What the transport reported last, to explain its refusals in the journal. */
  transportError: string | undefined;
  /** Requests that are not answered yet, by JSON-RPC id, with what answers them at the end. */
  readonly #pending = new Map<string, () => void>();

  constructor({id, worldId, token, transport}: SessionParts) {
    this.id = id;
    this.worldId = worldId;
    this.token = token;
    this.transport = transport;
  }

  /** Whether a token is of the workspace and client that began the session. */
  isOwnedBy({tenant, client}: OauthTokenRow): boolean {
    return this.token.tenant === tenant && this.token.client === client;
  }

  /** Whether a request of this JSON-RPC id has not been answered yet. */
  isPending(requestId: string): boolean {
    return this.#pending.has(requestId);
  }

  /** @param answer called when the session ends before the requests were answered */
  begin(requestIds: readonly string[], answer: () => void): void {
    for (const id of requestIds) this.#pending.set(id, answer);
  }

  /** Notes that requests were answered, and frees what the transport still holds of them. */
  finish(requestIds: readonly string[]): void {
    for (const id of requestIds) this.#pending.delete(id);
    this.#freeAnswered();
  }

  /** Answers every pending request: the SDK forgets them when the session ends. */
  answerPending(): void {
    for (const answer of this.#pending.values()) answer();
  }

  /**
   * The transport frees answered requests of event streams only. Without this, every message that
   * was answered in JSON would stay in memory for as long as its session lasts.
   */
  #freeAnswered(): void {
    const internals = this.transport as unknown as TransportInternals;
    const {_streamMapping: streams, _requestToStreamMapping: streamOfRequest} =
      internals._webStandardTransport ?? {};
    if (!streams) return;
    const unanswered = new Set(streamOfRequest?.values());
    for (const [id, {resolveJson}] of streams)
      if (resolveJson && !unanswered.has(id)) streams.delete(id);
  }
}
