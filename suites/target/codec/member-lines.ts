import {at} from '../../../spec/json.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import {isSettled, type MemberLocation} from '../../../spec/profile.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {fittingLine} from './fitting-place.ts';
import {allPlaces, placingLine, type UnclaimedPlaces} from './line-evidence.ts';
import {parentOf, placeOf, type SentMember} from './sent-member.ts';
import {unclaimedPlaces} from './unclaimed-places.ts';

/** The evidence about members with a place in the profile that is found while one body is decoded. */
interface MemberReading extends EffectiveContract {
  /** Undefined for a tool's result: there, what stands in a header stands beside the rest. */
  headers: Record<string, string> | undefined;
  suspectLines: SuspectLine[];
  shown: Set<string>;
  /** By line: the unclaimed values of the response, if the member is missing. */
  missing: [line: string, places: UnclaimedPlaces][];
  /** The whole body. */
  root: unknown;
}

/**
 * Notes whether a member bears out its line of the profile. One whose value the document does not
 * allow, or that is missing, makes its line suspect where another line would explain it.
 * @param value as the profile has it read
 * @param required names of the members that the object has to have
 */
export function judgeMember(
  reading: MemberReading,
  member: SentMember,
  value: unknown,
  required: string[],
): void {
  const {component, pointer, name, properties} = member;
  const schema = properties[name] ?? {};
  const key = `${component}#${pointer}/${name}`;
  const location = reading.profile.members[key];
  const isAtHeader = location !== undefined && 'header' in location;
  if (isAtHeader && reading.headers === undefined) return;
  const isFitting = value !== undefined && reading.values.fits(schema, value);
  if (isFitting || isOwnWord(schema, value)) reading.shown.add(shownBy(key, value));
  const isWanted = required.includes(name);
  const explicable =
    !isFitting && (value !== undefined || isWanted)
      ? suspectLinesOf(reading, member, key, schema, value)
      : [];
  const isExplained = explicable.some(({line}) => line === `members.${key}`);
  const misplaced = isExplained ? [] : misplacedLine(reading, member, isWanted);
  const suspectLines = [...explicable, ...misplaced];
  reading.suspectLines.push(
    ...suspectLines.map((suspect) => ({...suspect, concernsBody: true as const})),
  );
}

/**
 * The line of a member that is not where it is looked for, where the object has values that it may
 * be and that nothing else explains.
 */
function misplacedLine(
  reading: MemberReading,
  member: SentMember,
  isWanted: boolean,
): SuspectLine[] {
  const {profile, contract} = reading;
  const {component, pointer, name, properties, wire} = member;
  const key = `${component}#${pointer}/${name}`;
  const schema = properties[name] ?? {};
  const location = profile.members[key];
  const place = placeOf(profile, member, name);
  const isMissing = place !== undefined && at(wire, place) === undefined;
  if (!isMissing || !isNameOpen(contract, schema) || (!location && !isWanted)) return [];
  const line = `members.${key}`;
  const places = unclaimedPlaces(reading, member);
  reading.missing.push([line, places]);
  const parents = [place, `/${name}`].map(parentOf);
  const isNear = (one: string): boolean => parents.includes(parentOf(one));
  const possible = [...places.fitting, ...places.nulls];
  if (!possible.length) return [];
  const near = possible.filter(isNear);
  const far = possible.filter((one) => !isNear(one));
  const candidates = {near, far, isWholeBody: wire === reading.root};
  const isNull = location !== undefined && 'at' in location && location.absent !== undefined;
  return [
    {
      line,
      correction: placingLine(line, allPlaces(candidates)),
      candidates,
      ...((isNull || !isWanted) && {onlyMember: name}),
    },
  ];
}

/** Whether a value is one of the words that the document has for a member and rules out here. */
const isOwnWord = ({not}: Schema, value: unknown): boolean =>
  typeof value === 'string' && not?.enum?.includes(value) === true;

/** Null stands in many a wrong place too: it only shows that the deployment writes null. */
const shownBy = (key: string, value: unknown): string =>
  value === null ? nullLine(key) : `members.${key}`;

const nullLine = (key: string): string => `members.${key} null`;

/** The lines that would explain a value that the document does not allow, or that is missing. */
function suspectLinesOf(
  reading: MemberReading,
  member: SentMember,
  key: string,
  schema: Schema,
  value: unknown,
): SuspectLine[] {
  const {profile, contract, values} = reading;
  const line = `members.${key}`;
  const location = profile.members[key];
  const fitting = fittingLine(reading, member);
  if (fitting) return [{line, ...fitting}];
  if (location && 'header' in location) return [{line, correction: `${line}: {header: Name}`}];
  if (!isSettled(contract, profile, key, schema))
    return [{line, correction: placingLine(line, []), kind: 'unwritten'}];
  if (value !== undefined || !location || !values.fits(schema, null)) return [];
  return absentForNull(key, location, schema);
}

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
  const line = nullLine(key);
  if (schema['x-mostly-null']) return [{line, correction, entry: `members.${key}`}];
  return [{line, correction, onceShown: `members.${key}`}];
}
