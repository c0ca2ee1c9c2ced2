import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Why} from '../operation.ts';
import type {World} from '../world/world.ts';
import {ROOT, type Worlds} from '../world/worlds.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {IssuedCredential} from './api-interface.ts';
import type {readBody} from './request-body.ts';

/** A tool of the MCP server asks in the place of an HTTP request. */
export interface ToolCall {
  query: Record<string, string>;
  /** By lower-case name. */
  headers: Record<string, string>;
  answered(answer: PreparedResponse): void;
}

/** One request on its way to its answer. */
export interface RequestContext {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Id of the world that was addressed, known or not. */
  worldId: string;
  world: World | undefined;
  /** Path and query below the world's prefix. */
  path: string;
  operation?: string;
  /** Headers that the limits add to the answer. */
  headers?: Record<string, string>;
  /** Fulfilled when what fell due on arrival is kept. */
  settled: Promise<void> | undefined;
  why?: Why;
  /** What the path names. */
  params?: Record<string, string>;
  credential?: IssuedCredential;
  /** The body, once somebody asked for it. */
  read?: ReturnType<typeof readBody>;
  /** The contract's condition behind a refusal. */
  condition?: string;
  changes?: string[];
  tool?: ToolCall;
  /** Nobody knows the credential: the unrouted journal notes it too. */
  unauthenticated?: true;
}

/** Finds the world of a request by its prefix `/w/<world>` and settles what is due there. */
export function enter(
  worlds: Worlds,
  request: IncomingMessage,
  response: ServerResponse,
): RequestContext {
  let path = request.url ?? '/';
  if (path.charCodeAt(0) !== 47) path = path.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  let worldId = ROOT;
  if (path.startsWith('/w/')) {
    const [, id = '', rest = ''] = /^\/w\/([^/?#]*)(.*)$/s.exec(path) ?? [];
    worldId = id;
    path = rest.startsWith('/') ? rest : `/${rest}`;
  }
  const world = worlds.get(worldId);
  return {
    request,
    response,
    method: request.method ?? 'GET',
    worldId,
    world,
    path,
    settled: world?.settle(),
  };
}
