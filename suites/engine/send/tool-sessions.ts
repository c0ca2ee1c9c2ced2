import type {Reply, Request} from '../../target/client.ts';
import type {ToolClient, ToolReply} from '../../target/tool-client.ts';
import {ErasSeen, type Era} from '../../target/tool-revisions.ts';

type Send = (request: Request) => Promise<Reply>;

/** A server, and the credential with which it is spoken to. */
interface Peer {
  url: string;
  /** Undefined without a credential. */
  secret: string | undefined;
  /** Which era is tried first. Default: `modern`. */
  era?: Era | undefined;
}

/** The clients that MCP servers have answered: one for each server, credential and era that is preferred. */
export class ToolSessions {
  readonly #open = new Map<string, Promise<ToolClient | ToolReply>>();
  readonly #seen: ErasSeen;

  /** @param seen which eras the server speaks, as far as the run has seen */
  constructor(seen = new ErasSeen()) {
    this.#seen = seen;
  }

  /**
   * The client of a credential. If there is none, one begins to speak to the server.
   * @returns the client, or the response that refused it
   */
  async of(peer: Peer, send: Send): Promise<ToolClient | ToolReply> {
    const key = keyOf(peer);
    const opening = this.#open.get(key) ?? begin(peer, this.#seen, send);
    this.#open.set(key, opening);
    const session = await opening;
    if (isRefused(session)) this.#open.delete(key);
    return session;
  }

  /** Forgets a client whose session the server does not know any more. */
  drop(peer: Peer): void {
    this.#open.delete(keyOf(peer));
  }
}

const keyOf = ({url, secret = '', era = 'modern'}: Peer): string => `${url} ${era} ${secret}`;

/** Whether a session was refused. */
export const isRefused = (session: ToolClient | ToolReply): session is ToolReply =>
  'reply' in session;

/** The header that presents a secret; none without a secret. */
export const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : {authorization: `Bearer ${secret}`};

/** Begins to speak to a server. The first call loads the client of MCP. */
async function begin(
  {url, secret, era}: Peer,
  seen: ErasSeen,
  send: Send,
): Promise<ToolClient | ToolReply> {
  const {ToolClient} = await import('../../target/tool-client.ts');
  const client = new ToolClient(url, bearer(secret), seen);
  return (await client.open(send, era)) ?? client;
}
