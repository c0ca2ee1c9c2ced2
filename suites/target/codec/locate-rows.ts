import type {Operation, Outcome} from '../../../spec/contract.ts';
import {at, isObject} from '../../../spec/json.ts';
import type {RowsLocation} from '../../../spec/profile.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import {memberOf, resolve, type Schema} from '../../../spec/schema.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {
  judgeRow,
  judgeRows,
  membersAround,
  membersShown,
  findRows,
  type RowsEvidence,
} from './rows.ts';

/**
 * Finds the documented body within a response, which may be wrapped in other objects.
 * @returns the body, and the evidence about the profile line that says where it is
 */
export function locateRows(
  effective: EffectiveContract,
  operation: Operation,
  {situation, statuses, schema}: Outcome & {schema: Schema},
  wire: unknown,
): {root: unknown; rows: RowsEvidence} {
  // A line about an operation holds for each of its successes, such as the replay of a run.
  const isSuccess = statuses.every((status) => status < 300);
  const unwrapped = (rows: RowsLocation | undefined): unknown =>
    isSuccess ? unwrap(rows, wire, membersAround(effective, schema, wire)) : wire;
  const inProfile = movedRows(effective, operation, schema);
  if (situation !== operation.success) return {root: unwrapped(inProfile), rows: {}};
  const isList = 'data' in (resolve(effective.contract.document, schema).properties ?? {});
  const location = inProfile ?? (isList ? findRows(effective, schema, wire) : undefined);
  const mayBeWrapped = !location && operation.wrapOpen !== undefined;
  const root = mayBeWrapped ? withoutEnvelope(effective, schema, wire) : unwrapped(location);
  const judge = isList ? judgeRows : judgeRow;
  return {root, rows: judge(effective, operation, schema, wire, root)};
}

/**
 * The location of the rows according to the profile. Nothing is moved where the document shows the rows, or
 * the one row, within an object `data`: a line can only repeat that.
 */
function movedRows(
  {contract, profile}: EffectiveContract,
  {id, pager}: Operation,
  schema: Schema,
): RowsLocation | undefined {
  const data = memberOf(contract.document, schema, 'data');
  if (data && !isNameOpen(contract, data) && resolve(contract.document, data).type === 'object')
    return undefined;
  const line = profile.rows[id];
  if (line) return line;
  const at = profile.pager[id]?.rows;
  return at === undefined || at === pager?.rows ? undefined : {at};
}

/**
 * Unwraps a success by the profile: the rows of a list, or the one row of a read.
 * @param around where the document shows a list: its members that stand deeper than at the root
 */
function unwrap(
  rows: RowsLocation | undefined,
  wire: unknown,
  around: Record<string, unknown> | undefined,
): unknown {
  if (!around) return rows ? (at(wire, rows.at) ?? wire) : wire;
  if (rows) return {...around, ...(isObject(wire) && wire), data: rowsAt(wire, rows)};
  return isObject(wire) ? {...around, ...wire} : wire;
}

/**
 * The one row of a read whose envelope the document leaves open: the body, `data`, or the object in
 * `data` that shows more members of the row than `data` does. Each may be in a list of one.
 */
function withoutEnvelope(effective: EffectiveContract, row: Schema, wire: unknown): unknown {
  const body = onlyOne(wire);
  if (!isObject(body)) return wire;
  const data = onlyOne(body.data);
  if (!isObject(data)) return body;
  const shown = (value: unknown): number => membersShown(effective, row, value);
  return Object.values(data)
    .map(onlyOne)
    .filter(isObject)
    .reduce((best, inner) => (shown(inner) > shown(best) ? inner : best), data);
}

/** The value in a list of one; any other value as it is. */
const onlyOne = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

/** The rows of a list at their location in the profile; a value that is no list is returned as it is. */
function rowsAt(wire: unknown, {at: pointer, unwrap: inRow = ''}: RowsLocation): unknown {
  const rows = at(wire, pointer);
  return Array.isArray(rows) ? rows.map((row) => at(row, inRow)) : rows;
}
