import type {Operation, Outcome} from '../../../spec/contract.ts';
import {at, isObject, leadsThroughNull} from '../../../spec/json.ts';
import {isSettled} from '../../../spec/profile.ts';
import {resolve, type Schema} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import {documentedMembers} from './documented-members.ts';
import {successOf, type EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';
import {headerValue, memberOfTool} from './header-members.ts';
import {locateRows} from './locate-rows.ts';
import {componentOf} from './member-key.ts';
import {judgeMember, type BodyDecoding} from './member-lines.ts';
import type {UnclaimedPointers} from './line-evidence.ts';

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
  confirmed: ReadonlySet<string>;
  /** The unclaimed values in the body, by the line of a member that is missing at its location. */
  missing: [line: string, pointers: UnclaimedPointers][];
  /** The lines of members that the body lacks, whatever the profile says. */
  absent: ReadonlySet<string>;
}

/** What a body shows about the lines of the profile before it is read. */
const NO_EVIDENCE = {
  suspectLines: [],
  confirmed: new Set<string>(),
  missing: [],
  absent: new Set<string>(),
};

/**
 * Decodes a body to canonical names.
 * @param outcome the outcome that the response is taken for; without one, or if the document shows no
 * body for it, the body is returned as it is
 * @param headers undefined for a tool's result
 */
export function decodeBody(
  effective: EffectiveContract,
  operation: Operation,
  outcome: Outcome | undefined,
  wire: unknown,
  headers: Record<string, string> | undefined,
): DecodedBody {
  const schema = outcome?.schema;
  if (!schema) return {body: wire, ...NO_EVIDENCE};
  const {root, rows} = locateRows(effective, operation, {...outcome, schema}, wire);
  const decoding: BodyDecoding = {
    ...effective,
    headers,
    whole: wire,
    root,
    plainSuccess: otherComponent(successOf(operation), schema),
    hasMoreAround: root !== wire && isObject(wire) && Object.keys(wire).length > 1,
    suspectLines: [],
    confirmed: new Set(rows.confirmed === undefined ? [] : [rows.confirmed]),
    missing: [],
    absent: new Set(),
  };
  const body = decodeNode(decoding, schema, {component: '', pointer: ''}, root);
  const members = documentedMembers(effective.contract.document, schema, body);
  // An envelope that is read as a row says nothing about the members of rows.
  if (rows.suspect) return {body, members, ...NO_EVIDENCE, suspectLines: [rows.suspect]};
  const {suspectLines, confirmed, missing, absent} = decoding;
  return {body, members, suspectLines, confirmed, missing, absent};
}

/** The component of the plain success, if the response is another success; undefined for the plain success itself. */
function otherComponent({schema}: Outcome, shown: Schema): string | undefined {
  const component = schema && componentOf(schema);
  return component === componentOf(shown) ? undefined : component;
}

function decodeNode(
  decoding: BodyDecoding,
  schema: Schema,
  position: SchemaPosition,
  wire: unknown,
): unknown {
  if (schema.$ref !== undefined) {
    const component = schema.$ref.split('/').at(-1) ?? '';
    const target = resolve(decoding.contract.document, schema);
    return decodeNode(decoding, target, {component, pointer: ''}, wire);
  }
  if (schema.allOf)
    return schema.allOf.reduce((body, part) => decodeNode(decoding, part, position, body), wire);
  const {items} = schema;
  if (items && Array.isArray(wire))
    return wire.map((row) => decodeNode(decoding, items, position, row));
  if (schema.properties && isObject(wire)) return decodeObject(decoding, schema, position, wire);
  return wire;
}

function decodeObject(
  decoding: BodyDecoding,
  {properties = {}, required = []}: Schema,
  parent: SchemaPosition,
  wire: Record<string, unknown>,
): Record<string, unknown> {
  const {pointer} = parent;
  const body = {...wire};
  for (const [name, schema] of Object.entries(properties)) {
    const component = componentShown(decoding, parent, name, wire);
    const position = {component, pointer: `${pointer}/${name}`};
    const key = `${component}#${position.pointer}`;
    const found = isNullThere(decoding, key, schema, wire)
      ? null
      : memberIn(decoding, key, name, wire);
    const {encodings} = decoding.profile;
    const value = decodeValue(
      encodings[key] ?? encodings[schema['x-same-form']?.member ?? ''],
      found,
    );
    if (isJudged(decoding, key, schema))
      judgeMember(decoding, {component, pointer, name, properties, wire, key}, value, required);
    const decoded = decodeNode(decoding, schema, position, value);
    if (decoded === undefined) delete body[name];
    else body[name] = decoded;
  }
  return body;
}

/**
 * The component whose line of the profile says where a member is. A run that is replayed, for example, may be shown
 * like a run that is read, or like the response to its start.
 */
function componentShown(
  decoding: BodyDecoding,
  {component, pointer}: SchemaPosition,
  name: string,
  wire: Record<string, unknown>,
): string {
  const {plainSuccess, profile} = decoding;
  const valueOf = (one: string): unknown =>
    memberIn(decoding, `${one}#${pointer}/${name}`, name, wire);
  const isElsewhere =
    plainSuccess !== undefined &&
    `${plainSuccess}#${pointer}/${name}` in profile.members &&
    valueOf(component) === undefined &&
    valueOf(plainSuccess) !== undefined;
  return isElsewhere ? plainSuccess : component;
}

/**
 * The value of a member at its location in the profile.
 * @param key the name of the member in the profile
 */
function memberIn(
  decoding: BodyDecoding,
  key: string,
  name: string,
  wire: Record<string, unknown>,
): unknown {
  const location = decoding.profile.members[key];
  if (!location) return wire[name];
  if ('header' in location) {
    if (!decoding.headers)
      return memberOfTool(decoding.profile, key, name, {result: wire, whole: decoding.whole});
    return headerValue(decoding.headers, location);
  }
  const value = at(wire, location.at);
  return value === undefined && location.absent === 'null' ? null : value;
}

/** Whether null replaces the object that by the profile contains the member. Then the member is null. */
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

/** Whether the value of a response at the location of a member may make its line suspect. */
const isJudged = (decoding: BodyDecoding, key: string, schema: Schema): boolean =>
  decoding.judged?.has(key) !== false && isLeftToProfile(decoding, key, schema);

/** Whether only the profile can say where a member stands or how its value is written. */
const isLeftToProfile = ({contract, profile}: BodyDecoding, key: string, schema: Schema): boolean =>
  key in profile.members ||
  key in profile.encodings ||
  !isSettled(contract, profile, key, schema) ||
  (schema['x-open'] !== undefined && !(schema['x-open'] in profile.choices));
