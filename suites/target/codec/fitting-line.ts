import {at, isObject, tokens, toText} from '../../../spec/json.ts';
import {likeliest} from '../../../spec/likeliest.ts';
import type {Encoding, Profile} from '../../../spec/profile.ts';
import {isFormOpen, isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';
import {pointersIn} from './pointers-in.ts';
import {isBesideOthers, keyOf, pointerOf, type SentMember} from './sent-member.ts';
import {isCalledAlike} from './similar-names.ts';

type NamedEncoding = Extract<Encoding, string>;

/** Encodings of a value whose form is open, by the documented type. */
const ENCODINGS: Record<string, NamedEncoding[]> = {
  boolean: ['bool-as-int'],
  integer: ['number-as-string'],
  number: ['number-as-string'],
  object: ['pairs'],
};

/** Encodings of an instant, which the document describes as a text of a certain form. */
const INSTANTS: NamedEncoding[] = ['epoch-seconds', 'epoch-milliseconds'];

function encodingsOf(schema: Schema, name: string): NamedEncoding[] {
  const byType = [schema.type ?? []].flat().flatMap((one) => ENCODINGS[one] ?? []);
  if (isInstantOrDay(schema)) return [...byType, ...INSTANTS];
  // Every number could be a text; only an id is likely to be meant as one.
  return /(^|_)id$/.test(name) ? [...byType, 'string-as-number'] : byType;
}

/** Whether a member is an instant or a day, by the form of its values. */
export const isInstantOrDay = ({pattern, format}: Schema): boolean =>
  /date/.test(format ?? '') || (pattern ?? '').includes('\\d{4}');

/**
 * Proposes a corrected line of the profile with which a member would have an allowed value: another
 * encoding at its own location, or another location in the object.
 * @returns undefined if no line would help: then the deployment does not send such a member
 */
export function fittingLine(
  effective: EffectiveContract,
  member: SentMember,
): FittingLine | undefined {
  const [form, pointer] = [otherForm(effective, member), otherPointer(effective, member)];
  const about = pointer === undefined ? 'form' : 'location or form';
  const correction = form ?? pointer;
  return correction === undefined ? undefined : {correction, about};
}

/** The corrected line, and what can be wrong about the member. */
interface FittingLine {
  correction: string;
  about: 'form' | 'location or form';
}

/** The line for the value at its location in another form. */
function otherForm(effective: EffectiveContract, member: SentMember): string | undefined {
  const {name, properties, wire} = member;
  const schema = properties[name];
  const value = at(wire, pointerOf(effective.profile, member, name) ?? '/');
  // A profile cannot encode a member whose form the document gives.
  if (!schema || !isFormOpen(effective.contract, schema) || value === undefined) return undefined;
  const key = keyOf(member, name);
  const encoding =
    encodingsOf(schema, name).find((one) => fitsAs(effective, schema, one, value)) ??
    mappingOf(effective, schema, value) ??
    correctedEncoding(effective.profile.encodings[key], effective, schema, value);
  return encoding === undefined ? undefined : `encodings.${key}: ${encoding}`;
}

/** What replaces the encoding of the profile if the value needs none, or is missing in its mapping. */
function correctedEncoding(
  own: Encoding | undefined,
  effective: EffectiveContract,
  schema: Schema,
  value: unknown,
): string | undefined {
  if (own === undefined) return undefined;
  if (fitsAs(effective, schema, undefined, value))
    return 'none (its value has the documented form)';
  const isMapping = isObject(own) && fitsAs(effective, schema, own, Object.values(own).flat()[0]);
  return isMapping && !isObject(value)
    ? `{..., NAME: ${toText(value)}} (it has nothing for this value)`
    : undefined;
}

/**
 * A mapping with a text of the deployment. Only its vendor can say whether a text means yes or no; the
 * document allows it if it shows neither the name nor the type of the member.
 */
function mappingOf(
  {contract}: EffectiveContract,
  schema: Schema,
  text: unknown,
): string | undefined {
  if (typeof text !== 'string') return undefined;
  const [canonical] = schema.enum ?? [];
  if (typeof canonical === 'string') return `{${canonical}: ${text}}`;
  if (schema.type !== 'boolean' || !isNameOpen(contract, schema)) return undefined;
  return `{true: [...], false: [...]} (with \`${text}\` in one of the lists)`;
}

function fitsAs(
  {values}: EffectiveContract,
  schema: Schema,
  encoding: Encoding | undefined,
  value: unknown,
): boolean {
  const decoded = decodeValue(encoding, value);
  if (decoded === null || decoded === undefined) return false;
  // A schema without a type is about plain values, not about objects and lists that contain some.
  if (typeof decoded === 'object' && schema.type === undefined) return false;
  return values.fits(schema, decoded);
}

/** Another location in the object that has an allowed value of the member. */
function otherPointer(effective: EffectiveContract, member: SentMember): string | undefined {
  const {name, properties, wire} = member;
  const schema = properties[name];
  if (!schema || !isNameOpen(effective.contract, schema)) return undefined;
  const key = keyOf(member, name);
  const profilePointer = pointerOf(effective.profile, member, name) ?? `/${name}`;
  const isMissing = valueAt(effective.profile, member, name) === undefined;
  const pointers = pointersIn(wire).filter(
    (pointer) =>
      pointer !== profilePointer &&
      (!isMissing || mayBeCalled(effective, member, pointer, [profilePointer, `/${name}`])) &&
      canBeAt(effective, member, schema, pointer),
  );
  if (!pointers.length) return undefined;
  const canonical = pointers.find((pointer) => pointer === `/${name}`);
  return `members.${key}: {at: ${canonical ?? likeliest(profilePointer, pointers)}}`;
}

/** The least overlap for a location in an object that belongs to another member. */
const NEARLY_THE_SAME = 0.33;

/** Whether a missing member may be what stands at a location, by the names that it should have. */
function mayBeCalled(
  {profile}: EffectiveContract,
  member: SentMember,
  pointer: string,
  names: string[],
): boolean {
  const least = isBesideOthers(profile, member, pointer) ? NEARLY_THE_SAME : undefined;
  return names.some((name) => isCalledAlike(pointer, name, least));
}

function canBeAt(
  effective: EffectiveContract,
  member: SentMember,
  schema: Schema,
  pointer: string,
): boolean {
  const value = at(member.wire, pointer);
  const own = effective.profile.encodings[keyOf(member, member.name)];
  const fits = [own, undefined].some((one) => fitsAs(effective, schema, one, value));
  return fits && isAvailable(effective, member, pointer);
}

/**
 * Whether no other member of the object is at a location. If the profile has another member there, the
 * location is also available if the two entries may have been swapped.
 */
function isAvailable(effective: EffectiveContract, member: SentMember, pointer: string): boolean {
  const {contract, profile} = effective;
  const others = Object.entries(member.properties).filter(([name]) => name !== member.name);
  const [topLevelName = ''] = tokens(pointer);
  const isDocumentedName = others.some(
    ([name, schema]) => name === topLevelName && !isNameOpen(contract, schema),
  );
  if (isDocumentedName) return false;
  const claimant = others.find(([name]) => pointerOf(profile, member, name) === pointer);
  return claimant === undefined || couldBeHere(effective, member, claimant);
}

/** Whether another member could have the value at the location where the profile has this one. */
function couldBeHere(
  effective: EffectiveContract,
  member: SentMember,
  [name, schema]: [name: string, schema: Schema],
): boolean {
  const here = valueAt(effective.profile, member, member.name);
  if (here === null) return effective.values.fits(schema, null);
  const own = effective.profile.encodings[keyOf(member, name)];
  return [own, undefined, ...encodingsOf(schema, name)].some((encoding) =>
    fitsAs(effective, schema, encoding, here),
  );
}

/** The value of a member at its location in the profile; null if the profile says that absence means null. */
function valueAt(profile: Profile, member: SentMember, name: string): unknown {
  const location = profile.members[keyOf(member, name)];
  const value = at(member.wire, pointerOf(profile, member, name) ?? '/');
  const isNull = value === undefined && location && 'at' in location && location.absent === 'null';
  return isNull ? null : value;
}
