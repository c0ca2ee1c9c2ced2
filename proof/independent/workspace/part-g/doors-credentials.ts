import {bearer} from '../auth.ts';
import {Refusal, type Answer, type Incoming} from '../http.ts';
import type {KeyRecord} from '../model.ts';
import {runBody} from '../run-life.ts';
import type {World} from '../world.ts';
import {publicationIn, type Door, type FaultyDoor} from './seams.ts';

function keyOf(w: World, req: Incoming): KeyRecord | undefined {
  return w.keys.get(bearer(req) ?? '');
}

/** A door that does something about a refusal. */
function onRefusal(deed: (w: World, req: Incoming, refusal: Refusal) => Answer | undefined): Door {
  return async (w, req, next) => {
    try {
      return await next(req);
    } catch (error) {
      const given = error instanceof Refusal ? deed(w, req, error) : undefined;
      if (given !== undefined) return given;
      throw error;
    }
  };
}

/** Counts from the start again once a request was refused for the rate. */
function beginAnew(w: World, req: Incoming, {status}: Refusal): undefined {
  if (status === 429) keyOf(w, req)?.hits.splice(0);
}

/** Names the limit of the rate otherwise where something is written. */
function nameByMethod(_: World, req: Incoming, {status, ...rest}: Refusal): undefined {
  if (status !== 429 || req.method !== 'POST') return;
  const words = 'This key wrote more often than it may within a minute.';
  throw new Refusal(429, 'too_many_writes', words, rest.detail, rest.headers);
}

/** Looks for a known Idempotency-Key before it judges what the key may do. */
function replayAnyway(w: World, req: Incoming, {status}: Refusal): Answer | undefined {
  const retry = req.headers['idempotency-key'];
  const isStart = req.method === 'POST' && req.url.pathname.endsWith('/runs');
  if (status !== 403 || !isStart || typeof retry !== 'string') return undefined;
  const space = w.spaces.get(keyOf(w, req)?.space ?? '');
  const run = w.runs.get(space?.replays.get(retry) ?? '');
  if (run?.publication !== publicationIn(req)) return undefined;
  return {status: 200, body: runBody(w, run), headers: {'Idempotency-Replayed': 'true'}};
}

/** Says when the publication was changed last, before it looks whose it is. */
function dateForeign(w: World, req: Incoming, refusal: Refusal): undefined {
  const found = w.publications.get(publicationIn(req));
  const space = keyOf(w, req)?.space;
  if (refusal.status !== 404 || found === undefined || found.space === space) return;
  const {status, reason, message, detail, headers} = refusal;
  const date = new Date(found.created).toUTCString();
  throw new Refusal(status, reason, message, detail, {...headers, 'Last-Modified': date});
}

/** What is wrong about keys, their rates and what they may see. */
export const CREDENTIAL_DOORS: readonly FaultyDoor[] = [
  ['rate-begins-anew-after-refusal', onRefusal(beginAnew)],
  ['rate-reason-by-method', onRefusal(nameByMethod)],
  ['replay-before-ability', onRefusal(replayAnyway)],
  ['foreign-publication-dated', onRefusal(dateForeign)],
];
