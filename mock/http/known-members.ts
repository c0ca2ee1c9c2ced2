import {escapeToken, isObject} from '../../spec/json.ts';
import type {Schema} from '../../spec/schema.ts';

/** The members that a schema describes. What it leaves free, such as a map of prices, has none. */
export interface KnownMembers {
  /** Names of members, each with those of its value; absent for a value that is not an object. */
  members?: ReadonlyMap<string, KnownMembers | undefined>;
  /** Those of the items of an array. */
  items?: KnownMembers;
}

/** A member of a body that its schema does not describe, with the names that it does. */
export interface UnknownMember {
  /** JSON Pointer of the value that has the member. */
  parent: string;
  name: string;
  known: readonly string[];
}

/** Collects the members of a schema without references. @returns undefined for one that describes none */
export function knownMembers(schema: Schema): KnownMembers | undefined {
  const properties = [schema, ...(schema.allOf ?? [])].flatMap((part) =>
    Object.entries(part.properties ?? {}),
  );
  const items = schema.items && knownMembers(schema.items);
  if (!properties.length) return items && {items};
  return {
    members: new Map(properties.map(([name, member]) => [name, knownMembers(member)])),
    ...(items && {items}),
  };
}

/** Finds the members of a value that are not known, at any depth. @param most how many to find at most */
export function unknownMembers(
  value: unknown,
  known: KnownMembers,
  most: number,
  parent = '',
): UnknownMember[] {
  const found: UnknownMember[] = [];
  const descend = (inner: unknown, below: KnownMembers | undefined, name: string): void => {
    if (!below || typeof inner !== 'object') return;
    const at = `${parent}/${escapeToken(name)}`;
    found.push(...unknownMembers(inner, below, most - found.length, at));
  };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && found.length < most; at++)
      descend(value[at], known.items, String(at));
  } else if (known.members && isObject(value))
    for (const name in value) {
      if (found.length >= most) break;
      if (known.members.has(name)) descend(value[name], known.members.get(name), name);
      else found.push({parent, name, known: [...known.members.keys()]});
    }
  return found;
}
