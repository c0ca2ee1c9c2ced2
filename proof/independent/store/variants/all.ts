import type {IncomingMessage} from 'node:http';
import type {Ask, Context, Json, Reply, Scene, World} from '../types.ts';
import {CONDITIONS} from './conditions.ts';
import {CONVERSION} from './content-conversion.ts';
import {CONTENT_FEATURES} from './content-features.ts';
import {CONTENT_LISTS} from './content-lists.ts';
import {CONTENT_SHOWN} from './content-shown.ts';
import {CONTENT_WRITES} from './content-writes.ts';
import {ERRORS} from './errors.ts';
import {ORDERS} from './orders.ts';
import {PLANS} from './plans.ts';
import {READING, SESSIONS_OPEN} from './sessions.ts';
import {TRAFFIC} from './traffic.ts';
import type {Outgoing, Variant, Variants} from './types.ts';
import {USERS} from './users.ts';
import {WIRE} from './wire.ts';

/** Every variant by its name. */
export const VARIANTS: Variants = {
  ...WIRE,
  ...ERRORS,
  ...TRAFFIC,
  ...USERS,
  ...SESSIONS_OPEN,
  ...READING,
  ...ORDERS,
  ...CONTENT_SHOWN,
  ...CONVERSION,
  ...CONTENT_FEATURES,
  ...CONTENT_WRITES,
  ...CONTENT_LISTS,
  ...PLANS,
  ...CONDITIONS,
};

/** The variants with these names. */
function chosen(names: Iterable<string>): Variant[] {
  return [...names].map((name) => {
    const variant = VARIANTS[name];
    if (variant === undefined) throw new Error(`${name} is no variant of the store server`);
    return variant;
  });
}

/** Lets variants read a request; one of them may answer it. */
export function askVariants(ask: Ask, context: Context): Reply | null {
  const variants = chosen(context.variants);
  for (const {ask: act} of variants) act?.(ask, context);
  for (const {instead} of variants) {
    const reply = instead?.(ask, context) ?? null;
    if (reply !== null) return reply;
  }
  return null;
}

/** Lets variants change an answer. */
export function replyOfVariants(reply: Reply, ask: Ask, context: Context): void {
  for (const {reply: edit} of chosen(context.variants)) edit?.(reply, ask, context);
}

/** Lets variants write an answer. */
export function writtenByVariants(scene: Scene, outgoing: Outgoing, req: IncomingMessage): void {
  for (const {write} of chosen(scene.variants)) write?.(outgoing, req, scene);
}

/** The target or the body of a request as the variants read it. */
export function arrivedAt(names: Iterable<string>, text: string): string {
  return chosen(names).reduce((read, {arrives}) => arrives?.(read) ?? read, text);
}

/** The body of an answer as the variants write it. */
export function leavingFrom(names: Iterable<string>, text: string): string {
  return chosen(names).reduce((written, {leaves}) => leaves?.(written) ?? written, text);
}

/** Lets variants fill a new world. */
export function seedVariants(names: Iterable<string>, world: World, now: number): void {
  for (const {seed} of chosen(names)) seed?.(world, now);
}

/** What the vendor of a server with these variants says of it: patches of both files. */
export function wordsOfVariants(names: Iterable<string>): {config: Json[]; profile: Json[]} {
  const variants = chosen(names);
  return {
    config: variants.flatMap(({config}) => (config === undefined ? [] : [config])),
    profile: variants.flatMap(({profile}) => (profile === undefined ? [] : [profile])),
  };
}
