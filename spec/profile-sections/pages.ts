import type {Contract, Operation} from '../contract.ts';
import type {Pager} from '../openapi.ts';
import type {RowsLocation} from '../profile.ts';
import type {Schema} from '../schema.ts';
import {ONLY_OPEN, operationNamed, type EntryJudge} from './entry-judge.ts';
import {isMappingOf, isOneOf, isPointer, isText} from './forms.ts';
import {isNameOpen, memberAt} from './open-members.ts';

const hasRowsForm = isMappingOf(
  {at: (value) => value === '' || isPointer(value), unwrap: isPointer},
  ['at'],
);
const hasPagerForm = isMappingOf({
  kind: isOneOf('cursor', 'page', 'next-link'),
  param: isText,
  next: isPointer,
  more: isPointer,
  rows: isPointer,
});

const isRowsLocation = (value: unknown): value is RowsLocation => hasRowsForm(value);
const isPager = (value: unknown): value is Partial<Pager> => hasPagerForm(value);

const PAGER_FORM =
  'has to be a mapping with any of kind (cursor, page, next-link), param, next, more, rows; ' +
  'the last three are JSON Pointers';

/** `rows`: the location of a list's rows. */
export const judgeRows: EntryJudge = (key, value, {contract}) => {
  if (!isRowsLocation(value))
    return "has to be {at: /json/pointer, unwrap: /pointer/in/a/row}; at: '' is the whole body, unwrap may be left out";
  const operation = operationNamed(contract, key);
  if (typeof operation === 'string') return operation;
  const isDeep = operation.pager !== undefined && operation.pager.rows !== '/data';
  if (isDeep && value.unwrap !== undefined)
    return `the document shows that the rows of ${key} are not wrapped; ${ONLY_OPEN}`;
  return moveProblem(contract, operation, {rows: value.at});
};

/** `pager`: how to read all pages of a list. */
export const judgePager: EntryJudge = (key, value, {contract}) => {
  if (!isPager(value)) return PAGER_FORM;
  const operation = operationNamed(contract, key);
  if (typeof operation === 'string') return operation;
  if (!operation.pager) return 'the operation is no list: it has no pages';
  return moveProblem(contract, operation, value);
};

/** The documented locations of rows and of the links between pages cannot be changed. */
function moveProblem(
  contract: Contract,
  operation: Operation,
  configured: Partial<Pager>,
): string | undefined {
  for (const part of ['param', 'next', 'more', 'rows'] as const) {
    const shown = operation.pager?.[part];
    if (!shown || configured[part] === undefined || configured[part] === shown) continue;
    const schema = schemaOfPart(contract, operation, part, shown);
    if (schema && !isNameOpen(contract, schema)) return `the document shows ${shown}; ${ONLY_OPEN}`;
  }
  return undefined;
}

/** The schema of a pager's parameter, or of a member of the page. */
function schemaOfPart(
  contract: Contract,
  {parameters, outcomes, success}: Operation,
  part: keyof Pager,
  shown: string,
): Schema | undefined {
  if (part === 'param') return parameters.find(({name}) => name === shown)?.schema;
  const page = outcomes.find(({situation}) => situation === success)?.schema;
  return memberAt(contract, page, shown);
}
