import type {Defect} from '../../mock/defect.ts';
import type {HeaderMark} from '../../spec/contract.ts';
import {namedDefect} from './named-defect.ts';

/** Values of a header that violate a keyword of its schema. */
const WRONG_VALUES: Record<string, string> = {
  type: 'many',
  minimum: '-1',
  const: '59',
  pattern: 'text/html',
};

/** Drops a header, or gives it a value that violates the keyword. */
export function headerDefects(mark: HeaderMark): Defect[] {
  const {situation, header, keyword, op} = mark;
  const where = op === '*' ? {} : {in: [op]};
  const seam = {seam: 'header' as const, situation, header, ...where};
  if (keyword === 'required') return [{...namedDefect(mark, 'dropped'), ...seam, edit: 'drop'}];
  const value = WRONG_VALUES[keyword];
  if (value === undefined) return [];
  return [{...namedDefect(mark, `${keyword} broken`), ...seam, edit: {set: value}}];
}
