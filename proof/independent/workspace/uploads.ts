import {randomUUID} from 'node:crypto';
import {needPlace, placesLeft} from './account.ts';
import {formatOf, largestOf} from './formats.ts';
import {count, pause, Refusal, text} from './http.ts';
import type {Answer, Json} from './http.ts';
import {addPublication, publicationBody, unknownPublication} from './library.ts';
import type {Context} from './context.ts';
import type {Reservation} from './model.ts';
import {presign} from './storage.ts';
import {payer} from './part-d/agents.ts';
import {consumeAlike, passesNow} from './part-d/library.ts';
import {noteAgent} from './part-e/counting.ts';
import {afterReservation, heldPlaces, judgeId, measured, policyEnd} from './part-e/uploads.ts';
import {DAY, MINUTE, stamp} from './time.ts';
import {leastSize, lenientCount} from './variants/doors.ts';
import {depotPath, shownHeaders, uploadHeaders} from './variants/storage.ts';
import {
  judgeEarly,
  judgeName,
  keptName,
  keyOf,
  ownsKey,
  repeated,
  sweep,
  titleOf,
} from './variants/uploads.ts';
import type {World} from './world.ts';

/** A size that a body declares. */
function sizeIn(c: Context, name: string): number {
  const value = lenientCount(c.w, c.body[name]);
  return count({...c.body, [name]: value}, name, leastSize(c.w));
}

function validity(w: World): number {
  if (w.faults.has('upload-link-15-minutes')) return 15 * MINUTE;
  if (w.faults.has('upload-link-a-day')) return DAY;
  if (w.faults.has('upload-link-some-grace')) return 31 * MINUTE;
  return 30 * MINUTE;
}

function judgeFile(w: World, name: string, size: number): string {
  const format = formatOf(w, name);
  if (format === undefined) {
    if (w.faults.has('reserve-any-format')) return 'application/octet-stream';
    throw new Refusal(
      w.faults.has('reserve-format-415') ? 415 : 422,
      'format_not_accepted',
      'Files of this format cannot be uploaded.',
      {file_name: name},
    );
  }
  const largest = largestOf(w, format);
  const over = w.faults.has('size-limit-itself-refused') ? size >= largest : size > largest;
  if (over && !w.faults.has('reserve-any-size')) {
    throw new Refusal(
      w.faults.has('reserve-size-413') ? 413 : 422,
      'file_too_large',
      'The file is larger than its format allows.',
      {largest},
    );
  }
  return format.media;
}

async function reservedId(c: Context, name: string): Promise<string> {
  if (c.w.faults.has('reserve-race-same-id')) {
    const id = c.w.upcomingId();
    await pause();
    c.w.next();
    return id;
  }
  if (c.w.faults.has('reserve-same-name-same-id')) {
    for (const one of c.w.reservations.values()) {
      if (one.space === c.space.id && one.name === name && !one.registered) return one.id;
    }
  }
  return c.w.publicationId();
}

function reservationBody(w: World, one: Reservation): Json {
  const f = w.faults;
  const path = depotPath(one.key);
  const url = presign(w, 'PUT', path, one.until);
  const body: Json = {
    reserved: {id: one.id, key: one.key},
    upload_url: f.has('reserve-url-relative') ? url.slice(w.depot.length) : url,
    transfer: {
      method: 'PUT',
      headers: shownHeaders(w, one.headers),
      ends: stamp(f.has('upload-link-some-grace') ? one.until - MINUTE : one.until),
    },
  };
  if (f.has('reserve-url-renamed')) {
    body['put_url'] = url;
    delete body['upload_url'];
  }
  if (f.has('reserve-no-headers')) body['transfer'] = {method: 'PUT'};
  if (f.has('reserve-ticket-left-out')) {
    body['transfer'] = {method: 'PUT', headers: {'Content-Type': one.headers['Content-Type']}};
  }
  if (f.has('reserve-no-id')) body['reserved'] = {key: one.key};
  if (f.has('reserve-no-key')) body['reserved'] = {id: one.id};
  return body;
}

const ticketOf = (w: World, id: string): string =>
  w.variants.has('ids-of-19-digits') ? `for-${id}` : randomUUID();

/** The operation createUpload. */
export async function createUpload(c: Context): Promise<Answer> {
  const {w, space} = c;
  const f = w.faults;
  const name = text(c.body, 'file_name', 255);
  const size = sizeIn(c, 'byte_count');
  const title = c.body['title'] === undefined ? '' : text(c.body, 'title', 500);
  judgeName(w, name);
  if (w.variants.has('uploads-judge-allowance-first')) needPlace(w, space);
  const media = judgeFile(w, name, f.has('reserve-size-as-int32') ? size | 0 : size);
  const mcpFree = c.mcp && f.has('mcp-reserve-without-allowance');
  if (!f.has('reserve-without-allowance') && !mcpFree) needPlace(w, space, heldPlaces(c));
  const id = await reservedId(c, name);
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
    until: policyEnd(w, w.now() + validity(w)),
    headers: uploadHeaders(w, {'Content-Type': media, 'X-Depot-Ticket': ticketOf(w, id)}, size),
    reserved: w.now(),
    stored: null,
    registered: false,
  };
  w.reservations.set(id, one);
  afterReservation(c, one);
  if (f.has('reserve-spends')) space.spent += 1;
  const body = reservationBody(w, one);
  if (c.mcp && f.has('mcp-reserve-no-headers')) body['transfer'] = {method: 'PUT'};
  return {status: f.has('reserve-200') ? 200 : 201, body};
}

function judgeKey(c: Context, key: string): void {
  const f = c.w.faults;
  if (ownsKey(c, key)) return;
  let home = `spaces/${c.space.id}/`;
  if (f.has('namespace-prefix-without-slash')) home = home.slice(0, -1);
  const climbs =
    key.split('/').some((part) => part === '..' || part === '.') && !f.has('namespace-climbing');
  if (key.startsWith(home) && !climbs) return;
  if (f.has('namespace-any-case') && key.toLowerCase().startsWith(home)) return;
  if (f.has('register-key-unchecked')) return;
  throw new Refusal(
    f.has('register-key-403') ? 403 : 422,
    f.has('register-key-reason') ? 'invalid_key' : 'invalid_upload_key',
    'The key is not of the namespace of this workspace.',
    {key},
  );
}

function findReservation(c: Context, id: string): Reservation {
  let one = c.w.reservations.get(id);
  if (one === undefined && c.w.faults.has('register-invented-id')) {
    const key = c.body['key'];
    one = [...c.w.reservations.values()].find((each) => each.key === key);
  }
  judgeId(c, id, one);
  const foreign = one !== undefined && one.space !== c.space.id;
  if (one === undefined || (foreign && !c.w.faults.has('register-foreign-id'))) {
    throw unknownPublication(c.w, id);
  }
  return one;
}

function sizesDiffer(w: World, real: number, declared: number, reserved: number): boolean {
  const f = w.faults;
  if (f.has('register-size-unchecked')) return false;
  const isOfRequestOnly =
    f.has('register-size-of-request-only') || w.variants.has('registration-of-what-is-stored');
  if (isOfRequestOnly) return real !== declared;
  if (f.has('register-larger-object')) return real < declared || real < reserved;
  if (f.has('register-smaller-object')) return real > declared || real > reserved;
  return real !== declared || real !== reserved;
}

function incompleteReason(w: World): string {
  if (w.faults.has('register-incomplete-as-not-found')) return 'upload_not_found';
  return w.faults.has('register-incomplete-reason') ? 'size_mismatch' : 'upload_incomplete';
}

function judgeObject(c: Context, one: Reservation, size: number): Buffer {
  const f = c.w.faults;
  if (one.stored === null) {
    if (f.has('register-without-object')) return Buffer.alloc(0);
    if (f.has('register-unlanded-404')) {
      throw new Refusal(404, 'upload_not_found', 'No object landed under this key.');
    }
    if (f.has('register-after-expiry-410') && c.w.now() >= one.until) {
      throw new Refusal(410, 'upload_expired', 'The time for the upload is over.');
    }
    const reason = f.has('register-unlanded-reason') ? 'no_such_object' : 'upload_not_found';
    throw new Refusal(422, reason, 'No object landed under this key.', {key: one.key});
  }
  const real = measured(c.w, one.stored);
  if (c.mcp && f.has('mcp-register-size-unchecked')) return one.stored;
  if (sizesDiffer(c.w, real, size, one.size) && !passesNow(c.w, one)) {
    if (f.has('register-refusal-spends')) c.space.spent += 1;
    throw new Refusal(
      f.has('register-incomplete-409') ? 409 : 422,
      incompleteReason(c.w),
      'The stored object has another size than declared.',
      {stored: real, declared: size},
    );
  }
  return one.stored;
}

function bodySize(c: Context): number {
  const f = c.w.faults;
  const given = c.body['size_bytes'];
  const id = c.body['publication_id'];
  if (f.has('register-size-optional') && given === undefined && typeof id === 'string') {
    return c.w.reservations.get(id)?.size ?? 1;
  }
  return sizeIn(c, 'size_bytes');
}

function reservationNamed(c: Context, id: unknown): Reservation | undefined {
  return typeof id === 'string' ? c.w.reservations.get(id) : undefined;
}

function bodyText(c: Context, member: 'id' | 'name' | 'key'): string {
  const f = c.w.faults;
  const id = c.body['publication_id'];
  const key = c.body['key'];
  const known = reservationNamed(c, id);
  if (member === 'id') {
    if (f.has('register-id-optional') && id === undefined && typeof key === 'string') {
      return key.slice(key.lastIndexOf('/') + 1).split('.')[0] ?? '';
    }
    return text(c.body, 'publication_id');
  }
  if (member === 'name') {
    if (f.has('register-name-optional') && c.body['original_filename'] === undefined) {
      return known?.name ?? 'book.epub';
    }
    return text(c.body, 'original_filename', 255);
  }
  if (f.has('register-key-optional') && key === undefined) return known?.key ?? '';
  return text(c.body, 'key');
}

function nameDiffers(w: World, one: Reservation, name: string): boolean {
  const f = w.faults;
  if (f.has('register-other-name')) return false;
  if (f.has('register-name-any-normal-form')) {
    return one.name.normalize('NFC') !== name.normalize('NFC');
  }
  if (f.has('register-name-latin')) return one.name !== Buffer.from(name).toString('latin1');
  return keptName(w, one.name) !== keptName(w, name);
}

function judgeValues(c: Context, one: Reservation, key: string, name: string): void {
  const f = c.w.faults;
  if (formatOf(c.w, name) === undefined && !f.has('register-any-format')) {
    throw new Refusal(
      f.has('register-format-400') ? 400 : 422,
      'unsupported_format',
      'Publications of this format are not supported.',
      {original_filename: name},
    );
  }
  if (one.registered && !f.has('register-again')) {
    if (f.has('register-again-spends')) c.space.spent += 1;
    throw new Refusal(409, 'already_registered', 'This upload was registered before.', {
      publication: one.id,
    });
  }
  const keyDiffers =
    one.key !== key &&
    !f.has('register-key-of-other-upload') &&
    !f.has('register-key-unchecked') &&
    !f.has('namespace-any-case') &&
    !f.has('namespace-climbing') &&
    !f.has('namespace-prefix-without-slash');
  if (keyDiffers || nameDiffers(c.w, one, name)) {
    throw new Refusal(422, 'reservation_mismatch', 'These are not the values of the reservation.', {
      publication: one.id,
    });
  }
}

function isFree(c: Context, name: string): boolean {
  const f = c.w.faults;
  return (
    f.has('register-free') ||
    (c.mcp && f.has('mcp-register-free')) ||
    (f.has('register-audiobooks-free') && formatOf(c.w, name)?.type === 'audiobook')
  );
}

function spend(c: Context, name: string): void {
  if (isFree(c, name)) return;
  noteAgent(c);
  payer(c).spent += c.w.faults.has('register-spends-two') ? 2 : 1;
}

function judgePlaces(c: Context, one: Reservation): void {
  const {w, space} = c;
  const f = w.faults;
  const spent = placesLeft(w, space) <= 0;
  if (spent && f.has('register-quota-reason')) {
    throw new Refusal(422, 'allowance_spent', 'No publications left.');
  }
  if (spent && f.has('register-quota-402')) {
    throw new Refusal(402, 'publication_quota_exceeded', 'No publications left.');
  }
  if (spent && f.has('quota-refusal-burns-upload')) one.registered = true;
  if (!f.has('register-without-allowance')) needPlace(w, space);
}

/** The operation createPublication. */
export async function createPublication(c: Context): Promise<Answer> {
  const {w, space} = c;
  const f = w.faults;
  const [id, key, name] = [bodyText(c, 'id'), bodyText(c, 'key'), bodyText(c, 'name')];
  const size = bodySize(c);
  if (f.has('register-wants-checksum')) text(c.body, 'sha256');
  sweep(w);
  judgeEarly(c, name);
  judgeKey(c, key);
  const one = findReservation(c, id);
  const again = repeated(c, one, key);
  if (again !== undefined) return again;
  judgeValues(c, one, key, name);
  const bytes = judgeObject(c, one, size);
  judgePlaces(c, one);
  if (f.has('register-race-allowance')) {
    one.registered = true;
    await pause();
  }
  if (f.has('register-race-same-upload')) await pause();
  one.registered = true;
  consumeAlike(w, one);
  spend(c, name);
  const publication = addPublication(w, {
    id: f.has('register-other-id') ? w.publicationId() : id,
    space: space.id,
    name,
    title: one.title,
    type: formatOf(w, name)?.type ?? 'book',
    bytes,
  });
  return {
    status: f.has('register-200') ? 200 : 201,
    body: f.has('register-body-empty') ? {} : publicationBody(w, publication),
    headers: {Location: `/api/v1/publications/${encodeURIComponent(publication.id)}`},
  };
}
