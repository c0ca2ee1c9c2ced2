import {at, isObject} from '../../../spec/json.ts';
import {resolve, type Schema} from '../../../spec/schema.ts';
import type {EffectiveContract} from './effective-contract.ts';
import {decodeValue} from './encodings.ts';
import {isInstantOrDay} from './fitting-line.ts';
import {componentOf} from './member-key.ts';
import type {UnclaimedPointers} from './line-evidence.ts';
import {pointersIn} from './pointers-in.ts';
import {membersShown} from './rows.ts';
import {claimsOf, isBesideOthers, keyOf, pointerOf, type SentMember} from './sent-member.ts';

/** Finds the values in an object that could be a missing member. */
export function unclaimedPointers(
  effective: EffectiveContract,
  member: SentMember,
): UnclaimedPointers {
  const {name, properties, wire} = member;
  const schema = properties[name] ?? {};
  const claims = claimsOf(effective.profile, member);
  const free = pointersIn(wire).filter(
    (pointer) =>
      !isBesideOthers(effective.profile, member, pointer) &&
      !claims.some((claim) => meets(pointer, claim)),
  );
  const values = free.map((pointer) => [pointer, at(wire, pointer)] as const);
  const canBeNull = effective.values.fits(schema, null);
  const present = values.filter(([, value]) => value !== null);
  const texts = claims.map((claim) => at(wire, claim));
  const isFitting = (value: unknown): boolean => fits(effective, member, schema, value);
  const fitting = present.filter(([, value]) => isFitting(value));
  return {
    fitting: fitting.map(([pointer]) => pointer),
    nulls: canBeNull
      ? values.filter(([, value]) => value === null).map(([pointer]) => pointer)
      : [],
    refuted: [
      ...present.filter(([, value]) => !isFitting(value)),
      ...values.filter(([, value]) => value === null && !canBeNull),
    ].map(([pointer]) => pointer),
    copies: fitting
      .filter(([, value]) => isTelling(value) && texts.includes(value))
      .map(([pointer]) => pointer),
  };
}

/**
 * Whether every value in an object is at the location of another member, or cannot be that of the missing one,
 * so that this cannot be there by any other name. An empty object says nothing.
 */
export function hasOnlyOtherMembers({profile}: EffectiveContract, member: SentMember): boolean {
  const isOfTime = isTime(member.name, member.properties[member.name] ?? {});
  const others = Object.entries(member.properties).filter(([name]) => name !== member.name);
  const claims = others.flatMap(([name, {type}]) => {
    const pointer = pointerOf(profile, member, name);
    return pointer === undefined ? [] : {pointer, isObject: type === 'object'};
  });
  const pointers = pointersIn(member.wire);
  // Where an object stands in for a text, its values may be other members.
  const isClaimed = (pointer: string): boolean =>
    claims.some(
      (claim) =>
        contains(pointer, claim.pointer) || (claim.isObject && contains(claim.pointer, pointer)),
    );
  const isOther = (pointer: string): boolean =>
    isClaimed(pointer) || (isOfTime && isNoTime(at(member.wire, pointer)));
  return pointers.length > 0 && pointers.every(isOther);
}

/** Whether a member is a time, by its name or the form of its values. */
const isTime = (name: string, schema: Schema): boolean =>
  isInstantOrDay(schema) || name.endsWith('_at');

/** Whether a value is a time in no form: a boolean, or a text without digits. */
const isNoTime = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && !/\d/.test(value));

/** Whether a text is so long that it is not equal to another one by chance. */
const isTelling = (value: unknown): boolean => typeof value === 'string' && value.length > 3;

/** Whether a location is another one, or within it. */
const contains = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}/`);

/** Whether two locations are the same, or one is within the other. */
const meets = (one: string, other: string): boolean => contains(one, other) || contains(other, one);

function fits(
  effective: EffectiveContract,
  member: SentMember,
  schema: Schema,
  value: unknown,
): boolean {
  const own = effective.profile.encodings[keyOf(member, member.name)];
  return [own, undefined].some((encoding) => {
    const decoded = decodeValue(encoding, value);
    if (decoded === null || decoded === undefined) return false;
    if (typeof decoded === 'object' && schema.type === undefined) return false;
    if (isInstant(decoded) && !isTime(member.name, schema)) return false;
    return effective.values.fits(schema, decoded) && hasMembersOf(effective, schema, decoded);
  });
}

/** Whether a value is an instant in ISO 8601, and so no name, state or kind. */
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-?\d\d-?\d\d[Tt ]\d\d:?\d\d/.test(value);

/** Whether a name looks like that of a header, since other objects also contain texts by name. */
const isHeaderName = (name: string): boolean => /^[a-z]+(-[a-z]+)+$/i.test(name);

/** Whether an object, or the first item of a list, has members that the schema names. */
function hasMembersOf(effective: EffectiveContract, schema: Schema, value: unknown): boolean {
  const {document} = effective.contract;
  const {items, properties} = resolve(document, schema);
  if (Array.isArray(value)) {
    const [first] = value;
    const hasMembers = items && resolve(document, items).properties !== undefined;
    return !hasMembers || first === undefined || membersShown(effective, items, first) > 0;
  }
  if (!isObject(value)) return true;
  if (schema['x-http-headers']) return Object.keys(value).some(isHeaderName);
  if (properties === undefined || componentOf(schema) === undefined) return true;
  return membersShown(effective, schema, value) > 0;
}
