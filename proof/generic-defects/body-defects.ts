import type {DefectOf} from '../../mock/defects/apply/select.ts';
import type {Defect, Seam} from '../../mock/defect.ts';
import type {BodyMark, Contract} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {schemaAt, type Schema} from '../../spec/schema.ts';
import {breakingValue} from './breaking-value.ts';
import {namedDefect, onlyIn} from './named-defect.ts';

/** Drops a member of a response's body, or gives it a value that violates the keyword. */
export function bodyDefects(contract: Contract, mark: BodyMark): Defect[] {
  const {keyword} = mark;
  if (keyword === 'required')
    return [{...namedDefect(mark, 'dropped'), ...editing(contract, mark, 'drop')}];
  const value = breakingValue(contract, schemaOf(contract, mark), keyword);
  if (value === undefined) return [];
  return [{...namedDefect(mark, `${keyword} broken`), ...editing(contract, mark, {set: value})}];
}

type Edit = DefectOf<'member'>['edit'];

/** The edit of a member, also within `data` where the document leaves open whether the body is wrapped in it. */
function editing({operations}: Contract, mark: BodyMark, edit: Edit): Seam {
  const {op, situation, pointer} = mark;
  const seam = {seam: 'member' as const, situation, pointer, edit, ...onlyIn(mark)};
  const operation = operations[op];
  if (operation?.wrapOpen === undefined || situation !== operation.success) return seam;
  return {seam: 'several', seams: [seam, {...seam, pointer: `/data${pointer}`}]};
}

function schemaOf({document, operations}: Contract, mark: BodyMark): Schema {
  const outcomes = operations[mark.op]?.outcomes ?? [];
  const body = outcomes.find(({situation}) => situation === mark.situation)?.schema;
  return defined(body && schemaAt(document, body, mark.pointer), `the schema of ${mark.place}`);
}
