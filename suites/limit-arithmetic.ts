import type {Exchange} from '../spec/step.ts';
import type {Judgement} from './check.ts';
import type {Handle, Script} from './script.ts';
import {seconds} from './script.ts';

/**
 * A limit of `limit` requests a minute, told from outside by two bursts well apart: the boundary of a fixed window
 * cannot fall into both, so the smaller count is the limit. A bucket refills while a burst lasts, so as many more are
 * tolerated as the burst took seconds (none on a frozen clock).
 */
export function twoBursts(s: Script, limit: number, call: (s: Script) => void): {first: Handle<Exchange[]>; second: Handle<Exchange[]>} {
  const burst = (): Handle<Exchange[]> => s.repeat(2 * limit + 1, call, {until: {status: [429]}, unpaced: true});
  const first = burst();
  s.advance(seconds(90));
  return {first, second: burst()};
}

/** Judges two bursts; right for aligned, fixed and sliding windows and for token buckets. */
export function judgeBursts(limit: number, first: Exchange[], second: Exchange[]): Judgement {
  const served = (burst: Exchange[]): number => burst.filter((exchange) => exchange.status !== 429).length;
  const took = (burst: Exchange[]): number => Math.ceil(((burst.at(-1)?.gotAt ?? 0) - (burst[0]?.sentAt ?? 0)) / 1000);
  const least = Math.min(served(first), served(second));
  const slack = Math.max(took(first), took(second));
  if (slack >= limit) return {witnesses: [], violations: [], inconclusive: 'the bursts took too long to tell a window from a refill'};
  const silent = [...first, ...second].find((exchange) => exchange.status === 0);
  if (silent) return {witnesses: [], violations: [], inconclusive: `no answer (${silent.problem ?? 'network'})`};
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
