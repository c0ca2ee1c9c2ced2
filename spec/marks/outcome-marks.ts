import type {OutcomeMark} from '../contract.ts';
import type {DocumentedSituation} from './documented-situations.ts';

/**
 * The marks of one situation: under a condition the operation answers it. A mark that is one rule
 * alone has the situation itself as the condition.
 */
export function outcomeMarks({op, situation, declaration}: DocumentedSituation): OutcomeMark[] {
  const {'x-rule': mark = {}} = declaration;
  const ruleByCondition = typeof mark === 'string' ? {[situation]: mark} : mark;
  return Object.entries(ruleByCondition).map(([condition, rule]) => ({
    kind: 'outcome',
    rule,
    place: `${op} ${condition}`,
    op,
    condition,
    situation,
  }));
}
