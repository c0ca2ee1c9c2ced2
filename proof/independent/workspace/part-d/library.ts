import type {Context} from '../context.ts';
import {Refusal, type Incoming} from '../http.ts';
import type {Publication, Reservation, Run} from '../model.ts';
import {SECOND} from '../time.ts';
import type {World} from '../world.ts';
import {memoryOf, timesOf} from './memory.ts';

/** The publications of other workspaces, where a faulty list counts them among those that follow. */
export function neighbours(c: Context): number {
  const {w, space} = c;
  if (!w.faults.has('list-more-counts-neighbours')) return 0;
  return [...w.publications.values()].filter((one) => one.space !== space.id).length;
}

/** Keeps how many publications there are when a cursor is given. */
export function noteCursor(c: Context, cursor: string, publications: number): void {
  if (c.w.faults.has('list-cursor-void-after-addition')) {
    memoryOf(c.w).set(`cursor ${cursor}`, publications);
  }
}

/** Refuses a cursor that is older than the latest publication. */
export function judgeCursor(c: Context, cursor: string | undefined, publications: number): void {
  const known = memoryOf(c.w).get(`cursor ${cursor}`);
  if (known === undefined || known === publications) return;
  throw new Refusal(400, 'bad_cursor', 'The list has changed since this cursor was given.');
}

/** The mirrors of a publication, or those of another one of its title. */
export function mirrorsOfTitle(w: World, publication: Publication): Publication['mirrors'] {
  if (publication.mirrors.length > 0) return publication.mirrors;
  for (const one of w.publications.values()) {
    const isAlike = one.space === publication.space && one.title === publication.title;
    if (isAlike && one.mirrors.length > 0) return one.mirrors;
  }
  return [];
}

/** Refuses a link of a file that got another one since. */
export function judgeLatestLink(w: World, req: Incoming): void {
  const number = Number(req.url.searchParams.get('number'));
  const file = req.url.pathname.split('/').at(-1);
  if (number === memoryOf(w).get(`links of ${file}`)) return;
  throw new Refusal(403, 'link_expired', 'There is a newer link to this file.');
}

/** Drops the version that a run made which ended together with this one. */
export function loseVersion(w: World, run: Run, publication: Publication): void {
  if (!w.faults.has('parallel-runs-lose-a-version')) return;
  const last = w.files.get(publication.versions.at(-1) ?? '');
  const other = w.runs.get(last?.run ?? '');
  if (other !== undefined && Math.abs(other.started - run.started) < SECOND) {
    publication.versions.pop();
  }
}

/** What a faulty server spoils beside a new version. */
export function afterVersion(w: World, publication: Publication, isWorking: boolean): void {
  if (w.faults.has('audiobook-becomes-book-after-run')) publication.type = 'book';
  if (isWorking && w.faults.has('reader-rows-lost-by-replacement')) publication.mirrors = [];
}

/** Uses up the other uploads of a file name. */
export function consumeAlike(w: World, registered: Reservation): void {
  if (!w.faults.has('register-consumes-same-name')) return;
  for (const one of w.reservations.values()) {
    if (one.space === registered.space && one.name === registered.name) one.registered = true;
  }
}

/** Whether an upload of a wrong size is taken, because it was refused for that before. */
export function passesNow(w: World, one: Reservation): boolean {
  if (!w.faults.has('register-incomplete-passes-second-time')) return false;
  return timesOf(w, `incomplete ${one.id}`) > 1;
}
