import {escapeToken} from '../../../spec/json.ts';
import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import type {Schema} from '../../../spec/schema.ts';

/** A member of an object as a deployment sent it. */
export interface SentMember {
  /** The component of the object; `pointer` is the JSON Pointer of the objects around the member. */
  component: string;
  pointer: string;
  name: string;
  /** The schemas of all members of the object. */
  properties: Record<string, Schema>;
  /** The object. */
  wire: Record<string, unknown>;
}

/** The name of a member in the profile. */
export const keyOf = ({component, pointer}: SentMember, name: string): string =>
  `${component}#${pointer}/${name}`;

/** The pointer of a member in the profile, or else in the document; undefined for a header. */
export const pointerOf = (
  {members}: Profile,
  member: SentMember,
  name: string,
): string | undefined => pointerAt(members[keyOf(member, name)], name);

/** The pointer of a member with a location in the profile, or else in the document; undefined for a header. */
export function pointerAt(location: MemberLocation | undefined, name: string): string | undefined {
  if (!location) return `/${escapeToken(name)}`;
  return 'at' in location ? location.at : undefined;
}

/** The locations of the other members of an object, and the objects in which these are. */
interface Claims {
  pointers: string[];
  parents: ReadonlySet<string>;
}

/**
 * The claims by profile, since a page of 50 rows needs those of each member 50 times. This caches a pure
 * function, so that several runs in one process may share it.
 */
const CLAIMS = new WeakMap<Profile, WeakMap<SentMember['properties'], Map<string, Claims>>>();

/** The pointers of the other members of the object, from the profile and the document. */
export const claimsOf = (profile: Profile, member: SentMember): string[] =>
  foundClaims(profile, member).pointers;

function foundClaims(profile: Profile, member: SentMember): Claims {
  const byObject = CLAIMS.get(profile) ?? new WeakMap();
  CLAIMS.set(profile, byObject);
  const byKey = byObject.get(member.properties) ?? new Map<string, Claims>();
  byObject.set(member.properties, byKey);
  const key = keyOf(member, member.name);
  const claims = byKey.get(key) ?? findClaims(profile, member);
  byKey.set(key, claims);
  return claims;
}

function findClaims(profile: Profile, member: SentMember): Claims {
  const others = Object.keys(member.properties).filter((name) => name !== member.name);
  const pointers = others.flatMap((name) =>
    [pointerOf(profile, member, name) ?? [], `/${name}`].flat(),
  );
  return {pointers, parents: new Set(pointers.map(parentOf))};
}

/** The object in which a location is. */
export const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/**
 * Whether a location shares a nested object with another documented member and not with this one, so that it
 * belongs to the other one.
 */
export function isBesideOthers(profile: Profile, member: SentMember, pointer: string): boolean {
  const own = [pointerOf(profile, member, member.name) ?? '', `/${member.name}`].map(parentOf);
  if (own.includes(parentOf(pointer))) return false;
  return foundClaims(profile, member).parents.has(parentOf(pointer));
}
