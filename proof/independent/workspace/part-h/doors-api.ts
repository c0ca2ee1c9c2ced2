import {bearer} from '../auth.ts';
import {Refusal, type Incoming} from '../http.ts';
import {memoryOf} from '../part-d/memory.ts';
import {publicationIn, type Door, type FaultyDoor} from '../part-g/seams.ts';
import {DAY} from '../time.ts';
import type {World} from '../world.ts';

/** The Idempotency-Key of a start. */
function retryKeyIn(req: Incoming): string | undefined {
  const retry = req.headers['idempotency-key'];
  const isStart = req.method === 'POST' && req.url.pathname.endsWith('/runs');
  return isStart && typeof retry === 'string' && retry !== '' ? retry : undefined;
}

/** Keeps what a start with an Idempotency-Key is answered for a day, when it is refused for the rate, too. */
const keptRefusal: Door = async (w, req, next) => {
  const retry = retryKeyIn(req);
  if (retry === undefined) return next(req);
  const memory = memoryOf(w);
  const name = `answer to ${retry} of ${bearer(req)}`;
  const refusal = (): Refusal => new Refusal(429, 'slow_down', 'This key sent too many requests.');
  if (w.now() < Number(memory.get(name) ?? 0)) throw refusal();
  try {
    return await next(req);
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) memory.set(name, w.now() + DAY);
    throw error;
  }
};

/** Whether a start is a retry of a run that is known. */
function isReplay(w: World, req: Incoming): boolean {
  const retry = retryKeyIn(req);
  const space = w.spaces.get(w.keys.get(bearer(req) ?? '')?.space ?? '');
  const run = w.runs.get(space?.replays.get(retry ?? '') ?? '');
  return run !== undefined && run.publication === publicationIn(req);
}

/** Looks for the run of a retry before it counts the request. */
const freeReplay: Door = async (w, req, next) => {
  const hits = w.keys.get(bearer(req) ?? '')?.hits;
  if (hits === undefined || !isReplay(w, req)) return next(req);
  const before = hits.splice(0);
  try {
    return await next(req);
  } finally {
    hits.splice(0, hits.length, ...before);
  }
};

/** Refuses downloads for the rate in words, as a site does. */
const plainRefusal: Door = async (_, req, next) => {
  try {
    return await next(req);
  } catch (error) {
    const isDownload = /^\/api\/v1\/files\/[^/]+\/download$/.test(req.url.pathname);
    if (!isDownload || !(error instanceof Refusal) || error.status !== 429) throw error;
    const headers = {...error.headers, 'Content-Type': 'text/plain; charset=utf-8'};
    return {status: 429, body: undefined, headers, raw: Buffer.from('Too Many Requests')};
  }
};

/** What is wrong about rates and retries. */
export const API_DOORS: readonly FaultyDoor[] = [
  ['rate-refusal-kept-by-retry-key', keptRefusal],
  ['replays-free-of-rate', freeReplay],
  ['download-rate-refusal-plain', plainRefusal],
];
