import type {Operation, Outcome} from '../../../spec/contract.ts';
import {at, isObject} from '../../../spec/json.ts';
import {isSettled, type MemberLocation, type RowsLocation} from '../../../spec/profile.ts';
import {resolve, type Schema} from '../../../spec/schema.ts';
import type {ProfileMismatch} from '../../../spec/step.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';

/** What reading one body needs, and what it finds wrong with the profile. */
interface Reading extends EffectiveContract {
  /** Undefined for a tool's result: there, what stands in a header stands beside the rest. */
  headers: Record<string, string> | undefined;
  mismatches: ProfileMismatch[];
}

/** Where a schema stands, as keys of a profile write it: `Component#/pointer`. */
interface Place {
  component: string;
  pointer: string;
}

/** A body in canonical names, with the first thing in it that contradicts the profile. */
export interface DecodedBody {
  body: unknown;
  mismatch: ProfileMismatch | undefined;
}

/**
 * Reads a body in canonical names.
 * @param outcome what the response is taken for; the body stays what it is without one, and where
 * the document shows no body
 * @param headers undefined for a tool's result
 */
export function decodeBody(
  {contract, profile}: EffectiveContract,
  operation: Operation,
  outcome: Outcome | undefined,
  wire: unknown,
  headers: Record<string, string> | undefined,
): DecodedBody {
  if (!outcome?.schema) return {body: wire, mismatch: undefined};
  const isSuccess = outcome.situation === operation.success;
  const isList = 'data' in (resolve(contract.document, outcome.schema).properties ?? {});
  const unwrapped = isSuccess ? unwrap(operation, profile.rows[operation.id], wire, isList) : wire;
  const reading: Reading = {contract, profile, headers, mismatches: []};
  const body = decodeNode(reading, outcome.schema, {component: '', pointer: ''}, unwrapped);
  return {body, mismatch: reading.mismatches[0]};
}

/**
 * A success without what the deployment wraps around it: the rows of a list, the one row of a read,
 * or all under `data`.
 * @param isList the document shows a list
 */
function unwrap(
  operation: Operation,
  rows: RowsLocation | undefined,
  wire: unknown,
  isList: boolean,
): unknown {
  if (rows && !isList) return at(wire, rows.at) ?? wire;
  if (rows) return {...(isObject(wire) && wire), data: rowsAt(wire, rows)};
  const isWrapped = operation.wrapOpen !== undefined && isObject(wire) && isObject(wire.data);
  return isWrapped ? wire.data : wire;
}

/** The rows of a list where the deployment keeps them; what is no list stays what it is. */
function rowsAt(wire: unknown, {at: pointer, unwrap: inRow = ''}: RowsLocation): unknown {
  const rows = at(wire, pointer);
  return Array.isArray(rows) ? rows.map((row) => at(row, inRow)) : rows;
}

function decodeNode(reading: Reading, schema: Schema, place: Place, wire: unknown): unknown {
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
  reading: Reading,
  {properties = {}, required = []}: Schema,
  {component, pointer}: Place,
  wire: Record<string, unknown>,
): Record<string, unknown> {
  const body = {...wire};
  for (const [name, schema] of Object.entries(properties)) {
    const place = {component, pointer: `${pointer}/${name}`};
    const key = `${component}#${place.pointer}`;
    const found = memberIn(reading, key, name, wire);
    if (found === undefined && required.includes(name)) reportUnsettled(reading, key, schema);
    const value = decodeValue(reading.profile.encodings[key], found);
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
  reading: Reading,
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
  if (value !== undefined) return value;
  if (location.absent === 'null') return null;
  // As profiled it is not there, under the canonical name it is: the profile is wrong, not the
  // deployment.
  if (wire[name] !== undefined)
    reading.mismatches.push({kind: 'member', line: `members.${key}: {at: /${name}}`});
  return undefined;
}

function headerValue(
  headers: Record<string, string>,
  {header, take = 'whole'}: Extract<MemberLocation, {header: string}>,
): string | undefined {
  const value = headers[header.toLowerCase()];
  if (take === 'whole') return value;
  const [path] = value?.split('?') ?? [];
  return path?.split('/').at(-1);
}

/** A required member that is missing may only have a name that nobody has settled. */
function reportUnsettled(
  {contract, profile, mismatches}: Reading,
  key: string,
  schema: Schema,
): void {
  if (isSettled(contract, profile, key, schema)) return;
  const line = `members.${key}: {at: /pointer} (the document does not name it)`;
  mismatches.push({kind: 'member', line});
}
