import type {Reply, Request} from '../target/client.ts';
import type {ToolClient, ToolReply} from '../target/tool-client.ts';

type Send = (request: Request) => Promise<Reply>;

/** Sessions with the MCP servers that a run talks to, one a server and credential. */
export class ToolSessions {
  readonly #open = new Map<string, Promise<ToolClient | ToolReply>>();

  /**
   * The session of a credential; begun when there is none.
   * @param secret absent: nobody's
   * @returns the session, or what refused to begin it
   */
  async of(url: string, secret: string | undefined, send: Send): Promise<ToolClient | ToolReply> {
    const key = `${url} ${secret ?? ''}`;
    let opening = this.#open.get(key);
    if (!opening) this.#open.set(key, (opening = begin(url, secret, send)));
    const session = await opening;
    if (isRefused(session)) this.#open.delete(key);
    return session;
  }

  /** Forgets a session that the server does not know any more. */
  drop(url: string, secret: string | undefined): void {
    this.#open.delete(`${url} ${secret ?? ''}`);
  }
}

export const isRefused = (session: ToolClient | ToolReply): session is ToolReply =>
  'reply' in session;

/** How a credential is shown; nobody has none. */
export const bearer = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : {authorization: `Bearer ${secret}`};

/** The protocol's library is loaded when the first session begins. */
async function begin(
  url: string,
  secret: string | undefined,
  send: Send,
): Promise<ToolClient | ToolReply> {
  const {ToolClient} = await import('../target/tool-client.ts');
  const client = new ToolClient(url, bearer(secret));
  return (await client.open(send)) ?? client;
}
