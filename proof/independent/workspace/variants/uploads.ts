import {randomBytes} from 'node:crypto';
import {needPlace} from '../account.ts';
import type {Context} from '../context.ts';
import {formatOf} from '../formats.ts';
import {Refusal, type Answer} from '../http.ts';
import {publicationBody} from '../library.ts';
import type {Reservation} from '../model.ts';
import {HOUR} from '../time.ts';
import type {World} from '../world.ts';

const ODD = /[/\\:*?"<>|\p{Cc}]/u;

/** Refuses names that a stricter service does not take. */
export function judgeName(w: World, name: string): void {
  const odd = ODD.test(name) || name.length > 120 || name.trim() !== name;
  if (odd && w.variants.has('names-checked')) {
    throw new Refusal(422, 'invalid_fields', 'This is no name of a file.', {
      members: ['file_name'],
    });
  }
  const small =
    name.slice(name.lastIndexOf('.')) === name.slice(name.lastIndexOf('.')).toLowerCase();
  if (!small && w.variants.has('endings-in-small-letters-only')) {
    throw new Refusal(422, 'format_not_accepted', 'Files of this format cannot be uploaded.');
  }
}

/** A name as the server keeps and compares it. */
export function keptName(w: World, name: string): string {
  const trimmed = w.variants.has('texts-trimmed') ? name.trim() : name;
  return w.variants.has('texts-in-nfc') ? trimmed.normalize('NFC') : trimmed;
}

/** The title of a new publication. */
export function titleOf(w: World, title: string): string {
  if (w.variants.has('title-until-read')) return 'Untitled';
  if (w.variants.has('title-made-readable')) return title.replace(/[-_.]+/g, ' ').trim();
  return keptName(w, title);
}

/** The key of a reservation; undefined: the server's own form. */
export function keyOf(w: World, space: string, id: string, name: string): string | undefined {
  if (w.variants.has('key-with-the-name')) {
    return `spaces/${space}/incoming/${encodeURIComponent(id)}/${name.replaceAll('/', '_')}`;
  }
  return w.variants.has('key-opaque') ? `k.${randomBytes(180).toString('base64')}` : undefined;
}

/** Whether a key that shows no namespace was given to this workspace. */
export function ownsKey(c: Context, key: string): boolean {
  if (!c.w.variants.has('key-opaque')) return false;
  return [...c.w.reservations.values()].some((one) => one.key === key && one.space === c.space.id);
}

/** Forgets bytes that nobody registered within an hour. */
export function sweep(w: World): void {
  if (!w.variants.has('uploads-swept')) return;
  for (const one of w.reservations.values()) {
    if (!one.registered && one.reserved < w.now() - HOUR) one.stored = null;
  }
}

/** What a registration is judged by first, where the order is another. */
export function judgeEarly(c: Context, name: string): void {
  const v = c.w.variants;
  if (v.has('registration-judges-allowance-first')) needPlace(c.w, c.space);
  if (v.has('registration-judges-format-first') && formatOf(c.w, name) === undefined) {
    throw new Refusal(422, 'unsupported_format', 'Publications of this format are not supported.');
  }
}

/** What a repeated registration is answered, where it is not refused as such. */
export function repeated(c: Context, one: Reservation, key: string): Answer | undefined {
  const v = c.w.variants;
  if (!one.registered || one.key !== key) return undefined;
  if (v.has('registration-again-finds-nothing')) {
    throw new Refusal(422, 'upload_not_found', 'No object is waiting under this key.', {key});
  }
  const known = c.w.publications.get(one.id);
  if (known === undefined || !v.has('registration-again-replays')) return undefined;
  return {status: v.has('registration-again-200') ? 200 : 201, body: publicationBody(c.w, known)};
}
