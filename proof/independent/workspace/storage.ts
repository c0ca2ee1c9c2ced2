import {createHmac, timingSafeEqual} from 'node:crypto';
import {Refusal} from './http.ts';
import type {Answer, Incoming} from './http.ts';
import type {FileVersion, Reservation} from './model.ts';
import {judgeLatestLink} from './part-d/library.ts';
import {isUnfitName} from './part-e/library.ts';
import {judgeUses} from './part-f/library.ts';
import {MINUTE} from './time.ts';
import {storageClockError} from './variants/clock.ts';
import {oddTarget, sealedLink, signsExactly, unsealed} from './variants/odd-links.ts';
import {depotPath, isSent, judgePut, movedTo, signedEnd} from './variants/storage.ts';
import type {World} from './world.ts';

function sealOf(w: World, method: string, path: string, until: number): string {
  return createHmac('sha256', w.seal).update(`${method}\n${path}\n${until}`).digest('hex');
}

/** Makes a presigned address of the object storage. */
export function presign(w: World, method: 'GET' | 'PUT', path: string, until: number): string {
  const end = signedEnd(w, until);
  if (signsExactly(w))
    return w.depot + sealedLink(oddTarget(path, end), (text) => sealOf(w, method, text, end));
  return `${w.depot}${path}?until=${end}&seal=${sealOf(w, method, path, end)}`;
}

/** The end of a link; a faulty storage moves it with each use. */
function lastMoment(w: World, req: Incoming, until: number): number {
  if (req.method !== 'GET' || !w.faults.has('download-link-renewed-by-use')) return until;
  const url = req.url.href;
  const end = w.links.get(url)?.until ?? until;
  if (w.now() < end) w.links.set(url, {url, until: Math.max(end, w.now() + 10 * MINUTE)});
  return end;
}

function judgeSeal(w: World, req: Incoming): void {
  const until = Number(req.url.searchParams.get('until'));
  const given = Buffer.from(req.url.searchParams.get('seal') ?? '');
  const sealed = signsExactly(w) ? unsealed(req.target) : req.url.pathname;
  const wanted = Buffer.from(sealOf(w, req.method, sealed, until));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new Refusal(403, 'link_not_valid', 'The link is not one of this storage.');
  }
  if (w.now() + storageClockError(w) >= lastMoment(w, req, until)) {
    throw new Refusal(403, 'link_expired', 'The time of this link is over.');
  }
}

function kept(w: World, body: Buffer): Buffer {
  if (w.faults.has('storage-keeps-text')) return Buffer.from(body.toString('utf8'));
  if (w.faults.has('storage-cuts-at-64k')) return body.subarray(0, 65_536);
  if (w.faults.has('storage-drops-last-newline') && body.at(-1) === 10) {
    return body.subarray(0, -1);
  }
  return body;
}

function land(w: World, req: Incoming, one: Reservation): Answer {
  if (w.faults.has('put-needs-unlisted-header') && req.headers['x-depot-digest'] === undefined) {
    throw new Refusal(403, 'header_missing', 'The header X-Depot-Digest belongs to the link.');
  }
  for (const [name, value] of Object.entries(one.headers)) {
    const given = req.headers[name.toLowerCase()];
    if (!isSent(w, given, value) && !w.faults.has('reserve-no-headers')) {
      throw new Refusal(403, 'header_missing', `The header ${name} belongs to the link.`);
    }
  }
  const body = kept(w, req.body);
  judgePut(w, req, one);
  if (one.registered && w.variants.has('storage-keeps-late-put-aside')) {
    return {status: 200, body: {received: req.body.length}};
  }
  if (one.registered) {
    if (!w.faults.has('put-after-registration')) {
      throw new Refusal(409, 'object_sealed', 'The object was registered and is immutable.');
    }
    const original = w.files.get(w.publications.get(one.id)?.versions[0] ?? '');
    if (original !== undefined) original.bytes = body;
  }
  if (!w.faults.has('put-does-not-land')) one.stored = body;
  return {status: 200, body: {received: req.body.length}};
}

function wellFormed(name: string): string {
  return encodeURIComponent(Buffer.from(name, 'utf8').toString('utf8'));
}

/** The bytes of a version; a faulty storage takes those of the working version for the original. */
function workingBytes(w: World, file: FileVersion): Buffer {
  const working = w.publications.get(file.publication)?.working ?? '';
  return (file.tool === null ? w.files.get(working)?.bytes : undefined) ?? file.bytes;
}

function fetchVersion(w: World, id: string): Answer {
  const file = w.files.get(id);
  if (file === undefined) throw new Refusal(404, 'no_such_object', 'There is no such object.');
  if (isUnfitName(w, file.name)) {
    throw new Refusal(500, 'internal', 'Something went wrong.');
  }
  let bytes = file.bytes;
  if (w.faults.has('download-derived-gives-original') && file.tool !== null) {
    const first = w.publications.get(file.publication)?.versions[0] ?? '';
    bytes = w.files.get(first)?.bytes ?? bytes;
  }
  if (w.faults.has('download-of-original-gives-working')) bytes = workingBytes(w, file);
  if (w.faults.has('download-bytes-base64')) bytes = Buffer.from(bytes.toString('base64'));
  return {
    status: 200,
    body: undefined,
    raw: bytes,
    headers: {
      'Content-Type': file.name.endsWith('.json') ? 'application/json' : 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${wellFormed(file.name)}`,
    },
  };
}

/** Serves the object storage: presigned PUT and presigned GET. */
export function serveStorage(w: World, req: Incoming): Answer {
  const path = req.url.pathname;
  if (req.method !== 'PUT' && req.method !== 'GET') {
    throw new Refusal(405, 'method_not_allowed', 'The storage knows PUT and GET.', undefined, {
      Allow: 'GET, PUT',
    });
  }
  judgeSeal(w, req);
  const moved = movedTo(w, req);
  if (moved !== undefined) return moved;
  const anonymous = req.headers.authorization === undefined;
  if (req.method === 'PUT' && w.faults.has('upload-by-post-only')) {
    throw new Refusal(405, 'method_not_allowed', 'Send the bytes by POST.');
  }
  if (req.method === 'PUT') {
    if (anonymous && w.faults.has('put-needs-key')) {
      throw new Refusal(401, 'key_required', 'A workspace key is needed.');
    }
    for (const one of w.reservations.values()) {
      if (path === depotPath(one.key)) return land(w, req, one);
    }
    throw new Refusal(404, 'no_such_object', 'There is no such object.');
  }
  if (anonymous && w.faults.has('download-link-needs-key')) {
    throw new Refusal(401, 'key_required', 'A workspace key is needed.');
  }
  if (w.faults.has('download-link-voided-by-next')) judgeLatestLink(w, req);
  judgeUses(w, req);
  return fetchVersion(w, decodeURIComponent(path.split('/')[3] ?? ''));
}
