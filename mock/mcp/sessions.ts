import {NodeStreamableHTTPServerTransport} from '@modelcontextprotocol/node';
import type {Server} from '@modelcontextprotocol/server';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import {Ids} from '../world/ids.ts';
import type {Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {Worlds} from '../world/worlds.ts';
import {Session} from './session.ts';

/** A mock keeps this many sessions; when one more begins, the least recently used one ends. */
const MAX_SESSIONS = 1000;

/**
 * The sessions of all worlds of a mock. They live in memory only: after a restart a client gets 404
 * for its session id and has to initialize again (Streamable HTTP, session management 4).
 */
export class Sessions {
  readonly #worlds: Worlds;
  readonly #serverFor: (worldId: string) => Server;
  /** By world id and session id; the most recently used session is the last. */
  readonly #sessions = new Map<string, Session>();
  /**
   * Not the ids of a world: those begin anew after a reset or a restart, and an old client could
   * then hold the id of somebody else's session.
   */
  readonly #ids: Ids;

  /** @param serverFor makes the protocol server that answers in a new session of a world */
  constructor(worlds: Worlds, ports: Ports, serverFor: (worldId: string) => Server) {
    this.#worlds = worlds;
    this.#ids = new Ids(ports.chance(), {});
    this.#serverFor = serverFor;
  }

  /** Finds a session, whoever began it; undefined for an id that is unknown here or has ended. */
  find(world: World, id: string): Session | undefined {
    return this.#sessions.get(keyOf(world.id, id));
  }

  /** Marks a session as the most recently used one. */
  touch(session: Session): void {
    const key = keyOf(session.worldId, session.id);
    if (!this.#sessions.delete(key)) return;
    this.#sessions.set(key, session);
  }

  /** Begins a session; it can be found as soon as the transport has answered `initialize`. */
  async begin(world: World, token: OauthTokenRow): Promise<Session> {
    this.#makeRoom();
    const id = this.#ids.secret('session');
    const key = keyOf(world.id, id);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
      onsessioninitialized: () => void this.#sessions.set(key, session),
      onsessionclosed: () => void this.#sessions.delete(key),
    });
    const session = new Session({id, worldId: world.id, token, transport});
    const server = this.#serverFor(world.id);
    server.onclose = () => session.answerPending();
    server.onerror = ({message}) => {
      session.transportError = message;
    };
    await server.connect(transport as Parameters<Server['connect']>[0]);
    return session;
  }

  /** Ends all sessions and closes their open streams. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({transport}) => transport.close()));
  }

  /** Ends the sessions of dropped worlds, then the least recently used ones above the maximum. */
  #makeRoom(): void {
    for (const [key, session] of this.#sessions)
      if (!this.#worlds.get(session.worldId)) this.#end(key, session);
    for (const [key, session] of this.#sessions) {
      if (this.#sessions.size < MAX_SESSIONS) break;
      this.#end(key, session);
    }
  }

  #end(key: string, {transport}: Session): void {
    this.#sessions.delete(key);
    void transport.close();
  }
}

const keyOf = (worldId: string, sessionId: string): string => `${worldId} ${sessionId}`;
