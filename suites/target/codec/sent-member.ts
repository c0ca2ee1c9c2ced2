import {escapeToken} from '../../../spec/json.ts';
import type {MemberLocation, Profile} from '../../../spec/profile.ts';
import type {Schema} from '../../../spec/schema.ts';

/** A member of an object as a deployment sent it. */
export interface SentMember {
  /** The component that the object is, and the JSON Pointer of the objects around the member. */
  component: string;
  pointer: string;
  name: string;
  /** The schemas of all members of the object. */
  properties: Record<string, Schema>;
  /** The object. */
  wire: Record<string, unknown>;
}

/** A member as the profile calls it. */
export const keyOf = ({component, pointer}: SentMember, name: string): string =>
  `${component}#${pointer}/${name}`;

/** Where the profile, or else the document, has a member; undefined in a header. */
export function placeOf({members}: Profile, member: SentMember, name: string): string | undefined {
  const location: MemberLocation | undefined = members[keyOf(member, name)];
  if (!location) return `/${escapeToken(name)}`;
  return 'at' in location ? location.at : undefined;
}

/** Where the profile and the document have the other members of the object. */
export function claimsOf(profile: Profile, member: SentMember): string[] {
  const others = Object.keys(member.properties).filter((name) => name !== member.name);
  return others.flatMap((name) => [placeOf(profile, member, name) ?? [], `/${name}`].flat());
}

/** The object in which a place is. */
export const parentOf = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/**
 * Whether a place shares a nested object with another member of the document, and not with this
 * one: then it is about the other.
 */
export function isBesideOthers(profile: Profile, member: SentMember, place: string): boolean {
  const own = [placeOf(profile, member, member.name) ?? '', `/${member.name}`].map(parentOf);
  if (own.includes(parentOf(place))) return false;
  return claimsOf(profile, member).some((claim) => parentOf(claim) === parentOf(place));
}
