import {randomUUID} from 'node:crypto';
import {Refusal} from '../http.ts';
import type {Context} from '../context.ts';
import type {FileVersion, Publication} from '../model.ts';
import {MINUTE, SECOND} from '../time.ts';
import type {World} from '../world.ts';

/** The versions of a publication in the order in which they are listed; newest first are given. */
export function arranged(w: World, files: FileVersion[]): FileVersion[] {
  if (w.variants.has('versions-oldest-first')) return files.toReversed();
  if (!w.variants.has('versions-by-id')) return files;
  return files.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const second = (one: {created: number}): number => Math.floor(one.created / SECOND);

/** Whether `a` comes after `b`, newest first; within a second the id decides, as in many databases. */
export function isAfter(w: World, a: Publication, b: Publication): boolean {
  if (!w.variants.has('list-ties-by-id')) return a.order < b.order;
  if (second(a) !== second(b)) return second(a) < second(b);
  return tieOf(a) < tieOf(b);
}

/** A text without order, that stands for the primary key. */
function tieOf(one: Publication): string {
  const digits = [...one.id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 99_991, 7);
  return String((digits * 7919) % 99_991).padStart(6, '0') + one.id;
}

/** The publications that a list shows now: a replica lags a second behind. */
export function visible(w: World, rows: Publication[]): Publication[] {
  if (!w.variants.has('list-lags')) return rows;
  return rows.filter((one) => one.created <= w.now() - SECOND);
}

/** Writes a cursor in the way of a variant. */
export function writtenCursor(c: Context, own: string): string {
  const v = c.w.variants;
  if (v.has('cursor-with-odd-marks')) return `%25+/=&?#"<é ${own}`;
  if (v.has('cursor-long')) return `${'x'.repeat(1800)}.${own}`;
  if (v.has('cursor-as-json')) return JSON.stringify({after: own, limit: 50});
  if (v.has('cursor-fresh')) return `${randomUUID()}.${own}`;
  if (v.has('cursor-of-one-use')) return `${randomUUID()}.${own}`;
  if (v.has('cursor-of-five-minutes')) return `${c.w.now()}.${own}`;
  return v.has('cursor-of-its-key') ? `${c.by.slice(-12)}.${own}` : own;
}

function refusedCursor(): Refusal {
  return new Refusal(400, 'bad_cursor', 'This cursor is not good any more.');
}

/** Reads a cursor that was written in the way of a variant: the server's own form of it. */
export function givenCursor(c: Context, cursor: string): string {
  const {w} = c;
  const v = w.variants;
  if (v.has('cursor-with-odd-marks')) return cursor.slice(cursor.lastIndexOf(' ') + 1);
  if (v.has('cursor-as-json'))
    return /^\{"after":"([\w-]+)","limit":50\}$/.exec(cursor)?.[1] ?? '!';
  const dotted = [
    'cursor-long',
    'cursor-fresh',
    'cursor-of-one-use',
    'cursor-of-five-minutes',
    'cursor-of-its-key',
  ].some((name) => v.has(name));
  if (!dotted) return cursor;
  const [head = '', own = '!'] = cursor.split('.');
  if (v.has('cursor-of-one-use') && w.count(`cursor ${cursor}`) > 1) throw refusedCursor();
  if (v.has('cursor-of-five-minutes') && Number(head) < w.now() - 5 * MINUTE) throw refusedCursor();
  if (v.has('cursor-of-its-key') && head !== c.by.slice(-12)) throw refusedCursor();
  return own;
}

/** What a cursor is that no list gave: null for the first page, undefined where it is refused. */
export function strangeCursor(w: World): null | undefined {
  const v = w.variants;
  if (v.has('cursor-refused-422')) {
    throw new Refusal(422, 'bad_cursor', 'This cursor was not given by the list.');
  }
  return v.has('cursor-unknown-is-first-page') ? null : undefined;
}
