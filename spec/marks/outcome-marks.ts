import type {OutcomeMark} from '../contract.ts';
import type {DocumentedSituation} from './documented-situations.ts';

/**
 * The marks of one situation: the operation responds with it under a condition. If the mark is a single rule, the
 * condition is the situation itself.
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
