import {isObject, Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import type {Context} from './context.ts';
import type {FileVersion, Publication, Workspace} from './model.ts';
import {measuredFile} from './part-e/library.ts';
import {HOUR, stamp} from './time.ts';
import {soughtId} from './variants/ids.ts';
import {isAfter} from './variants/lists.ts';
import type {World} from './world.ts';

/** The refusal for a publication that is not there (or not in this workspace). */
export function unknownPublication(w: World, id: string): Refusal {
  if (w.faults.has('unknown-publication-400')) {
    return new Refusal(400, 'publication_not_found', 'There is no such publication.');
  }
  const reason = w.faults.has('unknown-publication-reason') ? 'not_found' : 'publication_not_found';
  return new Refusal(404, reason, 'There is no such publication in this workspace.', {
    publication: id,
  });
}

function lookUp(c: Context, id: string): Publication | undefined {
  const {w} = c;
  const found = w.publications.get(id);
  if (found !== undefined) return found;
  if (w.faults.has('publication-id-as-number')) {
    for (const one of w.publications.values()) if (Number(one.id) === Number(id)) return one;
  }
  if (w.faults.has('publication-id-start')) {
    for (const one of w.publications.values()) if (id.startsWith(one.id)) return one;
  }
  return undefined;
}

/** The faults that serve an operation to every workspace. */
const OPEN: Readonly<Record<string, string>> = {
  publication: 'publication-of-any-workspace',
  files: 'files-of-any-workspace',
  current: 'current-of-any-workspace',
  reader: 'reader-of-any-workspace',
  start: 'start-of-any-workspace',
};

function openToAll(c: Context, operation: string, found: Publication): boolean {
  const f = c.w.faults;
  const isPushed = operation === 'reader' && found.mirrors.length > 0;
  if (isPushed && f.has('foreign-pushed-reader-served')) return true;
  return f.has(OPEN[operation] ?? '') || (c.mcp && f.has('mcp-any-workspace'));
}

/** The publication of the path, of this workspace; or the refusal. */
export function findPublication(c: Context, operation: string): Publication {
  const id = soughtId(c.w, c.params['publication'] ?? '');
  const found = lookUp(c, id);
  if (found === undefined) throw unknownPublication(c.w, id);
  if (found.space !== c.space.id && !openToAll(c, operation, found)) {
    if (c.w.faults.has('foreign-publication-403')) {
      throw new Refusal(403, 'forbidden', 'This publication belongs to another workspace.');
    }
    if (c.w.faults.has('foreign-publication-told')) {
      throw new Refusal(
        404,
        'publication_not_found',
        'There is no such publication in this workspace.',
        {publication: id, elsewhere: true},
      );
    }
    throw unknownPublication(c.w, id);
  }
  return found;
}

type NewPublication = {
  id: string;
  space: string;
  name: string;
  title: string;
  type: Publication['type'];
  bytes: Buffer | null;
};

/** Adds a publication; `bytes` null: one without a file. */
export function addPublication(w: World, given: NewPublication): Publication {
  const publication: Publication = {
    id: given.id,
    space: given.space,
    order: w.next(),
    created: w.now(),
    type: given.type,
    title: given.title,
    versions: [],
    working: null,
    mirrors: [],
  };
  if (given.bytes !== null) {
    const id = w.fileId(given.id);
    w.files.set(id, {
      id,
      publication: given.id,
      space: given.space,
      name: given.name,
      bytes: given.bytes,
      tool: null,
      run: null,
      created: w.now(),
    });
    publication.versions.push(id);
    publication.working = id;
  }
  w.publications.set(given.id, publication);
  return publication;
}

function shownTitle(w: World, one: Publication, inList: boolean): string {
  if (inList && w.faults.has('list-title-ascii')) {
    return one.title.replace(/[^\x20-\x7e]/gu, '?');
  }
  return one.title;
}

function brokenRow(w: World, one: Publication, row: Json): void {
  const f = w.faults;
  const drops: Readonly<Record<string, string>> = {
    'publication-no-type': 'kind',
    'publication-no-status': 'state',
    'publication-no-title': 'name',
    'publication-no-created': 'created',
    'publication-no-original-size': 'original',
  };
  for (const [fault, member] of Object.entries(drops)) if (f.has(fault)) delete row[member];
  if (f.has('publication-created-is-now')) row['created'] = stamp(w.now());
  if (f.has('publication-audiobook-as-book')) row['kind'] = 'book';
  if (f.has('publication-created-offset')) {
    row['created'] = stamp(one.created - 2 * HOUR);
  }
}

/** A row as a faulty serializer writes it. */
function misshown(w: World, row: Json, bytes: number | null, inList: boolean): void {
  const f = w.faults;
  if (f.has('publication-size-in-kib')) {
    row['original'] = {bytes: bytes === null ? null : Math.ceil(bytes / 1024)};
  }
  if (f.has('publication-working-size-missing') && isObject(row['working'])) {
    delete row['working']['bytes'];
  }
  if (inList && f.has('list-id-without-zeros')) row['id'] = String(Number(row['id']));
}

/** A publication as a row of the list and inside the single read. */
export function publicationRow(w: World, one: Publication, inList: boolean): Json {
  const f = w.faults;
  const original = w.files.get(one.versions[0] ?? '');
  const working = w.files.get(one.working ?? '');
  const sizeOf = (file: FileVersion | undefined): number | null => file?.bytes.length ?? null;
  const originalBytes = sizeOf(f.has('publication-original-size-of-working') ? working : original);
  const stale = inList && f.has('list-working-size-stale');
  const workingBytes = sizeOf(stale ? original : measuredFile(w, working));
  let workingId = one.working;
  if (f.has('publication-working-id-stale')) workingId = one.versions[0] ?? null;
  const created = f.has('publication-created-moves')
    ? (w.files.get(one.versions.at(-1) ?? '')?.created ?? one.created)
    : one.created;
  const row: Json = {
    id: one.id,
    kind: one.type,
    state: one.working === null ? 'awaiting_file' : 'on_shelf',
    name: shownTitle(w, one, inList),
    original: {bytes: originalBytes},
    working: {file: workingId, bytes: workingBytes},
    created: stamp(created),
    versions: one.versions.length,
  };
  if (f.has('publication-no-working-file')) delete row['working'];
  brokenRow(w, one, row);
  misshown(w, row, originalBytes, inList);
  return row;
}

/** The body that shows one publication. */
export function publicationBody(w: World, one: Publication): Json {
  return {publication: publicationRow(w, one, false)};
}

/** The operation getPublication. */
export function getPublication(c: Context): Answer {
  const id = c.params['publication'] ?? '';
  const reserved = c.w.reservations.get(id);
  if (
    c.w.faults.has('reserved-id-readable') &&
    reserved?.space === c.space.id &&
    !reserved.registered
  ) {
    return {status: 200, body: {publication: {id, state: 'awaiting_file'}}};
  }
  const found = findPublication(c, 'publication');
  if (c.w.faults.has('publication-readable-later') && c.w.now() - found.created < 5000) {
    throw unknownPublication(c.w, id);
  }
  if (c.mcp && c.w.faults.has('mcp-publication-stale')) {
    return {
      status: 200,
      body: publicationBody(c.w, {...found, working: found.versions[0] ?? null}),
    };
  }
  return {status: 200, body: publicationBody(c.w, found)};
}

/** The publications of a workspace, newest first. */
export function ownPublications(w: World, space: Workspace): Publication[] {
  return [...w.publications.values()]
    .filter((one) => one.space === space.id)
    .sort((a, b) => (isAfter(w, a, b) ? 1 : -1));
}
