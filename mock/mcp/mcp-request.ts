import type {Response} from 'express';
import type {OauthTokenRow} from '../workspace/mcp/rows.ts';
import type {World} from '../world/world.ts';
import type {McpSteps} from './mcp-steps.ts';

/**
 * The state of a request in the steps of `mcp-app.ts`, in the order in which they set it. A step may read what the
 * steps before it have set.
 */
export interface McpLocals {
  /** Id of the world in the path. Set by `findWorld`, even if there is no such world. */
  worldId: string;
  /** Set by `findWorld`. */
  world: World;
  /** The replaceable steps of this world. Set by `findWorld`. */
  steps: McpSteps;
  /** The access token of the request. Set by `authenticate`. */
  token: OauthTokenRow;
  /** When the request arrived, by `Worlds.elapsed`. Set by `findWorld`. */
  begun: number;
  /** Set when the request is in the journal. */
  noted?: true;
  /** Set when one of our own steps refused the request, which is then already in the journal. */
  refused?: true;
}

/** The response to a request to `/mcp`, with the state of the request. */
export type McpResponse = Response<unknown, McpLocals>;
