import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import {challengeOf, type Challenge} from './oauth/challenge.ts';
import {
  judgeToken,
  type PresentedToken,
  type TokenCondition,
  type TokenVerdict,
} from './oauth/verify.ts';
import type {Session} from './session.ts';
import type {Sessions} from './sessions.ts';

/** Which session a request names, and whose token the request carries. */
export interface SessionRequest {
  world: World;
  /** The header `Mcp-Session-Id`. */
  id: string;
  token: OauthTokenRow;
}

/** A session that goes on, and the token on whose behalf tools act in it. */
export interface ResumedSession {
  session: Session;
  token: OauthTokenRow;
}

/**
 * The steps of the MCP server that decide who may do what, in the order in which a request passes
 * them. `documentedSteps` decides as the documents say; a mock can be given others.
 */
export interface McpSteps {
  /**
   * The path that a request is served under: `/mcp`, `/oauth/...` or `/.well-known/...`.
   * @param path path and query below the world
   */
  servedPath(path: string): string;
  /** Judges the access token of a request (MCP, Authorization: token handling). */
  authenticate(presented: PresentedToken): TokenVerdict;
  /** Makes the response to a request whose token was refused. */
  challenge(condition: TokenCondition, metadata: string): Challenge;
  /** Finds the session that a request names; undefined when the client has no such session. */
  resume(sessions: Sessions, request: SessionRequest): ResumedSession | undefined;
  /** Whether `tools/list` shows the tool of an operation. */
  isListed(operation: string): boolean;
  /** Whether `tools/call` calls the tool of an operation. */
  isCallable(operation: string): boolean;
}

/** The steps as the documents have them. */
export const documentedSteps: McpSteps = {
  servedPath: (path) => path,
  authenticate: (presented) => judgeToken(presented),
  challenge: (condition, metadata) => challengeOf(condition, {metadata}),
  resume(sessions, {world, id, token}) {
    const session = sessions.find(world, id);
    return session?.isOwnedBy(token) ? {session, token} : undefined;
  },
  isListed: () => true,
  isCallable: () => true,
};
