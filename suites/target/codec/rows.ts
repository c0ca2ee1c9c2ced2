import type {Operation} from '../../../spec/contract.ts';
import {at, escapeToken, isObject, lastToken} from '../../../spec/json.ts';
import type {RowsLocation} from '../../../spec/profile.ts';
import {memberOf, resolve, type Schema} from '../../../spec/schema.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {componentOf} from './member-key.ts';

/** What reading one list finds about the line of its rows. */
interface RowsReading extends EffectiveContract {
  suspectLines: SuspectLine[];
  shown: Set<string>;
}

/**
 * Notes whether the rows of a list bear out the line that says where they stand. Rows that show no
 * member of theirs, or that are no list, make it suspect where another line would explain it.
 * @param page the schema of the page
 * @param read the page as the profile has it read: its rows stand under `data`
 */
export function judgeRows(
  reading: RowsReading,
  {id}: Operation,
  page: Schema,
  wire: unknown,
  read: unknown,
): void {
  const rows = memberOf(reading.contract.document, page, 'data');
  const row = rows && resolve(reading.contract.document, rows).items;
  if (!row) return;
  const line = `rows.${id}`;
  const data = at(read, '/data');
  const shown = Array.isArray(data) ? membersShown(reading, row, data[0]) : -1;
  if (shown > 0) reading.shown.add(line);
  if (shown > 0 || (Array.isArray(data) && data.length === 0)) return;
  const better = bestRows(reading, row, wire);
  if (!better || better.shown <= shown) return;
  // A profile cannot place rows elsewhere where the document names their member.
  if (better.pointer !== '/data' && !isNameOpen(reading.contract, rows)) return;
  const unwrap = better.unwrap === '' ? '' : `, unwrap: ${better.unwrap}`;
  const pointer = better.pointer === '' ? "''" : better.pointer;
  reading.suspectLines.push({
    line,
    correction: `${line}: {at: ${pointer}${unwrap}}`,
    isOfBody: true,
  });
}

/** A row that shows so many members of its schema can be nothing else. */
const PLAINLY = 4;

/**
 * Where the rows of a list stand that the document shows no envelope of: in the list within the
 * response whose rows plainly show the members. Lists in the document's own words are left alone.
 * @param page the schema of the page
 */
export function rowsFound(
  effective: EffectiveContract,
  page: Schema,
  wire: unknown,
): RowsLocation | undefined {
  const {document} = effective.contract;
  const rows = memberOf(document, page, 'data');
  const row = rows && resolve(document, rows).items;
  if (!row || !isNameOpen(effective.contract, rows) || Array.isArray(at(wire, '/data')))
    return undefined;
  const best = bestRows(effective, row, wire);
  if (!best || best.shown < PLAINLY) return emptyRows(wire);
  return {at: best.pointer, ...(best.unwrap !== '' && {unwrap: best.unwrap})};
}

/** Where a list is empty that has the document's word for rows: a paginator has others beside it. */
function emptyRows(wire: unknown): RowsLocation | undefined {
  const [empty, ...more] = listsIn(wire).filter(
    ([pointer, list]) => lastToken(pointer) === 'data' && list.length === 0,
  );
  return empty && more.length === 0 ? {at: empty[0]} : undefined;
}

/**
 * Notes whether the one row of a response bears out the line that says where it stands. Where an
 * object elsewhere in the body shows more members of the row, the line may be wrong or missing.
 * @param row the schema of the row
 * @param read the row as the profile has it read
 */
export function judgeRow(
  reading: RowsReading,
  {id, wrapOpen}: Operation,
  row: Schema,
  wire: unknown,
  read: unknown,
): void {
  const line = `rows.${id}`;
  const location = reading.profile.rows[id];
  if (!location && wrapOpen === undefined) return;
  const shown = membersShown(reading, row, read);
  const said = location && at(wire, location.at);
  const isWhereSaid = said !== undefined;
  if (Array.isArray(said))
    return void reading.suspectLines.push({
      line,
      correction: `${line}: ${location?.at} is a list, and the response of ${id} is one object`,
      isOfBody: true,
      kind: 'unproven',
    });
  if (isWhereSaid && shown > 0) reading.shown.add(line);
  const [best] = objectsIn(wire)
    .map(([pointer, object]) => ({pointer, shown: membersShown(reading, row, object)}))
    .toSorted((one, other) => other.shown - one.shown);
  if (!best || best.shown <= shown || isWhereSaid) return;
  reading.suspectLines.push({line, correction: `${line}: {at: ${best.pointer}}`, isOfBody: true});
}

/** The objects among the members of a body, and among theirs, by JSON Pointer. */
function objectsIn(value: unknown, depth = 2): [pointer: string, object: unknown][] {
  if (!isObject(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (!isObject(member)) return [];
    const here = `/${escapeToken(name)}`;
    const inner = objectsIn(member, depth - 1);
    return [
      [here, member],
      ...inner.map(([pointer, one]): [string, unknown] => [here + pointer, one]),
    ];
  });
}

/** The list within a response whose rows, perhaps wrapped, show most members of a row. */
function bestRows(
  reading: EffectiveContract,
  row: Schema,
  wire: unknown,
): {pointer: string; unwrap: string; shown: number} | undefined {
  return listsIn(wire)
    .flatMap(([pointer, list]) => {
      const [first] = list;
      const unwraps = isObject(first) ? Object.keys(first).map((name) => `/${name}`) : [];
      return ['', ...unwraps].map((unwrap) => ({
        pointer,
        unwrap,
        shown: membersShown(reading, row, at(first, unwrap)),
      }));
    })
    .toSorted((one, other) => other.shown - one.shown)[0];
}

/** The lists in a body, or among the members of its members, by JSON Pointer. */
function listsIn(value: unknown, depth = 3): [pointer: string, list: unknown[]][] {
  if (Array.isArray(value)) return [['', value]];
  if (!isObject(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listsIn(member, depth - 1).map(([pointer, list]): [string, unknown[]] => [
      `/${name}${pointer}`,
      list,
    ]),
  );
}

/** How many members of a row stand in a value where the profile or the document has them. */
export function membersShown(
  {contract, profile}: EffectiveContract,
  row: Schema,
  value: unknown,
): number {
  if (!isObject(value)) return 0;
  const component = componentOf(row) ?? '';
  const names = Object.keys(resolve(contract.document, row).properties ?? {});
  return names.filter((name) => {
    const location = profile.members[`${component}#/${name}`];
    const pointer = location && 'at' in location ? location.at : `/${name}`;
    return at(value, pointer) !== undefined;
  }).length;
}
