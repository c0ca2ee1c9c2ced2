/** Finds the rules about the situations of an operation. */

import type {Mark, OutcomeMark} from '../../../spec/contract.ts';
import type {Api, RuleId} from '../../../spec/rule.ts';
import type {Specification} from '../../../spec/specification.ts';
import {plainOutcomes} from '../../contract/passive/plain-outcomes.ts';

/** The mark about the success of an operation, for naming what blocks a check. */
export function successMark(
  specifications: Record<Api, Specification>,
  op: string,
  situation: string,
): OutcomeMark | undefined {
  const marks = Object.values(specifications).flatMap(({contract}) => contract.marks);
  return plainOutcomes(marks, op, situation)[0];
}

/** The rule of that mark. */
export const successRule = (
  specifications: Record<Api, Specification>,
  op: string,
  situation: string,
): RuleId | undefined => successMark(specifications, op, situation)?.rule;

/** The first rule about the status of a situation of an operation. */
export function statusRule(
  specifications: Record<Api, Specification>,
  op: string,
  situation: string,
): RuleId | undefined {
  const marks = Object.values(specifications).flatMap(({contract}) => contract.marks);
  const isAbout = (mark: Mark): boolean =>
    mark.kind === 'outcome' && mark.op === op && mark.situation === situation;
  return successRule(specifications, op, situation) ?? marks.find(isAbout)?.rule;
}
