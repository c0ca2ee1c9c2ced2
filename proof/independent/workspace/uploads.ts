import {randomUUID} from 'node:crypto';
import {needPlace} from './account.ts';
import {decided} from './decided.ts';
import {formatOf, largestOf} from './formats.ts';
import {count, Refusal, text} from './http.ts';
import type {Answer, Json} from './http.ts';
import {addPublication, publicationBody, unknownPublication} from './library.ts';
import type {Context} from './context.ts';
import type {Reservation} from './model.ts';
import {presign} from './storage.ts';
import {payer} from './part-d/agents.ts';
import {consumeAlike, passesNow} from './part-d/library.ts';
import {noteAgent} from './part-e/counting.ts';
import {afterReservation, heldPlaces, judgeId, measured, policyEnd} from './part-e/uploads.ts';
import {lateSeal, lateSpending, sealedBytes} from './part-f/races.ts';
import {OTHERWISE_F} from './part-f/uploads.ts';
import {stamp} from './time.ts';
import {OTHERWISE, RIGHT, type Decisions} from './uploads-decisions.ts';
import {leastSize, lenientCount} from './variants/doors.ts';
import {depotPath, shownHeaders, uploadHeaders} from './variants/storage.ts';
import {
  judgeEarly,
  judgeName,
  keyOf,
  ownsKey,
  repeated,
  sweep,
  titleOf,
} from './variants/uploads.ts';
import type {World} from './world.ts';

const ALL = {...OTHERWISE, ...OTHERWISE_F};

const decisions = (w: World): Decisions => decided(w, RIGHT, ALL);

/** A size that a body declares. */
function sizeIn(w: World, body: Json, name: string): number {
  return count({...body, [name]: lenientCount(w, body[name])}, name, leastSize(w));
}

/** Refuses a file that may not be uploaded. @returns its media type */
function judgeFile(w: World, name: string, size: number): string {
  const {otherMedia, isTooLarge, tooLarge, wrongFormat} = decisions(w);
  const format = formatOf(w, name);
  if (format === undefined) {
    if (otherMedia !== undefined) return otherMedia;
    const words = 'Files of this format cannot be uploaded.';
    throw new Refusal(wrongFormat, 'format_not_accepted', words, {file_name: name});
  }
  const largest = largestOf(w, format);
  if (isTooLarge(size, largest)) {
    const words = 'The file is larger than its format allows.';
    throw new Refusal(tooLarge, 'file_too_large', words, {largest});
  }
  return format.media;
}

function reservationBody(c: Context, one: Reservation): Json {
  const {w} = c;
  const {grace, shape} = decisions(w);
  const body: Json = {
    reserved: {id: one.id, key: one.key},
    upload_url: presign(w, 'PUT', depotPath(one.key), one.until),
    transfer: {
      method: 'PUT',
      headers: shownHeaders(w, one.headers),
      ends: stamp(one.until - grace),
    },
  };
  shape?.(body, c, one);
  return body;
}

const ticketOf = (w: World, id: string): string =>
  w.variants.has('ids-of-19-digits') ? `for-${id}` : randomUUID();

/** The operation createUpload. */
export async function createUpload(c: Context): Promise<Answer> {
  const {w, space} = c;
  const {needsPlace, idFor, lives, spentByReserving, reserved} = decisions(w);
  const name = text(c.body, 'file_name', 255);
  const size = sizeIn(w, c.body, 'byte_count');
  const title = c.body['title'] === undefined ? '' : text(c.body, 'title', 500);
  judgeName(w, name);
  if (w.variants.has('uploads-judge-allowance-first')) needPlace(w, space);
  const media = judgeFile(w, name, size);
  if (needsPlace(c)) needPlace(w, space, heldPlaces(c));
  const id = await idFor(c, name);
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const one: Reservation = {
    id,
    space: space.id,
    key:
      keyOf(w, space.id, id, name) ??
      `spaces/${space.id}/incoming/${id}.${encodeURIComponent(ending)}`,
    name,
    size,
    title: titleOf(w, title === '' ? name.slice(0, Math.max(1, name.lastIndexOf('.'))) : title),
    until: policyEnd(w, w.now() + lives),
    headers: uploadHeaders(w, {'Content-Type': media, 'X-Depot-Ticket': ticketOf(w, id)}, size),
    reserved: w.now(),
    stored: null,
    registered: false,
  };
  w.reservations.set(id, one);
  afterReservation(c, one);
  space.spent += spentByReserving;
  return {status: reserved, body: reservationBody(c, one)};
}

function judgeKey(c: Context, key: string): void {
  const {isOwnKey, foreignKey, foreignKeyReason} = decisions(c.w);
  if (ownsKey(c, key) || isOwnKey(key, `spaces/${c.space.id}/`)) return;
  const words = 'The key is not of the namespace of this workspace.';
  throw new Refusal(foreignKey, foreignKeyReason, words, {key});
}

function findReservation(c: Context, id: string): Reservation {
  const {find, judgesOwner} = decisions(c.w);
  const one = find(c.w, id, c.body['key']);
  judgeId(c, id, one);
  const isForeign = one !== undefined && one.space !== c.space.id;
  if (one === undefined || (isForeign && judgesOwner)) throw unknownPublication(c.w, id);
  return one;
}

function sizesDiffer(w: World, real: number, declared: number, reserved: number): boolean {
  if (w.variants.has('registration-of-what-is-stored')) return real !== declared;
  return decisions(w).sizesDiffer(real, declared, reserved);
}

/** Refuses an object that is not the one that was reserved. @returns its bytes */
function judgeObject(c: Context, one: Reservation, size: number): Buffer {
  const {unlanded, unlandedReason, judgesSize, spentByWrongSize, incomplete, incompleteReason} =
    decisions(c.w);
  if (one.stored === null) {
    const bytes = unlanded?.(c, one);
    if (bytes) return bytes;
    const words = 'No object landed under this key.';
    throw new Refusal(422, unlandedReason, words, {key: one.key});
  }
  const real = measured(c.w, one.stored);
  if (!judgesSize(c)) return one.stored;
  if (sizesDiffer(c.w, real, size, one.size) && !passesNow(c.w, one)) {
    c.space.spent += spentByWrongSize;
    const words = 'The stored object has another size than declared.';
    throw new Refusal(incomplete, incompleteReason, words, {stored: real, declared: size});
  }
  return one.stored;
}

/** A text of a registration; one that is not sent may have a default. */
function textIn({body}: Context, defaults: Json, name: string, longest?: number): string {
  const byDefault = body[name] === undefined ? defaults[name] : undefined;
  return typeof byDefault === 'string' ? byDefault : text(body, name, longest);
}

function judgeValues(c: Context, one: Reservation, key: string, name: string): void {
  const {w, space} = c;
  const {judgesFormat, unsupported, judgesRepetition, judgesKey, ...rest} = decisions(w);
  if (formatOf(w, name) === undefined && judgesFormat) {
    const words = 'Publications of this format are not supported.';
    throw new Refusal(unsupported, 'unsupported_format', words, {original_filename: name});
  }
  const publication = one.id;
  if (one.registered && judgesRepetition) {
    space.spent += rest.spentByRepeating;
    const words = 'This upload was registered before.';
    throw new Refusal(409, 'already_registered', words, {publication});
  }
  if ((one.key !== key && judgesKey) || rest.namesDiffer(w, one.name, name)) {
    const words = 'These are not the values of the reservation.';
    throw new Refusal(422, 'reservation_mismatch', words, {publication});
  }
}

function spend(c: Context, name: string): void {
  const price = decisions(c.w).price(c, name);
  if (price === 0) return;
  noteAgent(c);
  payer(c).spent += price;
}

/** The operation createPublication. */
export async function createPublication(c: Context): Promise<Answer> {
  const {w, space} = c;
  const {wantsChecksum, judgePlace, meanwhile, publicationId, ...rest} = decisions(w);
  const defaults = rest.defaults?.(c) ?? {};
  const id = textIn(c, defaults, 'publication_id');
  const key = textIn(c, defaults, 'key');
  const name = textIn(c, defaults, 'original_filename', 255);
  const size = sizeIn(w, {...defaults, ...c.body}, 'size_bytes');
  if (wantsChecksum) text(c.body, 'sha256');
  sweep(w);
  judgeEarly(c, name);
  judgeKey(c, key);
  const one = findReservation(c, id);
  const again = repeated(c, one, key);
  if (again !== undefined) return again;
  judgeValues(c, one, key, name);
  const bytes = judgeObject(c, one, size);
  const sealed = lateSeal(c, one);
  if (sealed) await sealed;
  judgePlace(c, one);
  if (meanwhile) await meanwhile(one);
  one.registered = true;
  consumeAlike(w, one);
  const spending = lateSpending(c);
  if (spending) await spending;
  spend(c, name);
  const publication = addPublication(w, {
    id: publicationId(w, id),
    space: space.id,
    name,
    title: one.title,
    type: formatOf(w, name)?.type ?? 'book',
    bytes: sealedBytes(w, one, bytes),
  });
  return {
    status: rest.registered,
    body: rest.showsPublication ? publicationBody(w, publication) : {},
    headers: {Location: `/api/v1/publications/${encodeURIComponent(publication.id)}`},
  };
}
