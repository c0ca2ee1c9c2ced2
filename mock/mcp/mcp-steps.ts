import type {CallToolResult} from '@modelcontextprotocol/server';
import type {PreparedResponse} from '../http/prepared-response.ts';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import {challengeOf, type Challenge} from './oauth/challenge.ts';
import {
  judgeToken,
  type PresentedToken,
  type TokenCondition,
  type TokenVerdict,
} from './oauth/verify.ts';
import {resultOf} from './result.ts';
import type {Session} from './session.ts';
import type {Sessions} from './sessions.ts';

/** Which session a request names, and whose token the request carries. */
export interface SessionRequest {
  world: World;
  /** The header `Mcp-Session-Id`. */
  id: string;
  token: OauthTokenRow;
}

/** A session that continues, and the token with which tools are called in it. */
export interface ResumedSession {
  session: Session;
  token: OauthTokenRow;
}

/**
 * The steps of the MCP server that determine who may do what, in the order in which a request passes them.
 * `documentedSteps` behaves as the documents say; interceptors can replace it.
 */
export interface McpSteps {
  /**
   * The path as which a request is served: `/mcp`, `/oauth/...` or `/.well-known/...`.
   * @param path path and query relative to the world
   */
  servedPath(path: string): string;
  /** Checks the access token of a request (MCP, Authorization: token handling). */
  authenticate(presented: PresentedToken): TokenVerdict;
  /** Makes the response to a request whose token was refused. */
  challenge(condition: TokenCondition, metadata: string): Challenge;
  /** Finds the session of a request; undefined when the client has no such session. */
  resume(sessions: Sessions, request: SessionRequest): ResumedSession | undefined;
  /** Whether `tools/list` shows the tool of an operation. */
  isListed(operation: string): boolean;
  /** Whether `tools/call` calls the tool of an operation. */
  isCallable(operation: string): boolean;
  /** Whether a message with this id is answered. */
  isAnswered(id: unknown): boolean;
  /** Turns the response of an operation into the result of its tool. */
  resultOf(operation: string, response: PreparedResponse): CallToolResult;
}

/** The steps that behave as the documents say. */
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
  isAnswered: () => true,
  resultOf: (_operation, response) => resultOf(response),
};
