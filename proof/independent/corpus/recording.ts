import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Chance} from './chance.ts';
import type {Request} from './handing.ts';

/** Requests that were at a server at the same time, and when they came. */
export interface Turn {
  at: number;
  requests: Request[];
}

/** Milliseconds for which a request waits for others that were sent with it. */
const TOGETHER = 1;

/** Notes every request that comes to a server, as a whole and before it is answered. */
export function recordAt(server: Server, now: () => number, chance: Chance): Turn[] {
  const turns: Turn[] = [];
  const answer = server.listeners('request');
  let waiting: [Request, IncomingMessage, ServerResponse][] = [];
  const serve = (): void => {
    const turn = waiting;
    waiting = [];
    turns.push({at: now(), requests: turn.map(([request]) => request)});
    chance.begin(turns.length);
    for (const [, req, res] of turn) for (const one of answer) one.call(server, req, res);
  };
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const {method = 'GET', url = '/', headers} = req;
    const parts: Buffer[] = [];
    const push = req.push.bind(req);
    req.push = (chunk: Buffer | null) => {
      if (chunk) parts.push(chunk);
      else if (waiting.push([{method, url, headers, body: Buffer.concat(parts)}, req, res]) === 1)
        setTimeout(serve, TOGETHER);
      return push(chunk);
    };
  });
  return turns;
}
