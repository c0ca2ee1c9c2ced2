/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};

/** A JSON object. */
export type JsonObject = {[name: string]: Json};

/** Whether a value is an object, but neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An id as a text; undefined for a value that is neither a text nor a number. */
export const idText = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;

/**
 * Reads a JSON Pointer (RFC 6901).
 * @returns the value there, or undefined when nothing is there
 */
export function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  let here: unknown = value;
  for (const token of tokens(pointer)) {
    if (Array.isArray(here)) here = here[Number(token)];
    else if (isObject(here) && Object.hasOwn(here, token)) here = here[token];
    else return undefined;
  }
  return here;
}

/** Whether a value on the path of a JSON Pointer is null, so that the pointer points to nothing. */
export function leadsThroughNull(value: unknown, pointer: string): boolean {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  if (parent === '') return false;
  return at(value, parent) === null || leadsThroughNull(value, parent);
}

/** The unescaped reference tokens of a JSON Pointer. */
export function tokens(pointer: string): string[] {
  if (pointer === '') return [];
  const escaped = pointer.slice(1).split('/');
  return pointer.includes('~') ? escaped.map(unescaped) : escaped;
}

/** The last reference token of a JSON Pointer: the name of the value; empty for the root. */
export const lastToken = (pointer: string): string =>
  unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));

const unescaped = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;

/** Escapes a reference token for a JSON Pointer. */
export const escapeToken = (token: string): string =>
  token.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Copies a JSON value with another value at a pointer, or without the value if `next` is undefined. Missing objects on
 * the path are created.
 */
export function withAt(value: unknown, pointer: string, next: unknown): unknown {
  const [first, ...rest] = tokens(pointer);
  if (first === undefined) return next;
  const deeper = rest.map((token) => `/${escapeToken(token)}`).join('');
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    if (rest.length === 0 && next === undefined) copy.splice(Number(first), 1);
    else copy[Number(first)] = withAt(copy[Number(first)], deeper, next);
    return copy;
  }
  const copy: Record<string, unknown> = isObject(value) ? {...value} : {};
  if (rest.length === 0 && next === undefined) delete copy[first];
  else copy[first] = withAt(copy[first], deeper, next);
  return copy;
}

/** JSON text with the members of every object in a fixed order: equal values have equal texts. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(itemText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = membersOf(value)
    .sort(byName)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.join(',')}}`;
}

/** As in JSON text, undefined items of an array become null. */
const itemText = (item: unknown): string => (item === undefined ? 'null' : canonicalText(item));

/** Whether two values have the same `canonicalText`, without building it. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item: unknown, index) => isSameJson(item ?? null, other[index] ?? null))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const members = membersOf(one);
  return (
    members.length === membersOf(other).length &&
    members.every(([name, member]) => Object.hasOwn(other, name) && isSameJson(member, other[name]))
  );
}

const membersOf = (value: Record<string, unknown>): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

/** Compares names by code units, which unlike `localeCompare` gives the same order everywhere. */
function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A value of a JSON document as text: texts as they are, everything else as JSON. `String` would call
 * `toString`, which an object of a deployment may have as a member.
 */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** The texts and numbers anywhere in a value of JSON, as texts. */
export function scalarsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(scalarsIn);
  if (isObject(value)) return Object.values(value).flatMap(scalarsIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
