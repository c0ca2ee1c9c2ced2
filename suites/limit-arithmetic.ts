import type {Exchange} from '../spec/step.ts';
import type {Judgement} from './check.ts';
import {all, is, unusable} from './judge.ts';
import {explained, spanOf} from './limit-kinds.ts';
import {seconds, type Handle, type Script} from './script.ts';

/**
 * Requests of one credential until one is refused. `calls` sends `kinds` of them, which fill the
 * minute together.
 */
export const burst = (
  s: Script,
  limit: number,
  calls: (s: Script) => void,
  kinds = 2,
): Handle<Exchange[]> =>
  s.repeat(Math.ceil((2 * limit + 2) / kinds), calls, {until: {status: [429]}, unpaced: true});

/** More requests in the name of the credential that a burst pinned. */
export const pinned = (s: Script, call: (s: Script) => void): Handle<Exchange[]> =>
  s.repeat(1, call, {unpaced: true});

/**
 * The minutes of one credential, 95 seconds in all: used up; looked at after 5 seconds, when only a
 * bucket serves again; used up once more after 31, when only a bucket or a window that turned does;
 * looked at after 62, when every right limit serves again unless it served before; and used up
 * after 95. Shorter spans than a minute serve everywhere but after 5.
 */
export function minutesOf(
  s: Script,
  limit: number,
  calls: (s: Script) => void,
  look: (s: Script) => void,
  kinds: number,
) {
  s.advance(REFILL);
  const refilled = pinned(s, look);
  s.advance(seconds(31) - REFILL);
  const half = s.repeat(limit + 2, look, {until: {status: [429]}, unpaced: true});
  s.advance(seconds(31));
  const passed = pinned(s, look);
  s.advance(seconds(33));
  return {
    refilled,
    half,
    passed,
    second: burst(s, limit, calls, kinds),
    roundAgain: pinned(s, calls),
  };
}

const REFILL = seconds(5);

/**
 * What each operation of a burst is answered when it is served: its success, or the refusal that
 * the request deserves.
 */
export type Deserved = Record<string, string | string[]>;

const isServed = (exchange: Exchange): boolean => exchange.status !== 429;
const served = (requests: Exchange[]): number => requests.filter(isServed).length;
/** Seconds from the first request to the last answer. */
const took = (requests: Exchange[]): number => {
  const [first, last] = [requests[0], requests.at(-1)].map((one) => one && spanOf(one));
  return first && last ? (last.sent + last.took - first.sent) / 1000 : 0;
};
const nothing = (reason: string): Judgement => ({
  witnesses: [],
  violations: [],
  inconclusive: reason,
});
/** An answer that neither the deployment nor its limit gave. */
const silence = (requests: Exchange[]): string | undefined => {
  const silent = requests.find((exchange) => isServed(exchange) && unusable(exchange));
  return silent && unusable(silent);
};

/**
 * Seconds that two bursts may take together: later, too much would be explained by a window that
 * turned.
 */
const LONGEST = 25;

/** What the limit let pass was served: no other refusal stands in its place. */
export function judgeServed(requests: Exchange[], deserved: Deserved): Judgement {
  const wrong = requests.find(
    (exchange) =>
      isServed(exchange) &&
      !unusable(exchange) &&
      ![deserved[exchange.op] ?? []].flat().some((one) => exchange.situations.includes(one)),
  );
  return wrong ? is(wrong, deserved[wrong.op] ?? [], 'let-pass-and-not-served') : all();
}

/**
 * A limit of `limit` requests a minute, told from outside by everything that one credential asked,
 * in its order, bursts among it: it is right when some right way of counting explains every answer.
 */
export function judgeMinutes(
  limit: number,
  requests: Exchange[][],
  bursts: Exchange[][],
): Judgement {
  const every = requests.flat();
  const silent = silence(every);
  if (silent) return nothing(silent);
  if (requests.some((some) => !some.length)) return nothing('a burst was not sent');
  const counts = bursts.map(served);
  const seen = `${requests.map((some) => (some.length > 1 ? served(some) : isServed(some[0]!) ? 'one' : 'none')).join(', ')} served`;
  if (bursts.reduce((total, burst) => total + took(burst), 0) > LONGEST)
    return nothing(`the bursts took too long to tell a limit (${seen})`);
  if (explained(limit, every)) return {witnesses: [{of: 'limit', saw: seen}], violations: []};
  const early = Math.min(...counts) < limit - 1 || counts[0]! < limit;
  return {
    witnesses: [],
    violations: [
      {
        branch: early ? 'too-early' : 'too-late',
        expected: `what a limit of ${limit} a minute lets pass`,
        got: seen,
        step: every.at(-1)!.step,
      },
    ],
  };
}

/**
 * Requests of several kinds fill one minute. Where kinds are counted apart, many more are served
 * than one limit lets pass, or some kind still is when a burst has used up the others: in a round
 * of all kinds after each burst. A bucket or a window that turned serves there too, which the way
 * of counting explains.
 */
export function judgeTogether(
  limit: number,
  requests: Exchange[][],
  bursts: Exchange[][],
  rounds: Exchange[][],
): Judgement {
  const silent = silence(requests.flat());
  const least = Math.min(...bursts.map(served));
  if (silent) return nothing(silent);
  if (least < limit / 2)
    return nothing(`only ${least} were served: too few to tell one count from several`);
  const [first = [], ...others] = rounds;
  const apart = explained(limit, requests.flat())
    ? []
    : first.filter(
        (one) =>
          isServed(one) &&
          others.every((round) => round.some((other) => other.op === one.op && isServed(other))),
      );
  return least < 1.5 * limit && !apart.length
    ? {witnesses: [{of: 'one count', saw: `${least} of several kinds served`}], violations: []}
    : {
        witnesses: [],
        violations: [
          {
            branch: 'counted-apart',
            expected: `about ${limit} of all kinds together`,
            got: `${least} served${apart.length ? `, then still ${apart.map(({op}) => op).join(', ')}` : ''}`,
            step: bursts.at(-1)?.at(-1)?.step ?? '',
          },
        ],
      };
}
