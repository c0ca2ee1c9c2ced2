import type {IncomingMessage, ServerResponse} from 'node:http';
import type {World} from '../world.ts';

const PAGE = (status: number, text: string): string =>
  `<html>\r\n<head><title>${status} ${text}</title></head>\r\n<body>\r\n<center><h1>${status} ${text}</h1></center>\r\n</body>\r\n</html>\r\n`;

type Trouble = {
  every: number;
  at: number;
  status: number;
  text: string;
  retry?: string;
  /** Whether it is one in many requests to the agent server alone. */
  mcp?: boolean;
};

/** What a gateway does with one request in many, before the server sees it. */
const TROUBLES: Readonly<Record<string, Trouble>> = {
  'gateway-502-at-times': {every: 200, at: 77, status: 502, text: 'Bad Gateway'},
  'gateway-502-often': {every: 40, at: 33, status: 502, text: 'Bad Gateway'},
  'gateway-503-at-times': {
    every: 200,
    at: 131,
    status: 503,
    text: 'Service Temporarily Unavailable',
    retry: '1',
  },
  'gateway-502-before-the-agent-server': {
    every: 25,
    at: 17,
    status: 502,
    text: 'Bad Gateway',
    mcp: true,
  },
  'gateway-504-at-times': {every: 200, at: 59, status: 504, text: 'Gateway Time-out'},
};

function troubleOf(w: World, number: number, path: string): Trouble | undefined {
  const ofMcp = path.endsWith('/mcp') ? w.count('request of an agent') : 0;
  for (const [name, one] of Object.entries(TROUBLES)) {
    const reached = one.mcp === true ? ofMcp : number;
    if (w.variants.has(name) && reached % one.every === one.at) return one;
  }
  return undefined;
}

async function swallow(raw: IncomingMessage): Promise<void> {
  for await (const _ of raw);
}

/** Waits together with the requests that came at the same time. */
async function overlapped(w: World, ms: number): Promise<void> {
  const end = w.now() + ms;
  await new Promise((done) => setTimeout(done, 3));
  if (w.now() < end) await w.wait(end - w.now());
}

/** Lets the network answer a request in place of the server; false: it goes through. */
export async function interfered(
  w: World,
  raw: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  if (w.variants.size === 0 || raw.url?.includes('/__hooks') === true) return false;
  const number = w.count('request');
  if (w.variants.has('connections-dropped-at-times') && number % 250 === 111) {
    raw.socket.destroy();
    return true;
  }
  if (w.variants.has('slow-at-times') && number % 60 === 7) await w.wait(1500);
  if (w.variants.has('slow-always')) await overlapped(w, 1100 + (number % 4) * 250);
  const trouble = troubleOf(w, number, raw.url ?? '');
  if (trouble === undefined) return false;
  await swallow(raw);
  res.writeHead(trouble.status, {
    'Content-Type': 'text/html',
    Server: 'nginx/1.24.0',
    ...(trouble.retry !== undefined && {'Retry-After': trouble.retry}),
  });
  res.end(PAGE(trouble.status, trouble.text));
  return true;
}

/** The path of a request as the server takes it. */
export function takenPath(w: World, path: string): string {
  const v = w.variants;
  let taken = v.has('base-with-a-path') && path.startsWith('/press/') ? path.slice(6) : path;
  if (v.has('trailing-slash-served') && taken.endsWith('/')) taken = taken.replace(/\/+$/, '');
  if (v.has('double-slashes-merged')) taken = taken.replace(/\/{2,}/g, '/');
  if (v.has('paths-any-case')) {
    taken = taken.replace(/^\/api\/v1\/(account|usage|tools|uploads|publications)/i, (one) =>
      one.toLowerCase(),
    );
  }
  return taken;
}
