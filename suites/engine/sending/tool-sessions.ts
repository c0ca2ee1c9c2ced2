import type {Reply, Request} from '../../target/client.ts';
import type {ToolClient, ToolReply} from '../../target/tool-client.ts';

type Send = (request: Request) => Promise<Reply>;

/** The open sessions with MCP servers: one for each server and credential. */
export class ToolSessions {
  readonly #open = new Map<string, Promise<ToolClient | ToolReply>>();

  /**
   * The session of a credential. If there is none, begins one.
   * @param secret undefined for a session without a credential
   * @returns the session, or the response that refused it
   */
  async of(url: string, secret: string | undefined, send: Send): Promise<ToolClient | ToolReply> {
    const key = `${url} ${secret ?? ''}`;
    const opening = this.#open.get(key) ?? begin(url, secret, send);
    this.#open.set(key, opening);
    const session = await opening;
    if (isRefused(session)) this.#open.delete(key);
    return session;
  }

  /** Forgets a session that the server does not know any more. */
  drop(url: string, secret: string | undefined): void {
    this.#open.delete(`${url} ${secret ?? ''}`);
  }
}

/** Whether a session was refused. */
export const isRefused = (session: ToolClient | ToolReply): session is ToolReply =>
  'reply' in session;

/** The header that presents a secret; none without a secret. */
export const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : {authorization: `Bearer ${secret}`};

/** Begins a session. The first one loads the library of MCP. */
async function begin(
  url: string,
  secret: string | undefined,
  send: Send,
): Promise<ToolClient | ToolReply> {
  const {ToolClient} = await import('../../target/tool-client.ts');
  const client = new ToolClient(url, bearer(secret));
  return (await client.open(send)) ?? client;
}
