import type {Exchange} from '../spec/step.ts';
import type {Judgement} from './check.ts';
import type {Handle, Script} from './script.ts';

/** Requests of one credential until one is refused. `calls` sends two: one after the other they fill the minute together. */
export const burst = (s: Script, limit: number, calls: (s: Script) => void): Handle<Exchange[]> =>
  s.repeat(limit + 1, calls, {until: {status: [429]}, unpaced: true});

/** One more request in the name of the credential that a burst pinned. */
export const pinned = (s: Script, call: (s: Script) => void): Handle<Exchange[]> => s.repeat(1, call, {unpaced: true});

const served = (requests: Exchange[]): number => requests.filter((exchange) => exchange.status !== 429).length;
/** Whole seconds: what a bucket, full before the burst, gives back meanwhile. */
const took = (requests: Exchange[]): number => Math.floor(((requests.at(-1)?.gotAt ?? 0) - (requests[0]?.sentAt ?? 0)) / 1000);
const nothing = (reason: string): Judgement => ({witnesses: [], violations: [], inconclusive: reason});

/**
 * A limit of `limit` requests a minute, told from outside by two bursts 90 seconds apart: the boundary of a fixed window
 * cannot fall into both, so the smaller count is the limit. A bucket refills while a burst lasts, so as many more are
 * tolerated as the burst took seconds (none on a frozen clock). Right for aligned, fixed and sliding windows and for
 * token buckets.
 */
export function judgeBursts(limit: number, first: Exchange[], second: Exchange[]): Judgement {
  const least = Math.min(served(first), served(second));
  const slack = Math.max(took(first), took(second));
  const silent = [...first, ...second].find((exchange) => exchange.status === 0);
  if (silent) return nothing(`no answer (${silent.problem ?? 'network'})`);
  if (slack >= limit) return nothing('the bursts took too long to tell a window from a refill');
  const at = second.at(-1)!.step;
  const wrong =
    least < limit
      ? {branch: 'too-early', expected: `${limit} served`, got: `${least} served`, at}
      : least > limit + slack
        ? {branch: 'too-late', expected: `429 after ${limit}`, got: `${least} served`, at}
        : undefined;
  return wrong
    ? {witnesses: [], violations: [wrong]}
    : {witnesses: [{of: 'limit', saw: `${served(first)} and ${served(second)} served`}], violations: []};
}

/** Two kinds of requests, sent in turn, fill one minute: counted apart, twice as many would be served. */
export function judgeTogether(limit: number, first: Exchange[], second: Exchange[]): Judgement {
  const least = Math.min(served(first), served(second));
  return least < 1.5 * limit
    ? {witnesses: [{of: 'one count', saw: `${least} of two kinds served`}], violations: []}
    : {
        witnesses: [],
        violations: [{branch: 'counted-apart', expected: `about ${limit} of two kinds together`, got: `${least} served`, at: second.at(-1)?.step ?? ''}],
      };
}
