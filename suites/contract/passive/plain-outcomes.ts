import type {Mark, OutcomeMark} from '../../../spec/contract.ts';

/** The marks of a situation of an operation itself, not of a condition that leads to it. */
export const plainOutcomes = (
  marks: readonly Mark[],
  op: string,
  situation: string,
): OutcomeMark[] =>
  marks.filter(
    (mark): mark is OutcomeMark =>
      mark.kind === 'outcome' &&
      mark.op === op &&
      mark.situation === situation &&
      mark.condition === situation,
  );
