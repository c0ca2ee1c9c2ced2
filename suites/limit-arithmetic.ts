import type {Exchange} from '../spec/step.ts';
import type {Judgement} from './check.ts';
import {unusable} from './judge.ts';
import {seconds, type Handle, type Script} from './script.ts';

/** Requests of one credential until one is refused. `calls` sends two: one after the other they fill the minute together. */
export const burst = (s: Script, limit: number, calls: (s: Script) => void): Handle<Exchange[]> =>
  s.repeat(limit + 1, calls, {until: {status: [429]}, unpaced: true});

/** One more request in the name of the credential that a burst pinned. */
export const pinned = (s: Script, call: (s: Script) => void): Handle<Exchange[]> => s.repeat(1, call, {unpaced: true});

/** Seconds after a burst at which a bucket serves again and a window does not. */
export const REFILL = seconds(5);

const served = (requests: Exchange[]): number => requests.filter((exchange) => exchange.status !== 429).length;
/** Seconds from the first request to the last answer. */
const took = (requests: Exchange[]): number => ((requests.at(-1)?.gotAt ?? 0) - (requests[0]?.sentAt ?? 0)) / 1000;
const nothing = (reason: string): Judgement => ({witnesses: [], violations: [], inconclusive: reason});
/** An answer that neither the deployment nor its limit gave. */
const silence = (requests: Exchange[]): string | undefined => {
  const silent = requests.find((exchange) => exchange.status !== 429 && unusable(exchange));
  return silent && unusable(silent);
};

/** Seconds that two bursts may take together: later the boundary of one fixed window could fall into both. */
const LONGEST = 25;

/**
 * A limit of `limit` requests a minute, told from outside by two bursts 90 seconds apart: the boundary of a fixed window
 * cannot fall into both, so the smaller count is the limit. A bucket refills while a burst lasts, so as many more are
 * tolerated as the burst took whole seconds, but only of a bucket: it alone serves again `REFILL` after both bursts.
 * Right for aligned, fixed and sliding windows and for token buckets.
 */
export function judgeBursts(limit: number, bursts: Exchange[][], refills: Exchange[][]): Judgement {
  const silent = silence([...bursts, ...refills].flat());
  if (silent) return nothing(silent);
  if (bursts.some((burst) => !burst.length) || refills.some((refill) => !refill.length)) return nothing('a burst was not sent');
  const counts = bursts.map(served);
  const seen = `${counts.join(' and ')} served`;
  if (bursts.reduce((total, burst) => total + took(burst), 0) > LONGEST) return nothing(`the bursts took too long to tell a limit (${seen})`);
  const refilled = refills.every((refill) => refill.at(-1)!.status !== 429);
  const least = Math.min(...counts);
  const slack = refilled ? Math.floor(Math.max(...bursts.map(took))) : 0;
  const at = bursts.at(-1)!.at(-1)!.step;
  if (least < limit) return {witnesses: [], violations: [{branch: 'too-early', expected: `${limit} served`, got: seen, at}]};
  if (least > limit + slack) return {witnesses: [], violations: [{branch: 'too-late', expected: `429 after ${limit}`, got: seen, at}]};
  return {witnesses: [{of: 'limit', saw: seen}], violations: []};
}

/** Two kinds of requests, sent in turn, fill one minute: counted apart, twice as many would be served. */
export function judgeTogether(limit: number, bursts: Exchange[][]): Judgement {
  const silent = silence(bursts.flat());
  const least = Math.min(...bursts.map(served));
  if (silent) return nothing(silent);
  if (least < limit / 2) return nothing(`only ${least} were served: too few to tell one count from two`);
  return least < 1.5 * limit
    ? {witnesses: [{of: 'one count', saw: `${least} of two kinds served`}], violations: []}
    : {
        witnesses: [],
        violations: [{branch: 'counted-apart', expected: `about ${limit} of two kinds together`, got: `${least} served`, at: bursts.at(-1)?.at(-1)?.step ?? ''}],
      };
}
