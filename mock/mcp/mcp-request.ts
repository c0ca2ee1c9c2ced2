import type {Response} from 'express';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import type {McpSteps} from './mcp-steps.ts';

/**
 * What the steps of `mcp-app.ts` find out about a request, in the order in which they find it. A
 * step may read what the steps before it have set.
 */
export interface McpLocals {
  /** Id of the world that the path names. Set by `findWorld`, also when there is no such world. */
  worldId: string;
  /** Set by `findWorld`. */
  world: World;
  /** The replaceable steps, as this world has them. Set by `findWorld`. */
  steps: McpSteps;
  /** The access token of the request. Set by `authenticate`. */
  token: OauthTokenRow;
  /** Set when one of our own steps refused the request, and so has journaled it already. */
  refused?: true;
}

/** The response of a request to `/mcp`, with what the steps know about the request. */
export type McpResponse = Response<unknown, McpLocals>;
