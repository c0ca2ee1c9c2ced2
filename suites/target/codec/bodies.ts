import type {Operation, Outcome} from '../../../spec/contract.ts';
import {percentDecoded} from '../../../spec/decodable.ts';
import {at, isObject, leadsThroughNull} from '../../../spec/json.ts';
import {isSettled, type MemberLocation, type RowsLocation} from '../../../spec/profile.ts';
import {resolve, type Schema} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import {documentedMembers} from './documented-members.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';
import {judgeMember} from './member-lines.ts';
import {judgeRow, judgeRows, membersAround, membersShown, rowsFound} from './rows.ts';
import type {UnclaimedPlaces} from './line-evidence.ts';

/** The input for decoding one body, and the evidence about the profile that it finds. */
interface BodyDecoding extends EffectiveContract {
  /** Undefined for a tool's result: there, what stands in a header stands beside the rest. */
  headers: Record<string, string> | undefined;
  suspectLines: SuspectLine[];
  shown: Set<string>;
  missing: DecodedBody['missing'];
  /** The body, without what is wrapped around it. */
  root: unknown;
}

/** The position of a schema, as keys of a profile write it: `Component#/pointer`. */
interface SchemaPosition {
  component: string;
  pointer: string;
}

/** A body in canonical names. */
export interface DecodedBody {
  body: unknown;
  /** The documented members of the body (`documentedMembers`); absent if the document shows no body. */
  members?: unknown;
  /** Lines of the profile that would explain what is wrong with the body if they were wrong. */
  suspectLines: SuspectLine[];
  /** Lines of the profile that the body shows to be right. */
  shown: ReadonlySet<string>;
  /** By line: the unclaimed values in the body, if the member of the line is missing at its place. */
  missing: [line: string, places: UnclaimedPlaces][];
}

/**
 * Reads a body in canonical names.
 * @param outcome what the response is taken for; the body stays what it is without one, and where
 * the document shows no body
 * @param headers undefined for a tool's result
 */
export function decodeBody(
  effective: EffectiveContract,
  operation: Operation,
  outcome: Outcome | undefined,
  wire: unknown,
  headers: Record<string, string> | undefined,
): DecodedBody {
  const found = {suspectLines: [], shown: new Set<string>(), missing: []};
  const {contract, profile} = effective;
  if (!outcome?.schema) return {body: wire, ...found};
  const isSuccess = outcome.situation === operation.success;
  const isList = 'data' in (resolve(contract.document, outcome.schema).properties ?? {});
  const said = profile.rows[operation.id] ?? pagerRows(effective, operation);
  const rows = said ?? (isList ? rowsFound(effective, outcome.schema, wire) : undefined);
  // A line about an operation holds for each of its successes, such as the replay of a run.
  const areSuccesses = outcome.statuses.every((status) => status < 300);
  const around = membersAround(effective, outcome.schema, wire);
  const located = areSuccesses ? unwrap(isSuccess ? rows : said, wire, around) : wire;
  const mayBeWrapped = isSuccess && !rows && operation.wrapOpen !== undefined;
  const unwrapped = mayBeWrapped ? withoutEnvelope(effective, outcome.schema, wire) : located;
  const reading: BodyDecoding = {...effective, headers, root: unwrapped, ...found};
  if (isSuccess) {
    const judge = isList ? judgeRows : judgeRow;
    judge(reading, operation, outcome.schema, wire, unwrapped);
  }
  const suspectLines = [...reading.suspectLines];
  const body = decodeNode(reading, outcome.schema, {component: '', pointer: ''}, unwrapped);
  const members = documentedMembers(contract.document, outcome.schema, body);
  // An envelope that is read as a row says nothing about the members of rows.
  if (suspectLines.length) return {body, members, suspectLines, shown: new Set(), missing: []};
  const {shown, missing} = reading;
  return {body, members, suspectLines: reading.suspectLines, shown, missing};
}

/** The place of the rows according to the profile line about the list's pages, if it differs. */
function pagerRows({profile}: EffectiveContract, {id, pager}: Operation): RowsLocation | undefined {
  const at = profile.pager[id]?.rows;
  return at === undefined || at === pager?.rows ? undefined : {at};
}

/**
 * A success without what the profile says is around it: the rows of a list, the one row of a read.
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
 * `data` that shows more members of the row than `data` does.
 */
function withoutEnvelope(effective: EffectiveContract, row: Schema, wire: unknown): unknown {
  if (!isObject(wire) || !isObject(wire.data)) return wire;
  const shown = (value: unknown): number => membersShown(effective, row, value);
  return Object.values(wire.data)
    .filter(isObject)
    .reduce((best, inner) => (shown(inner) > shown(best) ? inner : best), wire.data);
}

/** The rows of a list where the deployment keeps them; what is no list stays what it is. */
function rowsAt(wire: unknown, {at: pointer, unwrap: inRow = ''}: RowsLocation): unknown {
  const rows = at(wire, pointer);
  return Array.isArray(rows) ? rows.map((row) => at(row, inRow)) : rows;
}

function decodeNode(
  reading: BodyDecoding,
  schema: Schema,
  place: SchemaPosition,
  wire: unknown,
): unknown {
  if (schema.$ref !== undefined) {
    const component = schema.$ref.split('/').at(-1) ?? '';
    const target = resolve(reading.contract.document, schema);
    return decodeNode(reading, target, {component, pointer: ''}, wire);
  }
  if (schema.allOf)
    return schema.allOf.reduce((body, part) => decodeNode(reading, part, place, body), wire);
  const {items} = schema;
  if (items && Array.isArray(wire))
    return wire.map((row) => decodeNode(reading, items, place, row));
  if (schema.properties && isObject(wire)) return decodeObject(reading, schema, place, wire);
  return wire;
}

function decodeObject(
  reading: BodyDecoding,
  {properties = {}, required = []}: Schema,
  {component, pointer}: SchemaPosition,
  wire: Record<string, unknown>,
): Record<string, unknown> {
  const body = {...wire};
  for (const [name, schema] of Object.entries(properties)) {
    const place = {component, pointer: `${pointer}/${name}`};
    const key = `${component}#${place.pointer}`;
    const found = isNullThere(reading, key, schema, wire)
      ? null
      : memberIn(reading, key, name, wire);
    const {encodings} = reading.profile;
    const value = decodeValue(
      encodings[key] ?? encodings[schema['x-same-form']?.member ?? ''],
      found,
    );
    if (isJudged(reading, key, schema))
      judgeMember(reading, {component, pointer, name, properties, wire}, value, required);
    const decoded = decodeNode(reading, schema, place, value);
    if (decoded === undefined) delete body[name];
    else body[name] = decoded;
  }
  return body;
}

/**
 * A member where the profile says that it stands.
 * @param key the member as the profile calls it
 */
function memberIn(
  reading: BodyDecoding,
  key: string,
  name: string,
  wire: Record<string, unknown>,
): unknown {
  const location = reading.profile.members[key];
  if (!location) return wire[name];
  if ('header' in location) {
    if (!reading.headers) return wire[name];
    return headerValue(reading.headers, location);
  }
  const value = at(wire, location.at);
  return value === undefined && location.absent === 'null' ? null : value;
}

/** Whether null replaces an object that contains the member by the profile: the member is then null. */
function isNullThere(
  {profile, values}: BodyDecoding,
  key: string,
  schema: Schema,
  wire: Record<string, unknown>,
): boolean {
  const location = profile.members[key];
  if (!location || 'header' in location) return false;
  return leadsThroughNull(wire, location.at) && values.fits(schema, null);
}

function headerValue(
  headers: Record<string, string>,
  {header, take = 'whole'}: Extract<MemberLocation, {header: string}>,
): string | undefined {
  const value = headers[header.toLowerCase()];
  if (take === 'whole') return value;
  const [path] = value?.split(/[?#]/) ?? [];
  const segment = path?.split('/').at(-1);
  return segment === undefined ? undefined : percentDecoded(segment);
}

/** Whether the value of a response at the place of a member may make its line suspect. */
const isJudged = (reading: BodyDecoding, key: string, schema: Schema): boolean =>
  reading.judged?.has(key) !== false && isLeftToProfile(reading, key, schema);

/** Whether only the profile can say where a member stands or how its value is written. */
const isLeftToProfile = ({contract, profile}: BodyDecoding, key: string, schema: Schema): boolean =>
  key in profile.members ||
  key in profile.encodings ||
  !isSettled(contract, profile, key, schema) ||
  (schema['x-open'] !== undefined && !(schema['x-open'] in profile.choices));
