import {Refusal, type Answer, type Incoming} from '../http.ts';
import type {KeyRecord} from '../model.ts';
import {memoryOf, timesOf} from '../part-d/memory.ts';
import {MINUTE} from '../time.ts';
import type {World} from '../world.ts';

const API = '/api/v1/';
const TEXT_CUT = 4096;

/** A request as a faulty server reads it. */
export function misread(w: World, req: Incoming): Incoming {
  if (w.faults.size === 0 || !req.url.pathname.startsWith(API)) return req;
  if (w.faults.has('chunked-bodies-unread') && req.headers['transfer-encoding'] !== undefined) {
    return {...req, body: Buffer.alloc(0)};
  }
  if (!w.faults.has('escaped-solidus-kept')) return req;
  const text = req.body.toString('utf8').replace(/(?<!\\)\\\//g, String.raw`\\/`);
  return {...req, body: Buffer.from(text)};
}

/** What a faulty server answers before it looks for the operation. */
export function earlyAnswer(w: World, req: Incoming): Answer | undefined {
  if (w.faults.size === 0 || !req.url.pathname.startsWith(API)) return undefined;
  const accept = (req.headers.accept ?? '*/*').trim();
  const isSingle = /^(\*\/\*|application\/json)$/i.test(accept);
  if (w.faults.has('accept-list-406') && !isSingle) {
    throw new Refusal(406, 'not_acceptable', 'Only application/json is sent.');
  }
  if (!w.faults.has('malformed-path-plain-400') || isReadable(req.url.pathname)) return undefined;
  const headers = {'Content-Type': 'text/plain; charset=utf-8'};
  return {status: 400, body: undefined, headers, raw: Buffer.from('Bad Request')};
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a faulty server serves a request without a look at the abilities. */
export function isUnguarded(w: World, req: Incoming, operation: string): boolean {
  if (operation !== 'list' || !w.faults.has('later-pages-unguarded')) return false;
  return req.url.searchParams.has('cursor');
}

function slowDown(wait: number): Refusal {
  return new Refusal(429, 'slow_down', 'This key sent too many requests.', {
    retry_after_seconds: Math.max(1, Math.ceil(wait / 1000)),
  });
}

/** Counts a request; a faulty server blocks keys that were refused thrice in a row. */
export function countWithBlocks(w: World, key: KeyRecord, count: () => void): void {
  if (!w.faults.has('rate-block-after-three-refusals')) return count();
  const memory = memoryOf(w);
  const block = `block of ${key.key}`;
  const refusals = `refusals of ${key.key}`;
  const wait = Number(memory.get(block) ?? 0) - w.now();
  if (wait > 0) throw slowDown(wait);
  try {
    count();
    memory.delete(refusals);
  } catch (refusal) {
    if (timesOf(w, refusals) >= 3) {
      memory.set(block, w.now() + 5 * MINUTE);
      memory.delete(refusals);
    }
    throw refusal;
  }
}

/** Whether a message of the agent protocol has no id. */
export function lacksId(w: World, id: unknown): boolean {
  return id === undefined || (id === 0 && w.faults.has('mcp-id-zero-taken-for-none'));
}

/** The text of a result, for agents. */
export function toldText(w: World, text: string): string {
  if (!w.faults.has('mcp-text-cut') || text.length <= TEXT_CUT) return text;
  return `${text.slice(0, TEXT_CUT)}…`;
}
