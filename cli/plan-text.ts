import {quantity} from '../spec/quantity.ts';
import type {RunPlan} from '../spec/run-record.ts';
import type {Role} from '../spec/step.ts';
import type {Target} from '../suites/target/target.ts';

/**
 * The text of `--plan`: what a run would send, spend and leave.
 * @param agents the agent roles that the run uses
 */
export function planText(
  plan: RunPlan,
  target: Target,
  agents: ReadonlySet<Role> = new Set(),
): string {
  const lines = [
    headline(plan, target),
    ...duration(plan),
    `  effects: ${plan.effects.join('; ') || 'none'}`,
    ...tokenRequests(target, agents),
    ...residue(plan, target),
    ...notExercised(plan),
  ];
  return `${lines.join('\n')}\n`;
}

function headline({scenes, requests, byApi}: RunPlan, {name}: Target): string {
  const apis = Object.entries(byApi).map(([api, count]) => `${api} ${count}`);
  const counts = `${quantity(scenes, 'scene')}, at most ${quantity(requests, 'request')}`;
  return `Plan for ${name}: ${counts} (${apis.join(', ')})`;
}

const duration = ({seconds}: RunPlan): string[] =>
  seconds
    ? [`  takes about ${Math.ceil(seconds / 60)} min at 60 requests a minute, waiting included`]
    : [];

function tokenRequests({fetchedRoles = []}: Target, agents: ReadonlySet<Role>): string[] {
  const roles = fetchedRoles.filter((role) => agents.has(role));
  if (!roles.length) return [];
  return [`  access tokens are fetched for ${roles.join(', ')}; requests for them are not counted`];
}

function residue(plan: RunPlan, {shared}: Target): string[] {
  const left = Object.entries(plan.residue).map(([kind, count]) => `${count} ${kind}`);
  return left.length && shared ? [`  leaves at most: ${left.join('; ')}`] : [];
}

function notExercised(plan: RunPlan): string[] {
  const rules = new Set(plan.notExercised.map(({rule}) => rule)).size;
  if (!rules) return [];
  return [
    `  ${quantity(rules, 'rule')} cannot be exercised on it (the report says what to supply)`,
  ];
}
