import {isSettled, type MemberLocation} from '../../../spec/profile.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {ProfileDoubt} from '../../../spec/step.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {fittingLine, type SentMember} from './fitting-place.ts';

/** What reading one body finds about the members that only the profile places. */
interface MemberReading extends EffectiveContract {
  /** Undefined for a tool's result: there, what stands in a header stands beside the rest. */
  headers: Record<string, string> | undefined;
  doubts: ProfileDoubt[];
  shown: Set<string>;
}

/**
 * Notes whether a member bears out its line of the profile. One whose value the document does not
 * allow, or that is missing, puts its line in doubt where another line would explain it.
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
  if (value !== undefined && reading.values.fits(schema, value))
    reading.shown.add(shownBy(key, value));
  else if (value !== undefined || required.includes(name))
    reading.doubts.push(
      ...doubtsOf(reading, member, key, schema, value).map((doubt) => ({
        ...doubt,
        isOfBody: true as const,
      })),
    );
}

/** Null stands in many a wrong place too: it only shows that the deployment writes null. */
const shownBy = (key: string, value: unknown): string =>
  value === null ? nullLine(key) : `members.${key}`;

const nullLine = (key: string): string => `members.${key} null`;

/** The lines that would explain a value that the document does not allow, or that is missing. */
function doubtsOf(
  reading: MemberReading,
  member: SentMember,
  key: string,
  schema: Schema,
  value: unknown,
): ProfileDoubt[] {
  const {profile, contract, values} = reading;
  const line = `members.${key}`;
  const location = profile.members[key];
  const fitting = fittingLine(reading, member);
  if (fitting) return [{line, ...fitting}];
  if (location && 'header' in location) return [{line, correction: `${line}: {header: Name}`}];
  if (!isSettled(contract, profile, key, schema))
    return [{line, correction: `${line}: {at: /pointer} (the document does not name it)`}];
  if (value !== undefined || !location || !values.fits(schema, null)) return [];
  return absentForNull(key, location, schema);
}

/**
 * The deployment may leave a member out where the document has null. That it has the member at all
 * a value shows; of one that is null as a rule no run may see a value.
 */
function absentForNull(
  key: string,
  location: Extract<MemberLocation, {at: string}>,
  schema: Schema,
): ProfileDoubt[] {
  if (location.absent) return [];
  const correction = `members.${key}: {at: ${location.at}, absent: 'null'}`;
  const line = nullLine(key);
  if (schema['x-mostly-null']) return [{line, correction, isOfNull: true}];
  return [{line, correction, onceShown: `members.${key}`}];
}
