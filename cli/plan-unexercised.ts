import {quantity} from '../spec/quantity.ts';
import type {RuleId} from '../spec/rule.ts';
import type {RunPlan} from '../spec/run-record.ts';
import type {Check} from '../suites/language/check.ts';

/** Which of the checks can be exercised. */
interface PlannedChecks {
  plan: RunPlan;
  checks: readonly Check[];
}

/** The maximum width of a line with names of rules. */
const WIDTH = 110;

/** Lists the rules that cannot be exercised, and what would have to be supplied for them. */
interface Unexercised {
  reason: string;
  rules: RuleId[];
}

/** The rules that cannot be exercised at any place, by what would have to be supplied, largest group first. */
export function unexercised({plan, checks}: PlannedChecks): Unexercised[] {
  const lacking = new Set(plan.notExercised.map(({rule, place}) => `${rule} ${place}`));
  const decidable = new Set(
    checks.filter(({rule, place}) => !lacking.has(`${rule} ${place}`)).map(({rule}) => rule),
  );
  const byReason = new Map<string, Set<RuleId>>();
  for (const {rule, reason} of plan.notExercised) {
    if (decidable.has(rule)) continue;
    byReason.set(reason, (byReason.get(reason) ?? new Set()).add(rule));
  }
  return [...byReason]
    .map(([reason, rules]) => ({reason, rules: [...rules]}))
    .sort((one, other) => other.rules.length - one.rules.length);
}

/** Lists what has to be supplied, and for how many rules. */
const groupLine = ({reason, rules}: Unexercised): string =>
  `    ${reason}: ${quantity(rules.length, 'rule')}`;

/** The same list with the names of the rules. */
export const groupLines = (group: Unexercised): string[] => [
  groupLine(group),
  ...wrapped(group.rules),
];

/** The number of rules that cannot be exercised, and of those that can at only some of their places. */
export function exerciseLines(planned: PlannedChecks): string[] {
  const nowhere = new Set(unexercised(planned).flatMap(({rules}) => rules)).size;
  const partly = new Set(planned.plan.notExercised.map(({rule}) => rule)).size - nowhere;
  return [
    ...(nowhere ? [`  ${quantity(nowhere, 'rule')} cannot be exercised on it`] : []),
    ...(partly
      ? [`  ${quantity(partly, 'rule')} can be exercised at some of their places only`]
      : []),
  ];
}

/** Names separated by commas, on lines of limited width. */
function wrapped(names: string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    const longer = `${last}, ${name}`;
    if (last === undefined || longer.length > WIDTH) lines.push(`      ${name}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
