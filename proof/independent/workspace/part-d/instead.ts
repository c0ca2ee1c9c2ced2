import type {Context} from '../context.ts';
import {Refusal, type Answer} from '../http.ts';
import {INSTEAD_E, type Instead} from '../part-e/instead.ts';
import {outOfFirstPage} from '../part-f/library.ts';
import {presign} from '../storage.ts';
import {MINUTE} from '../time.ts';
import {versionPath} from '../variants/storage.ts';
import {memoryOf} from './memory.ts';

/** What a faulty server does in place of an operation: the fault, the operation, and the deed. */
const INSTEAD: readonly (readonly [string, string, Instead])[] = [
  ['usage-404-without-runs', 'usage', usageWithoutRuns],
  ['publication-unknown-200', 'publication', unknownPublicationServed],
  ['files-empty-404', 'files', emptyHistory],
  ['foreign-empty-current-told', 'current', foreignEmptyCurrent],
  ['foreign-start-body-first', 'start', foreignStart],
  ['download-unknown-redirects', 'download', unknownFileServed],
  ['withheld-remembered', 'download', withheldOnce],
  ['publication-read-from-first-page', 'publication', outOfFirstPage],
];

/** The answer of a faulty server in place of an operation; undefined: it does what it should. */
export function instead(c: Context, operation: string): Answer | undefined {
  for (const [fault, name, deed] of [...INSTEAD, ...INSTEAD_E]) {
    if (name === operation && c.w.faults.has(fault)) return deed(c);
  }
  return undefined;
}

function usageWithoutRuns(c: Context): undefined {
  if (c.space.marks.length > 0) return;
  throw new Refusal(404, 'no_usage', 'There is no usage so far.');
}

function unknownPublicationServed(c: Context): Answer | undefined {
  const isKnown = c.w.publications.has(c.params['publication'] ?? '');
  return isKnown ? undefined : {status: 200, body: {publication: null}};
}

function noFile(): Refusal {
  return new Refusal(404, 'file_not_found', 'The publication has no file yet.');
}

function emptyHistory(c: Context): undefined {
  const found = c.w.publications.get(c.params['publication'] ?? '');
  if (found?.space === c.space.id && found.working === null) throw noFile();
}

function foreignEmptyCurrent(c: Context): undefined {
  const found = c.w.publications.get(c.params['publication'] ?? '');
  if (found !== undefined && found.space !== c.space.id && found.working === null) throw noFile();
}

function foreignStart(c: Context): undefined {
  const found = c.w.publications.get(c.params['publication'] ?? '');
  if (found === undefined || typeof c.body['tool'] === 'string') return;
  throw new Refusal(422, 'invalid_fields', 'The member tool has to be a text.');
}

function unknownFileServed(c: Context): Answer | undefined {
  const {w} = c;
  const id = c.params['file'] ?? '';
  if (w.files.has(id)) return undefined;
  const url = presign(w, 'GET', versionPath(id), w.now() + 10 * MINUTE);
  return {status: 302, body: {link: {}}, headers: {Location: url}};
}

function withheldOnce(c: Context): undefined {
  const file = c.w.files.get(c.params['file'] ?? '');
  if (file?.space !== c.space.id) return;
  const name = `withheld ${file.id}`;
  if (c.space.withheld) memoryOf(c.w).set(name, 1);
  if (!memoryOf(c.w).has(name)) return;
  throw new Refusal(409, 'downloads_unavailable', 'There are no download links at present.');
}
