import type {Context} from '../context.ts';
import {isObject, pause, type Answer, type Incoming, type Json} from '../http.ts';
import type {World} from '../world.ts';

/** What a faulty server does around a request, whatever its path. */
export type Door = (
  w: World,
  req: Incoming,
  next: (req: Incoming) => Promise<Answer>,
) => Promise<Answer>;

/** What a faulty server does around an operation, by whichever door it is called. */
export type Turn = (c: Context, next: (c: Context) => Promise<Answer>) => Promise<Answer>;

/** A fault, and what it does around requests. */
export type FaultyDoor = readonly [string, Door];

/** A fault, the operations around which it does something (none: all of them), and what it does. */
export type FaultyTurn = readonly [string, readonly string[], Turn];

/** The time that a look into a slow table takes: others come in between. */
export async function slowLook(): Promise<void> {
  for (let turns = 0; turns < 4; turns += 1) await pause();
}

/** An object inside an answer (an empty one when there is none). */
export function inside(answer: Answer, ...path: string[]): Json {
  let value: unknown = answer.body;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return isObject(value) ? value : {};
}

/** The rows of a list inside an object. */
export function listIn(holder: Json, name: string): Json[] {
  const list = holder[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The id of the publication in a path of the API. */
export function publicationIn(req: Incoming): string {
  return /^\/api\/v1\/publications\/([^/]+)/.exec(req.url.pathname)?.[1] ?? '';
}

/** Whether a request brings a body to the API. */
export function bringsBody(req: Incoming): boolean {
  return req.method === 'POST' && req.url.pathname.startsWith('/api/v1/');
}
