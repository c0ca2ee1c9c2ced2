import {Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import {findPublication} from './library.ts';
import type {Context} from './context.ts';
import type {Mirror, Publication} from './model.ts';
import {mirrorsOfTitle} from './part-d/library.ts';
import {stamp} from './time.ts';
import {mirrorRow, mirrorsShown, pushTime} from './variants/reader.ts';
import type {World} from './world.ts';

function row(w: World, mirror: Mirror, pushes: number): Json {
  const f = w.faults;
  const flying = w.now() - mirror.pushed < pushTime(w);
  const one: Json = {
    mirror: mirror.kind,
    conversion: flying ? 'being_converted' : 'converted',
    push: {in_flight: flying, last_error: null},
    pushed: stamp(mirror.pushed),
  };
  if (f.has('reader-no-conversion')) delete one['conversion'];
  if (f.has('reader-no-flight-flag')) one['push'] = {last_error: null};
  if (f.has('reader-error-only-when-set')) one['push'] = {in_flight: flying};
  if (f.has('reader-store-url')) one['address'] = `https://reader.example/e/${mirror.file}`;
  if (f.has('reader-url-once-converted') && !flying) {
    one['conversion'] = `https://reader.example/e/${mirror.file}`;
  }
  if (f.has('reader-kind-by-version')) one['mirror'] = pushes > 1 ? 'modified-2' : mirror.kind;
  if (f.has('reader-conversion-dropped-in-flight') && flying) delete one['conversion'];
  if (f.has('reader-kinds-renamed')) {
    one['mirror'] = mirror.kind === 'original' ? 'source' : 'working';
  }
  return mirrorRow(w, one);
}

function mirrors(w: World, publication: Publication): Mirror[] {
  const isNew = publication.mirrors.length === 0 && publication.versions.length > 0;
  if (isNew && w.variants.has('reader-pushes-by-itself')) pushMirrors(w, publication);
  const f = w.faults;
  if (
    f.has('reader-mirrors-without-push') &&
    publication.versions.length > 1 &&
    publication.mirrors.length === 0
  ) {
    return [{kind: 'modified', pushed: 0, file: publication.working ?? ''}];
  }
  if (f.has('reader-original-twice') && publication.mirrors[0] !== undefined) {
    return [publication.mirrors[0], ...publication.mirrors];
  }
  return f.has('reader-mirrors-by-title') ? mirrorsOfTitle(w, publication) : publication.mirrors;
}

/** Pushes the versions of a publication to the reader store. */
export function pushMirrors(w: World, publication: Publication): void {
  const fresh: Mirror[] = [
    {kind: 'original', pushed: w.now(), file: publication.versions[0] ?? ''},
    {kind: 'modified', pushed: w.now(), file: publication.working ?? ''},
  ];
  publication.mirrors = w.faults.has('reader-row-per-push')
    ? [...publication.mirrors, ...fresh]
    : fresh;
}

/** The operation getPublicationReader. */
export function getPublicationReader(c: Context): Answer {
  const {w} = c;
  const publication = findPublication(c, 'reader');
  const known = mirrorsShown(w, mirrors(w, publication), publication.versions.length > 1);
  const rows = c.mcp && w.faults.has('mcp-reader-without-rows') ? [] : known;
  if (rows.length === 0 && w.faults.has('reader-never-pushed-404')) {
    throw new Refusal(404, 'not_pushed', 'The publication was never pushed.');
  }
  const body: Json = {
    integration: {configured: !w.variants.has('reader-not-configured')},
    copies: rows.map((one) => row(w, one, rows.length)),
  };
  if (w.faults.has('reader-no-configured')) delete body['integration'];
  if (w.faults.has('reader-configured-only-when-pushed') && rows.length === 0) {
    body['integration'] = {};
  }
  return {status: 200, body};
}
