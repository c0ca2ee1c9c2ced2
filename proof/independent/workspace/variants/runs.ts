import type {Context} from '../context.ts';
import {Refusal, type Json} from '../http.ts';
import type {Publication, Run} from '../model.ts';
import {DAY, MINUTE, SECOND} from '../time.ts';
import type {Tool} from '../tools.ts';
import type {World} from '../world.ts';

/** How long a run waits and how long it takes until its end. */
export function timesOf(w: World): {waiting: number; working: number} {
  const v = w.variants;
  if (v.has('runs-end-at-once')) return {waiting: 0, working: 0};
  if (v.has('runs-take-90-seconds')) return {waiting: 20 * SECOND, working: 90 * SECOND};
  if (v.has('runs-take-ten-minutes')) return {waiting: MINUTE, working: 10 * MINUTE};
  if (v.has('runs-of-many-states')) return {waiting: 2 * SECOND, working: 14 * SECOND};
  return {waiting: SECOND, working: 3 * SECOND};
}

const MANY = ['QUEUED', 'fetching', 'being.prepared', 'processing', 'in review', 'storing', '7'];

/** The non-terminal state of a run, by the time since its start; undefined: the server's own. */
export function passingState(w: World, since: number): string | undefined {
  const {working} = timesOf(w);
  if (w.variants.has('runs-of-many-states')) {
    return MANY[Math.min(MANY.length - 1, Math.floor((since / working) * MANY.length))];
  }
  if (w.variants.has('runs-go-back')) {
    return Math.floor(since / SECOND) % 2 === 0 ? 'waiting' : 'working';
  }
  return w.variants.has('runs-of-one-state') ? 'open' : undefined;
}

/** Refuses a start that a service may refuse for reasons of its own. */
export function judgeMore(c: Context, tool: Tool, publication: Publication): void {
  const {w} = c;
  if (w.variants.has('tools-for-books-only') && publication.type !== 'book') {
    throw new Refusal(422, 'tool_not_applicable', 'This tool takes no audiobooks.');
  }
  if (w.variants.has('runs-at-most-three-at-once') && unfinished(w, c.space.id) >= 3) {
    throw new Refusal(409, 'too_many_runs', 'Three runs of this workspace have not ended.');
  }
  if (!w.variants.has('one-run-at-a-time')) return;
  for (const run of w.runs.values()) {
    if (run.publication === publication.id && !run.settled) {
      throw new Refusal(409, 'publication_busy', `${tool.label} has to wait for another run.`);
    }
  }
}

/** How many runs of a workspace have not ended. */
function unfinished(w: World, space: string): number {
  return [...w.runs.values()].filter((run) => run.space === space && !run.settled).length;
}

const WORKERS = 2;

/** Puts a new run into the queue of its workspace, where two workers take up one after the other. */
export function enqueue(w: World, run: Run): void {
  if (!w.variants.has('runs-in-a-queue')) return;
  const free = w.workers.get(run.space) ?? Array.from({length: WORKERS}, () => 0);
  const [first = 0, ...rest] = free.toSorted((a, b) => a - b);
  const begins = Math.max(first, run.started);
  w.taken.set(run.id, begins);
  w.workers.set(run.space, [...rest, begins + timesOf(w).working]);
}

/** When a run is taken up: when it is started, or when a worker is free. */
export const takenUp = (w: World, run: Run): number => w.taken.get(run.id) ?? run.started;

/** The status of a refusal for a ceiling, and its further headers. */
export function ceilingRefusal(
  w: World,
  which: 'daily' | 'pair',
): {status: number; headers: Record<string, string>} {
  const v = w.variants;
  if (v.has(`${which}-limit-429`)) return {status: 429, headers: {'Retry-After': '3600'}};
  if (v.has(`${which}-limit-429-without-time`)) return {status: 429, headers: {}};
  if (v.has(`${which}-limit-403`)) return {status: 403, headers: {}};
  return {status: v.has(`${which}-limit-422`) ? 422 : 409, headers: {}};
}

/** The reason of the refusal for a tool's ceiling on a publication. */
export function pairReason(w: World): string {
  return w.variants.has('pair-limit-with-reason-of-day')
    ? 'daily_limit_reached'
    : 'pair_limit_reached';
}

/** Whether a retry key is forgotten by now. */
export function isForgotten(w: World, run: Run): boolean {
  return w.variants.has('retry-keys-kept-a-day') && w.now() - run.started >= DAY;
}

/** Where a retry key is kept; the key itself, or one for each publication. */
export function slotOf(c: Context, key: string): string {
  const v = c.w.variants;
  if (v.has('retry-keys-of-long-form-refused') && key.length > 64) {
    throw new Refusal(400, 'invalid_fields', 'The Idempotency-Key has at most 64 characters.');
  }
  const elsewhere = [...c.w.spaces.values()].filter((one) => one.id !== c.space.id);
  const taken = elsewhere.some(({replays}) => replays.has(key));
  if (taken && v.has('retry-keys-of-the-whole-service')) {
    throw new Refusal(409, 'idempotency_key_taken', 'The Idempotency-Key was used before.');
  }
  const kept = v.has('texts-trimmed') ? key.trim() : key;
  return v.has('retry-keys-by-publication') ? `${c.params['publication']} ${kept}` : kept;
}

/** Whether the same key with another tool or publication replays the first start. */
export const replaysAnyway = (w: World): boolean => w.variants.has('replay-looks-at-the-key-alone');

/** The body of a replay: that of the first answer, where a service keeps it. */
export function replayedBody(w: World, body: Json): Json {
  if (!w.variants.has('replay-shows-the-first-answer')) return body;
  const shown = body['run'];
  const first = {phase: 'waiting', output: null, ended: null};
  return {run: {...Object(shown), ...first}};
}

/** What a report is written as. */
export function reportShape(w: World, body: Json): unknown {
  const v = w.variants;
  if (v.has('report-as-list')) return [body['report'], {level: 'info', text: 'nothing to do'}];
  if (v.has('report-as-text')) return 'Everything is in order.';
  if (!v.has('report-large')) return body;
  const messages = Array.from({length: 20_000}, (_, at) => ({
    at,
    text: 'A heading is missing in this part of the text, and there is more to tell of it.',
  }));
  return {report: {...Object(body['report']), messages}};
}
