import type {MessageReply, ToolMessage} from './tool-requests.ts';

/**
 * The two kinds of revisions of the protocol, in the words of its page on versioning (2026-07-28): `modern` ones have
 * the version and the client's capabilities in every request; `legacy` ones begin a session with `initialize`.
 */
export type Era = 'modern' | 'legacy';

/** The revision of the era `modern` that is spoken here. */
export const MODERN = '2026-07-28';

/** The revisions with `initialize` over Streamable HTTP; the first is offered. */
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const CLIENT = {name: 'presscheck', version: '1.0.0'};

/** The parameters of `initialize`. */
export const initialization = (protocolVersion: string): Record<string, unknown> => ({
  protocolVersion,
  capabilities: {},
  clientInfo: CLIENT,
});

/** A request as the era `modern` has it: with its version, in the headers as well (Streamable HTTP: request metadata). */
export function modernMessage(
  method: string,
  params: Record<string, unknown> = {},
  mirrored: Record<string, string> = {},
): ToolMessage {
  return {
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientInfo': CLIENT,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    headers: {'mcp-protocol-version': MODERN, 'mcp-method': method, ...mirrored},
  };
}

/**
 * Whether the server of a deployment speaks an era, as far as a run has seen, whoever asked. Each run has one of its own: its
 * worlds are on one deployment, and another deployment may be on the same host.
 */
export class ErasSeen {
  readonly #seen = new Map<Era, boolean>();

  /** Undefined: not known. */
  speaks(era: Era): boolean | undefined {
    return this.#seen.get(era);
  }

  note(era: Era, speaks: boolean): void {
    this.#seen.set(era, speaks);
  }

  /** The eras to try, the preferred one first; those that the server does not speak only if none is left. */
  order(preferred: Era): Era[] {
    const both: Era[] = preferred === 'modern' ? ['modern', 'legacy'] : ['legacy', 'modern'];
    const possible = both.filter((era) => this.speaks(era) !== false);
    return possible.length ? possible : both;
  }
}

/** Refusals that have causes besides the revision: the credential, a limit, the network. */
const OTHER_CAUSES = [0, 401, 403, 408, 429];

/** Whether a refusal says that the server does not speak the era in which it was asked. */
export const isOfAnotherEra = ({reply: {status}}: MessageReply): boolean =>
  !OTHER_CAUSES.includes(status) && status < 500;

/** Errors that only servers of the era `modern` have (2026-07-28, Error codes). */
const MODERN_ERRORS = [-32_020, -32_021, -32_022];

/**
 * The failure that says most about a server that served nothing in either era: that its credential was refused, or a
 * limit was; else the error of the era that the server speaks; else that of the last one tried.
 */
export function mostTelling(failures: MessageReply[]): MessageReply | undefined {
  const ofStatus = (status: number) => failures.find(({reply}) => reply.status === status);
  const modern = failures.find(({error}) => error && MODERN_ERRORS.includes(error.code));
  return ofStatus(401) ?? ofStatus(403) ?? ofStatus(429) ?? modern ?? failures.at(-1);
}
