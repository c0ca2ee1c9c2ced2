import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Done, Input, Why} from '../operation.ts';
import type {World} from '../world/world.ts';
import type {IssuedCredential} from './api-interface.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {ReadBytes} from './request-body.ts';
import type {ServedOperation} from './served-operation.ts';

/** A request, and the world that its path addresses. Object storage uses it too. */
export interface AddressedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Id of the addressed world, whether it exists or not. */
  readonly worldId: string;
  readonly world: World | undefined;
  /** Path and query relative to the world's prefix. */
  path: string;
  /** When the request arrived, by `Worlds.elapsed`. */
  readonly begun: number;
  /** Why the request was refused, for the journal. */
  why?: Why | undefined;
}

/** A tool call of the MCP server, which takes the place of an HTTP request. */
export interface ToolCall {
  query: Record<string, string>;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** A JSON value; undefined for an operation without a body. */
  body: unknown;
  /** Receives the response. */
  respond(response: PreparedResponse): void;
}

/**
 * The state of a request on its way through the steps of `pipeline.ts`. Each step reads what the steps before it have
 * set.
 */
export interface RequestContext extends AddressedRequest {
  /** The tool call, if the request is one. */
  readonly tool: ToolCall | undefined;
  /** Fulfilled when the events that were due on arrival are on disk; undefined when there is nothing to persist. */
  duePersisted: Promise<void> | undefined;
  /** Set by `route`. */
  operation: ServedOperation | undefined;
  /** Path parameters by name. Set by `route`. */
  params: Readonly<Record<string, string>>;
  /** The version of the API whose counters the request increments. Set by `route`. */
  version: string;
  /** Set by `authenticate`. */
  credential: IssuedCredential | undefined;
  /** The credential is unknown: the request is also added to the journal of requests without a world. */
  unauthenticated: boolean;
  /** Headers that the limits add to the response. Set by `count`. */
  headers: Record<string, string> | undefined;
  /** The bytes of the body, once a step has read them. */
  bytes: Promise<ReadBytes> | undefined;
  /** The same, for the journal. */
  sent: Buffer | undefined;
  /** Set by `read`. */
  input: Input | undefined;
  /** Set by `perform`. */
  outcome: Done | undefined;
  /** Fulfilled when the changes are on disk; undefined when nothing is persisted. Set by `commit`. */
  persisted: Promise<void> | undefined;
  /** Table and key of each changed row, for the journal. Set by `commit`. */
  changes: string[] | undefined;
  /** What steps noticed about a request, or did because of it, for the journal. */
  notes: string[] | undefined;
  /** The contract's condition behind a refusal, for example `foreign`. */
  condition: string | undefined;
}

/** A request to a world that exists. */
export type WorldContext = RequestContext & {readonly world: World};

/** A request to an operation of a world. */
export type OperationContext = WorldContext & {operation: ServedOperation};

/** Whether the world of a request is known. */
export const hasWorld = (context: RequestContext): context is WorldContext =>
  context.world !== undefined;

/** Whether the operation of a request is known. */
export const hasOperation = (context: WorldContext): context is OperationContext =>
  context.operation !== undefined;

/** Makes the context of a new request. */
export const contextOf = (addressed: AddressedRequest, tool?: ToolCall): RequestContext => ({
  request: addressed.request,
  response: addressed.response,
  method: addressed.method,
  worldId: addressed.worldId,
  world: addressed.world,
  path: addressed.path,
  begun: addressed.begun,
  duePersisted: undefined,
  why: undefined,
  tool,
  operation: undefined,
  params: NO_PARAMS,
  version: '',
  credential: undefined,
  unauthenticated: false,
  headers: undefined,
  bytes: undefined,
  sent: undefined,
  input: undefined,
  outcome: undefined,
  persisted: undefined,
  changes: undefined,
  notes: undefined,
  condition: undefined,
});

const NO_PARAMS: Record<string, string> = {};
