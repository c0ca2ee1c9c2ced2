import type {Why} from '../operation.ts';

/** Error codes of JSON-RPC 2.0 (section 5.1), and the SDK's code for an unknown session. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  sessionNotFound: -32001,
} as const;

/** A refusal as a JSON-RPC error, with the HTTP status that carries it. */
export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
  /** For the journal. Default: a message of the protocol. */
  expected?: string;
  /** For the journal: what was wrong. Default: the message. */
  got?: string;
  /** For the journal: what to do. Default: correct the request. */
  todo?: string;
  /** Id of the refused JSON-RPC request; null or absent when it has none that can be read. */
  id?: string | number | null;
  /** Headers of the response, for example `Allow`. */
  headers?: Record<string, string>;
}

/** Thrown by a step of the MCP server that refuses a request; `McpJournal` answers it. */
export class McpRefusal extends Error {
  override name = 'McpRefusal';
  readonly refusal: RpcRefusal;

  constructor(refusal: RpcRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What the journal says about a refusal. */
export const whyOf = ({expected, got, message, todo}: RpcRefusal): Why => ({
  expected: expected ?? 'a message of the Model Context Protocol',
  got: got ?? message,
  todo: todo ?? 'correct the request',
});
