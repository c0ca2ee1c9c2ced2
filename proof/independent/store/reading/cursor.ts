import type {Context} from '../types.ts';
import type {Reading} from './types.ts';

/** A place in the list: a page begins behind it, or ends before it. */
export interface Place {
  side: 'after' | 'before';
  at: number;
  uuid: string;
  /** The number of the page. */
  page: number;
}

/** Writes a place as a cursor. */
export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

/** The place that a cursor names; null when it is none. */
export function readCursor(text: string): Place | null {
  if (!/^[\w-]+$/.test(text)) return null;
  let value: Partial<Place>;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const {side, at, uuid, page} = value;
  if (side !== 'after' && side !== 'before') return null;
  const whole = Number.isInteger(at) && Number.isInteger(page) && (page ?? 0) >= 1;
  if (!whole || typeof uuid !== 'string') return null;
  return {side, at: at ?? 0, uuid, page: page ?? 1};
}

/** Newest first (or oldest); among those of one moment by uuid. */
export function orderOf({variants}: Context): (one: Reading, other: Reading) => number {
  if (!variants.has('reading-oldest-first')) return inOrder;
  return (one, other) => inOrder(other, one);
}

function inOrder(one: Reading, other: Reading): number {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt;
  return one.uuid < other.uuid ? -1 : Number(one.uuid > other.uuid);
}

function isBehindNewest(one: Reading, {at, uuid}: Place): boolean {
  return one.startedAt < at || (one.startedAt === at && one.uuid > uuid);
}

function isBeforeNewest(one: Reading, {at, uuid}: Place): boolean {
  return one.startedAt > at || (one.startedAt === at && one.uuid < uuid);
}

/** Whether a session stands behind a place. */
export function isBehind({variants}: Context, one: Reading, place: Place): boolean {
  const upwards = variants.has('reading-oldest-first');
  return upwards ? isBeforeNewest(one, place) : isBehindNewest(one, place);
}

/** Whether a session stands before a place. */
export function isBefore({variants}: Context, one: Reading, place: Place): boolean {
  const upwards = variants.has('reading-oldest-first');
  return upwards ? isBehindNewest(one, place) : isBeforeNewest(one, place);
}
