import type {Defect} from '../../mock/defect.ts';
import type {BodyMark, Contract} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {schemaAt, type Schema} from '../../spec/schema.ts';
import {breakingValue} from './breaking-value.ts';
import {namedDefect, onlyIn} from './named-defect.ts';

/** A member of a response's body is dropped, or has a value that breaks the keyword. */
export function bodyDefects(contract: Contract, mark: BodyMark): Defect[] {
  const {situation, pointer, keyword} = mark;
  const seam = {seam: 'member' as const, situation, pointer, ...onlyIn(mark)};
  if (keyword === 'required') return [{...namedDefect(mark, 'dropped'), ...seam, edit: 'drop'}];
  const value = breakingValue(contract, schemaOf(contract, mark), keyword);
  if (value === undefined) return [];
  return [{...namedDefect(mark, `${keyword} broken`), ...seam, edit: {set: value}}];
}

function schemaOf({document, operations}: Contract, mark: BodyMark): Schema {
  const outcomes = operations[mark.op]?.outcomes ?? [];
  const body = outcomes.find(({situation}) => situation === mark.situation)?.schema;
  return defined(body && schemaAt(document, body, mark.pointer), `the schema of ${mark.place}`);
}
