import {Server} from '@modelcontextprotocol/sdk/server/index.js';
import {StreamableHTTPServerTransport} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import {Ids} from '../world/ids.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';

/** Sessions at most; the one that was used least lately goes. */
const ROOM = 1000;

/** One client's conversation with the MCP server of a world. */
export interface Session {
  id: string;
  worldId: string;
  /** Workspace and client of the token that opened it. */
  owner: string;
  /** The token that opened it. */
  token: OauthTokenRow;
  /** Requests that are not answered yet, by id: answers one when the session ends before that. */
  open: Map<string, () => void>;
  /** What the transport complained of last. */
  fault?: string;
  transport: StreamableHTTPServerTransport;
}

/** What the SDK's transport keeps for itself. */
interface Kept {
  _webStandardTransport?: {
    _streamMapping?: Map<string, {resolveJson?: unknown}>;
    _requestToStreamMapping?: Map<unknown, string>;
  };
}

/**
 * Lets go of what was answered in JSON: the transport (1.32) does that for streams of events alone,
 * and every message that was ever answered would stay in memory as long as its session.
 */
export function letGo({transport}: Session): void {
  const {_streamMapping: streams, _requestToStreamMapping: owed} =
    (transport as unknown as Kept)._webStandardTransport ?? {};
  const open = new Set(owed?.values());
  streams?.forEach(({resolveJson}, id) => resolveJson && !open.has(id) && streams.delete(id));
}

/**
 * Every session of a mock. They are not kept: after a restart clients are told to begin again
 * (404).
 */
export class Sessions {
  readonly #worlds: Worlds;
  readonly #serverOf: (worldId: string) => Server;
  /** By world and id, the one that was used last at the end. */
  readonly #sessions = new Map<string, Session>();
  /**
   * Not the world's own ids: after a reset or a restart those begin anew, and a client of before
   * would be in another's session.
   */
  readonly #ids: Ids;

  /** @param serverOf what answers a new session */
  constructor(worlds: Worlds, ports: Ports, serverOf: (worldId: string) => Server) {
    this.#worlds = worlds;
    this.#ids = new Ids(ports.chance(), {});
    this.#serverOf = serverOf;
  }

  /**
   * @param owner absent: whoever it is
   * @returns undefined for an id that was never given out here, that ended, or that is somebody
   * else's
   */
  find(world: World, id: string, owner: string | undefined): Session | undefined {
    const key = `${world.id} ${id}`;
    const session = this.#sessions.get(key);
    if (!session || (owner !== undefined && session.owner !== owner)) return undefined;
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    return session;
  }

  /** Begins a session; it has its id when the transport has answered `initialize`. */
  async begin(world: World, owner: string, token: OauthTokenRow): Promise<Session> {
    this.#makeRoom();
    const id = this.#ids.secret('session');
    const key = `${world.id} ${id}`;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
      onsessioninitialized: () => void this.#sessions.set(key, session),
      onsessionclosed: () => void this.#sessions.delete(key),
    });
    const session: Session = {id, worldId: world.id, owner, token, open: new Map(), transport};
    const server = this.#serverOf(world.id);
    // Nobody else would answer them: the library forgets what is under way.
    server.onclose = () => session.open.forEach((end) => end());
    server.onerror = ({message}) => void (session.fault = message);
    await server.connect(transport as Parameters<Server['connect']>[0]);
    return session;
  }

  /** Ends all that are left, with the streams that are open. */
  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(({transport}) => transport.close()));
  }

  #makeRoom(): void {
    for (const [key, session] of this.#sessions)
      if (!this.#worlds.get(session.worldId)) this.#end(key, session);
    for (const [key, session] of this.#sessions) {
      if (this.#sessions.size < ROOM) break;
      this.#end(key, session);
    }
  }

  #end(key: string, {transport}: Session): void {
    this.#sessions.delete(key);
    void transport.close();
  }
}
