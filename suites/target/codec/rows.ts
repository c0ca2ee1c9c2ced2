import type {Operation} from '../../../spec/contract.ts';
import {at, escapeToken, isObject, lastToken} from '../../../spec/json.ts';
import type {RowsLocation} from '../../../spec/profile.ts';
import {memberOf, resolve, type Schema} from '../../../spec/schema.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {componentOf} from './member-key.ts';

/** The evidence in a response about the profile line that says where its rows are. */
export interface RowsEvidence {
  /** The line, if the response shows it to be right. */
  confirmed?: string;
  /** The line, if another one would explain what is wrong with the response. */
  suspect?: SuspectLine;
}

/**
 * Judges whether the rows of a list confirm the profile line that says where they are. The line becomes
 * suspect if the rows are no list or show none of their members, and another line would explain that.
 * @param page the schema of the page
 * @param read the page, decoded by the profile: its rows are under `data`
 */
export function judgeRows(
  effective: EffectiveContract,
  {id}: Operation,
  page: Schema,
  wire: unknown,
  read: unknown,
): RowsEvidence {
  const rows = memberOf(effective.contract.document, page, 'data');
  const row = rows && resolve(effective.contract.document, rows).items;
  if (!row) return {};
  const line = `rows.${id}`;
  const data = at(read, '/data');
  const shown = Array.isArray(data) ? membersShown(effective, row, data[0]) : -1;
  if (shown > 0) return {confirmed: line};
  if (Array.isArray(data) && data.length === 0) return {};
  const better = bestRows(effective, row, wire);
  if (!better || better.shown <= shown) return {};
  // A profile cannot move rows if the document names their member.
  if (better.pointer !== '/data' && !isNameOpen(effective.contract, rows)) return {};
  const unwrap = better.unwrap === '' ? '' : `, unwrap: ${better.unwrap}`;
  const pointer = better.pointer === '' ? "''" : better.pointer;
  return {suspect: {line, correction: `${line}: {at: ${pointer}${unwrap}}`, decides: 'body'}};
}

/** The number of members of the row's schema that a value has to show to count as a row. */
const MIN_MEMBERS_OF_ROW = 4;

/**
 * Finds the rows of a list whose envelope the document does not show: they are in the list within the
 * response whose rows clearly show the members. Lists with the documented names are left alone.
 * @param page the schema of the page
 */
export function findRows(
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
  if (!best || best.shown < MIN_MEMBERS_OF_ROW) return emptyRows(wire);
  return {at: best.pointer, ...(best.unwrap !== '' && {unwrap: best.unwrap})};
}

/** The location of an empty list that is called `data`, if there is exactly one. */
function emptyRows(wire: unknown): RowsLocation | undefined {
  const [empty, ...more] = listsIn(wire).filter(
    ([pointer, list]) => lastToken(pointer) === 'data' && list.length === 0,
  );
  return empty && more.length === 0 ? {at: empty[0]} : undefined;
}

/**
 * The members that the document names beside the rows of a list, where an object within the response
 * has them: the document may not show the envelope of the list, and it may be anywhere around the rows.
 * @param page the schema of the page
 * @returns undefined where the document shows no list
 */
export function membersAround(
  {contract}: EffectiveContract,
  page: Schema,
  wire: unknown,
): Record<string, unknown> | undefined {
  const {document} = contract;
  const {properties = {}} = resolve(document, page);
  const {data: rows, ...others} = properties;
  if (!rows) return undefined;
  if (!isNameOpen(contract, rows)) return {};
  const objects = objectsIn(wire).map(([, object]) => object);
  const found = Object.keys(others).flatMap((name): [string, unknown][] =>
    objects
      .map((object) => at(object, `/${escapeToken(name)}`))
      .filter((value) => value !== undefined)
      .map((value) => [name, value]),
  );
  // The outermost member of each name counts.
  return Object.fromEntries(found.toReversed());
}

/**
 * Judges whether the single row of a response confirms the profile line that says where it is. If an
 * object elsewhere in the body shows more members of the row, the line may be wrong or missing.
 * @param row the schema of the row
 * @param read the row, decoded by the profile
 */
export function judgeRow(
  effective: EffectiveContract,
  {id, wrapOpen}: Operation,
  row: Schema,
  wire: unknown,
  read: unknown,
): RowsEvidence {
  const line = `rows.${id}`;
  const location = effective.profile.rows[id];
  const shown = membersShown(effective, row, read);
  // Where the document leaves the names of members open, it does not show the object around them either.
  const mayBeWrapped = wrapOpen !== undefined || (shown === 0 && hasOpenNames(effective, row));
  if (!location && !mayBeWrapped) return {};
  const said = location && at(wire, location.at);
  if (Array.isArray(said)) {
    const correction = `${line}: ${location?.at} is a list, and the response of ${id} is one object`;
    return {suspect: {line, correction, decides: 'body', doubt: 'unproven'}};
  }
  if (said !== undefined) return shown > 0 ? {confirmed: line} : {};
  const [best] = [...objectsIn(wire), ...valuesAlone(wire)]
    .map(([pointer, object]) => ({pointer, shown: membersShown(effective, row, object)}))
    .toSorted((one, other) => other.shown - one.shown);
  if (!best || best.shown <= shown) return {};
  return {suspect: {line, correction: `${line}: {at: ${best.pointer}}`, decides: 'body'}};
}

/** Whether the document leaves the name of a member open. */
const hasOpenNames = ({contract}: EffectiveContract, row: Schema): boolean =>
  Object.values(resolve(contract.document, row).properties ?? {}).some((member) =>
    isNameOpen(contract, member),
  );

/** The objects in a body, up to a depth, by JSON Pointer. */
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

/** The values that are alone in a list of a body, by JSON Pointer. */
const valuesAlone = (wire: unknown): [pointer: string, value: unknown][] =>
  listsIn(wire)
    .filter(([, list]) => list.length === 1)
    .map(([pointer, [one]]) => [`${pointer}/0`, one]);

/** The list within a response whose rows, perhaps wrapped, show the most members of a row. */
function bestRows(
  effective: EffectiveContract,
  row: Schema,
  wire: unknown,
): {pointer: string; unwrap: string; shown: number} | undefined {
  return listsIn(wire)
    .flatMap(([pointer, list]) => {
      const [first] = list;
      const unwraps = isObject(first)
        ? Object.keys(first).map((name) => `/${escapeToken(name)}`)
        : [];
      return ['', ...unwraps].map((unwrap) => ({
        pointer,
        unwrap,
        shown: membersShown(effective, row, at(first, unwrap)),
      }));
    })
    .toSorted((one, other) => other.shown - one.shown)[0];
}

/** The lists in a body, up to a depth, by JSON Pointer. */
function listsIn(value: unknown, depth = 3): [pointer: string, list: unknown[]][] {
  if (Array.isArray(value)) return [['', value]];
  if (!isObject(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    listsIn(member, depth - 1).map(([pointer, list]): [string, unknown[]] => [
      `/${escapeToken(name)}${pointer}`,
      list,
    ]),
  );
}

/** How many members of a row a value has at the locations given by the profile or the document. */
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
