import type {Defect} from '../mock/defect.ts';
import type {Contract, Mark} from '../spec/contract.ts';
import {bodyDefects} from './generic-defects/body-defects.ts';
import {headerDefects} from './generic-defects/header-defects.ts';
import {outcomeDefects} from './generic-defects/outcome-defects.ts';
import {requestDefects} from './generic-defects/request-defects.ts';

/**
 * The generic defects of the table rules: every marked (place, keyword) is broken in the ways that
 * its kind allows.
 */
export const genericDefects = (contract: Contract): Defect[] =>
  contract.marks.flatMap((mark) => defectsOf(contract, mark));

function defectsOf(contract: Contract, mark: Mark): Defect[] {
  if (mark.kind === 'outcome') return outcomeDefects(contract, mark);
  if (mark.kind === 'header') return headerDefects(mark);
  if (mark.kind === 'request') return requestDefects(contract, mark);
  return bodyDefects(contract, mark);
}
