import {defined} from '../../spec/defined.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import {Script} from '../language/script.ts';

/** The steps that the scene of a rule records, where the target offers nothing but the named capabilities. */
export function stepsOf(
  checks: readonly Check[],
  rule: RuleId,
  offered: readonly string[],
): Step[] {
  const {scene} = defined(
    checks.find((one) => one.rule === rule),
    rule,
  );
  const target = {
    offers: (one: string) => offered.includes(one),
    chooses: () => false,
    isFollowed: () => false,
    isSameSample: () => false,
  };
  const script = new Script(scene.api as Api, {target});
  scene.act(script, undefined);
  return script.steps;
}

/** The control verbs that the scene of a rule calls. */
export const verbsIn = (
  checks: readonly Check[],
  rule: RuleId,
  offered: readonly string[],
): string[] =>
  stepsOf(checks, rule, offered).flatMap((step) => (step.step === 'control' ? [step.verb] : []));
