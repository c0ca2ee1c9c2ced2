import {at, escapeToken, isObject, lastToken, tokens} from '../../../spec/json.ts';
import {likeliest, pairOverlap} from '../../../spec/likeliest.ts';
import type {Encoding, Profile} from '../../../spec/profile.ts';
import {isNameOpen} from '../../../spec/profile-sections/open-members.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {SuspectLine} from '../../../spec/exchange.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';
import {isBesideOthers, keyOf, placeOf, type SentMember} from './sent-member.ts';

/** Ways to write a value whose form is open, by the documented type. */
const ENCODINGS: Record<string, Encoding[]> = {
  boolean: ['bool-as-int'],
  integer: ['number-as-string'],
  number: ['number-as-string'],
  object: ['pairs'],
};

/** Ways to write an instant, which the document describes as a text of a certain form. */
const INSTANTS: Encoding[] = ['epoch-seconds', 'epoch-milliseconds'];

function encodingsOf(schema: Schema, name: string): Encoding[] {
  const byType = [schema.type ?? []].flat().flatMap((one) => ENCODINGS[one] ?? []);
  if (isOfInstants(schema)) return [...byType, ...INSTANTS];
  // Any number would do as a text: only ids are numbers for a reason.
  return /(^|_)id$/.test(name) ? [...byType, 'string-as-number'] : byType;
}

/** Whether a member is an instant or a day, by the form of its values. */
export const isOfInstants = ({pattern, format}: Schema): boolean =>
  /date/.test(format ?? '') || (pattern ?? '').includes('\\d{4}');

/** How deep in an object a deployment may keep a member. */
const DEPTH = 3;

/**
 * The line of the profile with which a member would have a value that the document allows: with
 * another form at its own place, or at another place of the object.
 * @returns undefined when no line would help: then the deployment does not send such a member
 */
export function fittingLine(
  effective: EffectiveContract,
  member: SentMember,
): FittingLine | undefined {
  const [form, place] = [otherForm(effective, member), otherPlace(effective, member)];
  if (form === undefined) return place === undefined ? undefined : {correction: place};
  return {correction: form, ...(place === undefined && {isOfForm: true})};
}

/** What to write in the profile; `isOfForm`: only the form of the value can be what is wrong. */
type FittingLine = Pick<SuspectLine, 'correction' | 'isOfForm'>;

/** The value where the profile has it, in another form. */
function otherForm(effective: EffectiveContract, member: SentMember): string | undefined {
  const {name, properties, wire} = member;
  const schema = properties[name];
  const value = at(wire, placeOf(effective.profile, member, name) ?? '/');
  // A profile cannot encode a member of which the document leaves nothing open.
  if (schema?.['x-open'] === undefined || value === undefined) return undefined;
  const key = keyOf(member, name);
  const fitting = encodingsOf(schema, name).find((encoding) =>
    fitsAs(effective, schema, encoding, value),
  );
  if (fitting !== undefined) return `encodings.${key}: ${encodingText(fitting)}`;
  const mapping = typeof value === 'string' ? mappingOf(effective, schema, value) : undefined;
  if (mapping !== undefined) return `encodings.${key}: ${mapping}`;
  const isPlain = effective.profile.encodings[key] && fitsAs(effective, schema, undefined, value);
  return isPlain ? `encodings.${key}: none (its value has the documented form)` : undefined;
}

/**
 * A mapping with a text of the deployment. That a text means yes or no, only its vendor can say; it
 * may where the document shows neither the name nor the type of the member.
 */
function mappingOf(
  {contract}: EffectiveContract,
  schema: Schema,
  text: string,
): string | undefined {
  const [canonical] = schema.enum ?? [];
  if (typeof canonical === 'string') return `{${canonical}: ${text}}`;
  if (schema.type !== 'boolean' || !isNameOpen(contract, schema)) return undefined;
  return `{true: [...], false: [...]} (with \`${text}\` in one of the lists)`;
}

const encodingText = (encoding: Encoding): string =>
  typeof encoding === 'string' ? encoding : JSON.stringify(encoding);

function fitsAs(
  {values}: EffectiveContract,
  schema: Schema,
  encoding: Encoding | undefined,
  value: unknown,
): boolean {
  const decoded = decodeValue(encoding, value);
  if (decoded === null || decoded === undefined) return false;
  // A schema without a type is about plain values: what has members or items only holds some.
  if (typeof decoded === 'object' && schema.type === undefined) return false;
  return values.fits(schema, decoded);
}

/** Another place of the object that has a value which the member can have. */
function otherPlace(effective: EffectiveContract, member: SentMember): string | undefined {
  const {name, properties, wire} = member;
  const schema = properties[name];
  if (!schema || !isNameOpen(effective.contract, schema)) return undefined;
  const key = keyOf(member, name);
  const own = placeOf(effective.profile, member, name) ?? `/${name}`;
  const isMissing = valueAt(effective.profile, member, name) === undefined;
  const places = placesIn(wire).filter(
    (place) =>
      place !== own &&
      (!isMissing || mayBeCalled(effective, member, place, [own, `/${name}`])) &&
      canBeAt(effective, member, schema, place),
  );
  if (!places.length) return undefined;
  const canonical = places.find((place) => place === `/${name}`);
  return `members.${key}: {at: ${canonical ?? likeliest(own, places)}}`;
}

/** Whether one name is another with more before or behind it: `identifier` and `uuid` of `id`. */
const isLonger = (long: string, short: string): boolean =>
  short.length > 1 && (long.startsWith(short) || long.endsWith(short));

/** When one name is a slip of the other, their letter pairs overlap at least so much (`pairOverlap`). */
const ALIKE = 0.25;

/** They overlap at least so much where the name stands in an object that another member has to itself. */
const NEARLY_THE_SAME = 0.33;

/** Whether a missing member may be what stands at a place, by the names that it should have. */
function mayBeCalled(
  {profile}: EffectiveContract,
  member: SentMember,
  place: string,
  names: string[],
): boolean {
  const least = isBesideOthers(profile, member, place) ? NEARLY_THE_SAME : ALIKE;
  return names.some((name) => isCalledAlike(place, name, least));
}

/**
 * Whether the name at one place is much like that at another. What is nowhere may be called
 * anything, but a body has other members too: only what is called alike is taken for it.
 * @param least how much the letter pairs of the names overlap at least (`pairOverlap`)
 */
export function isCalledAlike(place: string, other: string, least = ALIKE): boolean {
  const [one = '', two = ''] = [place, other].map((each) =>
    lastToken(each)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  return pairOverlap(one, two) >= least || isLonger(one, two) || isLonger(two, one);
}

function canBeAt(
  effective: EffectiveContract,
  member: SentMember,
  schema: Schema,
  place: string,
): boolean {
  const value = at(member.wire, place);
  const own = effective.profile.encodings[keyOf(member, member.name)];
  const fits = [own, undefined].some((one) => fitsAs(effective, schema, one, value));
  return fits && isFree(effective, member, place);
}

/**
 * Whether no other member of the object has to stand at a place. Two lines may have been mixed up:
 * a place counts as free, too, when its member would fit where this one is looked for.
 */
function isFree(effective: EffectiveContract, member: SentMember, place: string): boolean {
  const {contract, profile} = effective;
  const {properties} = member;
  const others = Object.entries(properties).filter(([name]) => name !== member.name);
  const [first = ''] = tokens(place);
  const documented = others.some(
    ([name, schema]) => name === first && !isNameOpen(contract, schema),
  );
  if (documented) return false;
  const claimant = others.find(([name]) => placeOf(profile, member, name) === place);
  if (!claimant) return true;
  const [name, schema] = claimant;
  const here = valueAt(profile, member, member.name);
  if (here === null) return effective.values.fits(schema, null);
  const own = profile.encodings[keyOf(member, name)];
  return [own, undefined, ...encodingsOf(schema, name)].some((encoding) =>
    fitsAs(effective, schema, encoding, here),
  );
}

/** The value of a member where the profile has it; null where the profile says so of absence. */
function valueAt(profile: Profile, member: SentMember, name: string): unknown {
  const location = profile.members[keyOf(member, name)];
  const value = at(member.wire, placeOf(profile, member, name) ?? '/');
  const isNull = value === undefined && location && 'at' in location && location.absent === 'null';
  return isNull ? null : value;
}

/** Places of an object that are looked at. A hostile deployment may send a hundred thousand. */
const MOST_PLACES = 500;

/** JSON Pointers of everything in an object, of lists the lists themselves: the first `MOST_PLACES`. */
export function placesIn(value: Record<string, unknown>): string[] {
  const places: string[] = [];
  for (const place of everyPlaceIn(value, DEPTH)) {
    if (places.length === MOST_PLACES) break;
    places.push(place);
  }
  return places;
}

function* everyPlaceIn(value: Record<string, unknown>, depth: number): Generator<string> {
  if (depth === 0) return;
  for (const name of Object.keys(value)) {
    const here = `/${escapeToken(name)}`;
    const member = value[name];
    yield here;
    if (!isObject(member)) continue;
    for (const place of everyPlaceIn(member, depth - 1)) yield here + place;
  }
}
