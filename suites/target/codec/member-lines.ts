import {at} from '../../../spec/json.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import {isSettled, type MemberLocation} from '../../../spec/profile.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {fittingLine} from './fitting-line.ts';
import {likelyPointers, locatingLine, type UnclaimedPointers} from './line-evidence.ts';
import {parentOf, pointerAt, type SentMember} from './sent-member.ts';
import {hasOnlyOtherMembers, unclaimedPointers} from './unclaimed-pointers.ts';

/** The input for decoding one body, and the evidence about the profile that is collected meanwhile. */
export interface BodyDecoding extends EffectiveContract {
  /** Undefined for a tool's result, which has the values of headers among its members. */
  headers: Record<string, string> | undefined;
  suspectLines: SuspectLine[];
  confirmed: Set<string>;
  /** The unclaimed values of the response, by the line of a missing member. */
  missing: [line: string, pointers: UnclaimedPointers][];
  /** The lines of members that the body lacks, whatever the profile says (`isNowhere`). */
  absent: Set<string>;
  /** The body as it was received. */
  whole: unknown;
  /** The body, without the objects in which it is wrapped. */
  root: unknown;
  /** The component of the operation's plain success, if this is the body of another success. */
  plainSuccess: string | undefined;
  /** Whether the objects in which the body is wrapped have other members. */
  hasMoreAround: boolean;
}

/** A member of a body, with its value and what contract and profile say about it. */
interface DecodedMember extends SentMember {
  /** The value, decoded by the profile; undefined if the member is missing. */
  value: unknown;
  isRequired: boolean;
  schema: Schema;
  /** The name of the member in the profile, and the line of this name. */
  key: string;
  line: string;
  location: MemberLocation | undefined;
}

/**
 * Records whether a member confirms its line of the profile. If its value is not allowed, or it is missing,
 * its line becomes suspect if another line would explain that.
 * @param value the value, decoded by the profile
 * @param required the names of the required members of the object
 */
export function judgeMember(
  decoding: BodyDecoding,
  sent: SentMember & {key: string},
  value: unknown,
  required: string[],
): void {
  const member = decodedMember(decoding, sent, value, required);
  const {schema, key, line, location, isRequired} = member;
  if (location && 'header' in location && decoding.headers === undefined) return;
  const isFitting = value !== undefined && decoding.values.fits(schema, value);
  if (isFitting || isOwnWord(schema, value)) decoding.confirmed.add(confirmedBy(key, value));
  const isWrong = !isFitting && (value !== undefined || isRequired);
  const explaining = isWrong ? explainingLines(decoding, member) : [];
  const isExplained = explaining.some((one) => one.line === line);
  const misplaced = isExplained ? [] : misplacedLine(decoding, member);
  decoding.suspectLines.push(...explaining, ...misplaced);
}

function decodedMember(
  {profile}: BodyDecoding,
  sent: SentMember & {key: string},
  value: unknown,
  required: string[],
): DecodedMember {
  return {
    ...sent,
    value,
    isRequired: required.includes(sent.name),
    schema: sent.properties[sent.name] ?? {},
    line: `members.${sent.key}`,
    location: profile.members[sent.key],
  };
}

/**
 * The line of a member that is missing at its location, if the object has values that could be the member and
 * that nothing else explains.
 */
function misplacedLine(decoding: BodyDecoding, member: DecodedMember): SuspectLine[] {
  const {contract} = decoding;
  const {name, wire, schema, key, line, location, isRequired} = member;
  const pointer = pointerAt(location, name);
  const isMissing = pointer !== undefined && at(wire, pointer) === undefined;
  if (!isMissing || !isNameOpen(contract, schema) || (!location && !isRequired)) return [];
  const pointers = unclaimedPointers(decoding, member);
  decoding.missing.push([line, pointers]);
  const possible = [...pointers.fitting, ...pointers.nulls];
  if (!possible.length) return [];
  const parents = [pointer, `/${name}`].map(parentOf);
  const isNear = (one: string): boolean => parents.includes(parentOf(one));
  const near = possible.filter(isNear);
  const far = possible.filter((one) => !isNear(one));
  const correction = locatingLine(line, likelyPointers({near, far}));
  const isNull = location !== undefined && 'at' in location && location.absent !== undefined;
  const isOptional = isNull || !isRequired;
  const isWholeBody = wire === decoding.root;
  const missing = {key, about: 'location', near, far, isWholeBody, isOptional} as const;
  return [{line, correction, decides: 'body', member: missing}];
}

/** Whether a value is a word that the document excludes for the member there (`not`). */
const isOwnWord = ({not}: Schema, value: unknown): boolean =>
  typeof value === 'string' && not?.enum?.includes(value) === true;

/**
 * The line that a value confirms. Null is common at wrong locations, so it only shows that the deployment
 * writes null.
 */
const confirmedBy = (key: string, value: unknown): string =>
  value === null ? nullLine(key) : `members.${key}`;

const nullLine = (key: string): string => `members.${key} null`;

/** The lines that would explain a missing value, or one that the document does not allow. */
function explainingLines(decoding: BodyDecoding, member: DecodedMember): SuspectLine[] {
  const {profile, contract, values} = decoding;
  const {value, schema, key, line, location} = member;
  const decides = 'body';
  const fitting = fittingLine(decoding, member);
  if (fitting) {
    const {correction, about} = fitting;
    return [{line, correction, decides, member: {key, about}}];
  }
  const either = {key, about: 'location or form'} as const;
  if (location && 'header' in location)
    return [{line, correction: `${line}: {header: Name}`, decides, member: either}];
  if (!isSettled(contract, profile, key, schema)) {
    if (value === undefined && isNowhere(decoding, member)) {
      decoding.absent.add(line);
      return [];
    }
    const doubt = value === undefined ? 'unwritten' : 'misformed';
    return [{line, correction: locatingLine(line, []), doubt, decides, member: either}];
  }
  if (value !== undefined || !location || !values.fits(schema, null)) return [];
  return absentForNull(key, location, schema);
}

/**
 * Whether no line could say where a missing member is: all values of the object belong to other
 * members, null cannot stand for it, and it is in no header and in no object around the body.
 */
const isNowhere = (decoding: BodyDecoding, member: DecodedMember): boolean =>
  member.pointer === '' &&
  !(member.wire === decoding.root && decoding.hasMoreAround) &&
  decoding.headers?.location === undefined &&
  !decoding.values.fits(member.schema, null) &&
  hasOnlyOtherMembers(decoding, member);

/**
 * The suspect line for a deployment that leaves a member out where the document has null. A value in
 * another response shows that the deployment has the member at all; for a member that is mostly null no
 * run may see a value.
 */
function absentForNull(
  key: string,
  location: Extract<MemberLocation, {at: string}>,
  schema: Schema,
): SuspectLine[] {
  if (location.absent) return [];
  const correction = `members.${key}: {at: ${location.at}, absent: 'null'}`;
  const isMostlyNull = schema['x-mostly-null'] !== undefined;
  const member = {key, about: 'absence', isMostlyNull} as const;
  return [{line: nullLine(key), correction, decides: 'body', member}];
}
