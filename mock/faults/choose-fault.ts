import {hash} from 'node:crypto';
import type {World} from '../world/world.ts';
import type {FaultTally, OrderedFault} from './fault-rule.ts';
import {isAbout, type RequestFacts} from './match.ts';

/**
 * The rule that acts on a request: the first one that is about it and whose `nth` and `probability` have its turn. Counts
 * the request for each rule that is asked.
 */
export function chooseFault(world: World, facts: RequestFacts): OrderedFault | undefined {
  for (const rule of world.settings.faults ?? []) {
    if (!isAbout(rule, facts, world)) continue;
    const tally = tallyOf(world, rule.id);
    tally.matched++;
    if (!hasTurn(world, rule, tally)) continue;
    tally.fired++;
    return rule;
  }
  return undefined;
}

/** The counters of a rule, for reading and counting. */
export function tallyOf({faultTallies}: World, id: string): FaultTally {
  const tally = faultTallies.get(id) ?? {matched: 0, fired: 0};
  faultTallies.set(id, tally);
  return tally;
}

function hasTurn(world: World, {id, match = {}}: OrderedFault, {matched}: FaultTally): boolean {
  const {nth, probability} = match;
  if (nth && (matched < (nth.from ?? 1) || matched > (nth.to ?? Infinity))) return false;
  return !probability || chance(probability.seed ?? world.seed, id, matched) < probability.of;
}

/**
 * A number from 0 to below 1 that follows from a seed: the same again after a reset.
 * @param count how many requests the rule has matched
 */
export function chance(seed: number, purpose: string, count: number): number {
  const digits = hash('sha256', `fault:${seed}:${purpose}:${count}`, 'hex').slice(0, 12);
  return Number.parseInt(digits, 16) / 2 ** 48;
}
