import type {Context} from '../context.ts';
import {isObject, type Answer, type Json} from '../http.ts';

/** How a faulty server spoils an answer; it may change the body in place. */
type Spoil = (c: Context, body: Json, answer: Answer) => Answer | undefined;

/** A fault, the operation whose answers it spoils, and how. */
export type Spoiled = readonly [string, string, Spoil];

/** An object inside a body (an empty one when there is none). */
export function part(body: Json, name: string): Json {
  const value = body[name];
  return isObject(value) ? value : {};
}

/** The rows of a list inside a body. */
export function rowsOf(body: Json, name: string): Json[] {
  const list = body[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A spoil that changes the body alone. */
export function changed(change: (body: Json, c: Context) => unknown): Spoil {
  return (c, body) => {
    change(body, c);
    return undefined;
  };
}

/** A spoil that changes an inner object: `account.subscription`. */
export function within(path: string, change: (inner: Json, c: Context) => unknown): Spoil {
  return changed((body, c) => change(path.split('.').reduce(part, body), c));
}

/** A spoil that takes members of an inner object away. */
export function without(path: string, ...members: string[]): Spoil {
  return within(path, (inner) => members.forEach((member) => delete inner[member]));
}
