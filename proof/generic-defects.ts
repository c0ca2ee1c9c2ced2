import type {Defect} from '../mock/defect.ts';
import type {Contract, Mark} from '../spec/contract.ts';
import type {RuleId} from '../spec/rule.ts';
import {bodyDefects} from './generic-defects/body-defects.ts';
import {headerDefects} from './generic-defects/header-defects.ts';
import {outcomeDefects} from './generic-defects/outcome-defects.ts';
import {requestDefects} from './generic-defects/request-defects.ts';

/**
 * Makes the generic defects from the marks of a contract: every marked keyword is broken at its place in the ways that
 * its kind permits.
 * @param rules those that are broken; default: all
 */
export const genericDefects = (contract: Contract, rules?: ReadonlySet<RuleId>): Defect[] =>
  contract.marks
    .filter(({rule}) => rules?.has(rule) ?? true)
    .flatMap((mark) => defectsOf(contract, mark));

function defectsOf(contract: Contract, mark: Mark): Defect[] {
  if (mark.kind === 'outcome') return outcomeDefects(contract, mark);
  if (mark.kind === 'header') return headerDefects(mark);
  if (mark.kind === 'request') return requestDefects(contract, mark);
  return bodyDefects(contract, mark);
}
