import {isObject, Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import {findPublication, unknownPublication} from './library.ts';
import type {Context} from './context.ts';
import type {FileVersion, Publication} from './model.ts';
import {isSuperseded, linkedFrom} from './part-e/library.ts';
import {presign} from './storage.ts';
import {HOUR, MINUTE, stamp} from './time.ts';
import {soughtId} from './variants/ids.ts';
import {arranged} from './variants/lists.ts';
import {versionPath} from './variants/storage.ts';
import type {World} from './world.ts';

function versionRow(w: World, publication: Publication, file: FileVersion): Json {
  const f = w.faults;
  let current = publication.working === file.id;
  if (f.has('files-flag-on-every-replacement')) current = current || replaced(w, file);
  if (f.has('files-flag-on-newest')) current = publication.versions.at(-1) === file.id;
  const row: Json = {
    id: file.id,
    current,
    origin: file.tool === null ? 'uploaded' : 'made',
    file_name: file.name,
    bytes: file.bytes.length,
    made_by: file.tool,
    created: stamp(file.created),
  };
  if (f.has('files-no-flag')) delete row['current'];
  if (f.has('files-flag-as-text')) row['current'] = current ? 'yes' : 'no';
  return row;
}

function replaced(w: World, file: FileVersion): boolean {
  const publication = w.publications.get(file.publication);
  return (
    file.tool === 'epub-rebuild' ||
    file.tool === 'metadata-enrich' ||
    publication?.versions[0] === file.id
  );
}

function history(w: World, publication: Publication): FileVersion[] {
  const f = w.faults;
  let ids = [...publication.versions];
  if (f.has('files-without-original')) ids = ids.slice(1);
  if (f.has('files-original-and-current-only')) {
    ids = ids.filter((id, index) => index === 0 || id === publication.working);
  }
  if (f.has('files-at-most-three') && ids.length > 3) {
    ids = [...ids.slice(0, 1), ...ids.slice(-2)];
  }
  const files: FileVersion[] = [];
  for (const id of ids) {
    const file = w.files.get(id);
    if (file !== undefined) files.unshift(file);
  }
  return arranged(w, files);
}

/** Writes the ids of a list as a faulty serializer does. */
function prefix(body: Json): void {
  body['current_file_id'] = `file-${String(body['current_file_id'])}`;
  if (!Array.isArray(body['data'])) return;
  for (const row of body['data']) if (isObject(row)) row['id'] = `file-${String(row['id'])}`;
}

/** The operation listPublicationFiles. */
export function listPublicationFiles(c: Context): Answer {
  const {w} = c;
  const f = w.faults;
  if (f.has('files-unknown-empty') && !w.publications.has(c.params['publication'] ?? '')) {
    return {
      status: 200,
      body: {data: [], next_cursor: null, has_more: false, current_file_id: null},
    };
  }
  const publication = findPublication(c, 'files');
  const all = history(w, publication);
  const shown = c.mcp && f.has('mcp-files-newest-only') ? all.slice(0, 1) : all;
  const body: Json = {
    data: shown.map((file) => versionRow(w, publication, file)),
    next_cursor: null,
    has_more: false,
    current_file_id: publication.working,
  };
  if (f.has('files-no-current-id')) delete body['current_file_id'];
  if (f.has('files-id-prefixed')) prefix(body);
  if (f.has('files-current-id-of-publication')) body['current_file_id'] = publication.id;
  if (f.has('files-current-id-of-original')) {
    body['current_file_id'] = publication.versions[0] ?? null;
  }
  return {status: 200, body};
}

/** The operation getCurrentPublicationFile. */
export function getCurrentPublicationFile(c: Context): Answer {
  const {w} = c;
  const f = w.faults;
  const id = c.params['publication'] ?? '';
  if (f.has('current-unknown-publication-reason') && !w.publications.has(id)) {
    throw new Refusal(404, 'file_not_found', 'There is no such file.');
  }
  const publication = findPublication(c, 'current');
  let wanted = publication.working ?? '';
  if (f.has('current-answers-original') || (c.mcp && f.has('mcp-current-answers-original'))) {
    wanted = publication.versions[0] ?? '';
  }
  if (f.has('current-answers-newest')) wanted = publication.versions.at(-1) ?? '';
  const file = w.files.get(wanted);
  if (file === undefined) {
    if (f.has('current-empty-200')) return {status: 200, body: {file: null}};
    if (f.has('current-empty-reason')) throw unknownPublication(w, id);
    throw new Refusal(404, 'file_not_found', 'The publication has no file yet.', {publication: id});
  }
  if (f.has('current-redirects')) {
    const url = presign(w, 'GET', versionPath(file.id), w.now() + linkTime(w, c.mcp));
    return {status: 302, body: {}, headers: {Location: url}};
  }
  return {status: 200, body: {file: versionRow(w, publication, file)}};
}

function linkTime(w: World, mcp: boolean): number {
  if (mcp && w.faults.has('mcp-download-link-a-minute')) return MINUTE;
  if (w.faults.has('download-link-a-minute')) return MINUTE;
  if (w.faults.has('download-link-an-hour')) return HOUR;
  if (w.faults.has('download-link-11-minutes')) return 11 * MINUTE;
  return 10 * MINUTE;
}

/** Whether a faulty server finds a file of another workspace. */
function isOpen(c: Context, file: FileVersion): boolean {
  const f = c.w.faults;
  if (f.has('download-of-any-workspace')) return true;
  if (f.has('download-derived-of-any-workspace') && file.tool !== null) return true;
  if (f.has('foreign-file-told-when-withheld') && c.space.withheld) return true;
  return f.has('mcp-download-of-any-workspace') && c.mcp;
}

function findFile(c: Context): FileVersion {
  const {w} = c;
  const f = w.faults;
  const id = soughtId(w, c.params['file'] ?? '');
  const file = w.files.get(id);
  const foreign = file !== undefined && file.space !== c.space.id;
  if (foreign && f.has('download-foreign-403')) {
    throw new Refusal(403, 'forbidden', 'This file belongs to another workspace.');
  }
  const isLost = file !== undefined && isSuperseded(w, file);
  if (file === undefined || isLost || (foreign && !isOpen(c, file))) {
    if (f.has('download-unknown-reason')) throw unknownPublication(w, id);
    throw new Refusal(
      f.has('download-unknown-410') ? 410 : 404,
      'file_not_found',
      'There is no such file in this workspace.',
      {file: id},
    );
  }
  return file;
}

/** Whether a faulty server makes links although the storage cannot. */
function isSpared(c: Context, file: FileVersion): boolean {
  const f = c.w.faults;
  if (f.has('withheld-ignored')) return true;
  if (f.has('mcp-withheld-ignored') && c.mcp) return true;
  return f.has('withheld-derived-served') && file.tool !== null;
}

/** The operation downloadFile. */
export function downloadFile(c: Context): Answer {
  const {w, space} = c;
  const f = w.faults;
  const file = findFile(c);
  if (space.withheld && !isSpared(c, file)) {
    throw new Refusal(
      f.has('withheld-503') ? 503 : 409,
      f.has('withheld-reason') ? 'storage_unavailable' : 'downloads_unavailable',
      'The storage cannot make download links at present.',
    );
  }
  if (f.has('download-streams')) {
    return {status: 200, body: undefined, raw: file.bytes, headers: {'Content-Type': 'x/file'}};
  }
  let until = linkedFrom(w, file) + linkTime(w, c.mcp);
  const method = f.has('download-link-signed-for-put') ? 'PUT' : 'GET';
  let url = presign(w, method, versionPath(file.id), until);
  if (f.has('download-link-reused')) {
    const known = w.links.get(file.id);
    if (known !== undefined && known.until > w.now()) ({url, until} = known);
    w.links.set(file.id, {url, until});
  }
  const body = {link: {ends: stamp(until)}};
  if (f.has('download-link-in-body')) {
    return {status: 302, body: {link: {url, ends: stamp(until)}}};
  }
  if (f.has('download-redirect-with-bytes')) {
    return {status: 302, body, raw: file.bytes, headers: {Location: url}};
  }
  if (f.has('download-location-relative')) url = url.slice(w.depot.length);
  return {status: f.has('download-307') ? 307 : 302, body, headers: {Location: url}};
}
