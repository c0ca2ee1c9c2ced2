import type {Exchange} from '../spec/step.ts';

/** A request as a limit met it: the instant in milliseconds, and whether it was served. */
interface Met {
  at: number;
  served: boolean;
}

/**
 * A right way to count: whether it answers every request as it was answered. `slow` is the longest
 * answer in milliseconds.
 */
type Way = (limit: number, met: Met[], slow: number) => boolean;

const MINUTE = 60_000;

/** Counted back from each request, refusals too or not. */
const sliding =
  (refusals: boolean): Way =>
  (limit, met) => {
    const log: number[] = [];
    return met.every(({at, served}) => {
      while (log.length && log[0]! <= at - MINUTE) log.shift();
      const free = log.length < limit;
      if (free || refusals) log.push(at);
      return served === free;
    });
  };

const counted = (limit: number, met: Met[], windowOf: (at: number) => number): boolean => {
  let window = NaN;
  let count = 0;
  return met.every(({at, served}) => {
    if (windowOf(at) !== window) [window, count] = [windowOf(at), 0];
    count += 1;
    return served === count <= limit;
  });
};

/** In windows that begin with the first request after the last one ended. */
const fromTheFirst: Way = (limit, met) => {
  let began = -Infinity;
  return counted(limit, met, (at) => (at >= began + MINUTE ? (began = at) : began));
};

/** In windows of some clock: one of the requests is the first after a turn. */
const aligned: Way = (limit, met) =>
  met.some(({at: turn}) => counted(limit, met, (at) => Math.floor((at - turn) / MINUTE)));

/**
 * By tokens that flow back evenly, each perhaps late by the time of one; of a full bucket none is
 * missing.
 */
const bucket: Way = (limit, met, slow) => {
  const every = MINUTE / limit;
  let tokens = limit;
  let sinceFull = 0;
  let then = met[0]!.at;
  return met.every(({at, served}) => {
    tokens = Math.min(limit, tokens + (at - then) / every);
    if (tokens === limit) sinceFull = 0;
    then = at;
    const fits = served ? tokens + slow / every >= 1 : Math.max(limit - sinceFull, tokens - 1) < 1;
    if (served) [tokens, sinceFull] = [tokens - 1, sinceFull + 1];
    return fits;
  });
};

const WAYS: Way[] = [sliding(false), sliding(true), fromTheFirst, aligned, bucket];

/** When an exchange was sent and how long it took, by the clock that the limit reads. */
export const spanOf = ({sentAt, gotAt, stoodAt}: Exchange): {sent: number; took: number} =>
  stoodAt === undefined ? {sent: sentAt, took: gotAt - sentAt} : {sent: stoodAt, took: 0};

/**
 * Whether some right way of counting `limit` requests a minute (the documents leave the way open:
 * NS-WS-40, NS-ST-72) explains the answers of one credential. When within its request and answer
 * each was judged, nobody can know.
 */
export function explained(limit: number, exchanges: Exchange[]): boolean {
  const slow = Math.max(...exchanges.map((exchange) => spanOf(exchange).took));
  return [0, 0.5, 1].some((part) => {
    const met = exchanges.map((exchange) => ({
      at: spanOf(exchange).sent + part * spanOf(exchange).took,
      served: exchange.status !== 429,
    }));
    return WAYS.some((way) => way(limit, met, slow));
  });
}
