import type {FaultRule, OrderedFault} from './fault-rule.ts';

/**
 * Rules as a world keeps them: each has an id.
 * @param taken ids of other rules
 * @param now of the world's clock, in epoch milliseconds
 */
export function orderedFaults(
  rules: readonly FaultRule[],
  now: number,
  taken: readonly string[] = [],
): OrderedFault[] {
  const ids = new Set([...taken, ...rules.flatMap(({id}) => id ?? [])]);
  return rules.map((rule) => {
    const id = rule.id ?? freeId(ids);
    ids.add(id);
    return {...rule, id, since: now};
  });
}

/**
 * The rules of a world after a reset: those that users ordered stay, and settings of workspaces are those that it was
 * made with.
 * @param made the rules that it was made with
 * @param now of the world's clock, in epoch milliseconds
 */
export function faultsAfterReset(
  made: readonly OrderedFault[] = [],
  present: readonly OrderedFault[] = [],
  now: number,
): {faults?: OrderedFault[]} {
  const faults = [
    ...made.filter(({setting}) => setting),
    ...present.filter(({setting}) => !setting).map((rule) => ({...rule, since: now})),
  ];
  return faults.length ? {faults} : {};
}

function freeId(taken: ReadonlySet<string>): string {
  let n = 1;
  while (taken.has(`fault-${n}`)) n++;
  return `fault-${n}`;
}

/** The settings of a new world in which faults are ordered; none without rules. */
export const faultSettings = (
  rules: readonly FaultRule[] | undefined,
  now: number,
): {faults?: OrderedFault[]} => (rules?.length ? {faults: orderedFaults(rules, now)} : {});
