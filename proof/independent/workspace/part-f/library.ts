import type {Context} from '../context.ts';
import {Refusal, type Answer, type Incoming, type Json} from '../http.ts';
import {ownPublications, unknownPublication} from '../library.ts';
import type {Publication} from '../model.ts';
import {memoryOf, timesOf} from '../part-d/memory.ts';
import {part, rowsOf} from '../part-d/spoil.ts';
import {stamp} from '../time.ts';
import {findTool} from '../tools.ts';
import type {World} from '../world.ts';

const PAGE = 50;
const CAP = 100;
const USES = 3;

/** Makes the version with the greatest label, compared as text, the working version. */
export function sortByLabel(w: World, publication: Publication): void {
  if (!w.faults.has('tenth-version-before-second')) return;
  const labels = publication.versions
    .map((id, index) => ({id, label: `v${index + 1}`}))
    .filter(({id}, index) => index === 0 || isReplacement(w, id))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  publication.working = labels.at(-1)?.id ?? null;
}

function isReplacement(w: World, id: string): boolean {
  return findTool(w, w.files.get(id)?.tool ?? '')?.makes === 'replacement';
}

/** Refuses a link that was used often enough. */
export function judgeUses(w: World, req: Incoming): void {
  if (!w.faults.has('download-link-of-three-uses')) return;
  if (timesOf(w, `uses of ${req.target}`) <= USES) return;
  throw new Refusal(403, 'link_expired', 'The time of this link is over.');
}

/** Finds a publication in the first page of the list alone. */
export function outOfFirstPage(c: Context): undefined {
  const id = c.params['publication'] ?? '';
  if (c.mcp || ownPublications(c.w, c.space).findIndex((one) => one.id === id) < PAGE) return;
  throw unknownPublication(c.w, id);
}

/** Counts the publications of a list no further than to a cap. */
export function capCount(body: Json, c: Context): void {
  const all = ownPublications(c.w, c.space);
  const last = rowsOf(body, 'data').at(-1)?.['id'];
  const shown = all.findIndex((one) => one.id === last) + 1;
  if (shown < CAP || all.length <= shown) return;
  body['has_more'] = false;
  body['next_cursor'] = null;
}

/** Shows the original as the working file in later pages. */
export function lagLaterPages(body: Json, c: Context): void {
  if (c.query['cursor'] === undefined) return;
  for (const row of rowsOf(body, 'data')) {
    const original = c.w.publications.get(String(row['id']))?.versions[0] ?? '';
    const file = c.w.files.get(original);
    if (file !== undefined) row['working'] = {file: original, bytes: file.bytes.length};
  }
}

/** A moment whose day is that of UTC, and whose hour is not. */
function misdated(text: unknown): string {
  const whole = String(text);
  return new Date(Date.parse(whole)).toISOString().slice(0, 10) + whole.slice(10);
}

/** Dates the publications of a body by UTC. */
export function misdate(body: Json): void {
  const one = part(body, 'publication');
  for (const row of [one, ...rowsOf(body, 'data')]) {
    if (row['created'] !== undefined) row['created'] = misdated(row['created']);
  }
}

/** Dates a new publication by its reservation. */
export function dateByReservation(body: Json, c: Context): void {
  const publication = part(body, 'publication');
  const one = c.w.reservations.get(String(publication['id']));
  if (one !== undefined) publication['created'] = stamp(one.reserved);
}

/** Leaves the flag of a derived working version unset. */
export function unflagDerived(body: Json): void {
  const file = part(body, 'file');
  if (file['origin'] === 'made') file['current'] = false;
}

/** Tells keys that cannot write that the integration is not configured. */
export function hideIntegration(body: Json, c: Context): void {
  const abilities = c.w.keys.get(c.by)?.abilities;
  if (abilities?.includes('library:write') === false) body['integration'] = {configured: false};
}

function unlistedName(id: unknown): string {
  return `unlisted ${String(id)}`;
}

/** Notes a publication that an agent registered. */
export function noteUnlisted(body: Json, c: Context): void {
  if (c.mcp) memoryOf(c.w).set(unlistedName(part(body, 'publication')['id']), 1);
}

/** Leaves the publications out that agents registered. */
export function leaveUnlisted(body: Json, c: Context): void {
  body['data'] = rowsOf(body, 'data').filter(({id}) => !memoryOf(c.w).has(unlistedName(id)));
}

/** Tells the refusal of a run when it is accepted. */
export function tellRejection(c: Context, body: Json, answer: Answer): undefined {
  const run = part(body, 'run');
  const ending = c.w.runs.get(String(run['number']))?.ending;
  if (answer.status === 202 && ending === 'rejected') run['phase'] = ending;
}
