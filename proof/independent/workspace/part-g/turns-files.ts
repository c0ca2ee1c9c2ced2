import type {Context} from '../context.ts';
import {isObject, type Answer} from '../http.ts';
import type {Publication} from '../model.ts';
import {memoryOf} from '../part-d/memory.ts';
import {presign} from '../storage.ts';
import {MINUTE} from '../time.ts';
import {findTool} from '../tools.ts';
import {versionPath} from '../variants/storage.ts';
import type {World} from '../world.ts';
import {inside, listIn, type FaultyTurn, type Turn} from './seams.ts';

/** Makes the version current whose number is the last one, as texts are sorted. */
function sortByText(w: World, publication: Publication): void {
  const numbered = publication.versions.map((id, index) => [String(index + 1), id] as const);
  const fit = numbered.filter(([, id]) => {
    const made = w.files.get(id)?.tool ?? null;
    return made === null || findTool(w, made)?.makes === 'replacement';
  });
  const last = fit.toSorted(([a], [b]) => (a < b ? -1 : 1)).at(-1);
  if (last !== undefined) publication.working = last[1];
}

const byText: Turn = (c, next) => {
  for (const one of c.w.publications.values()) sortByText(c.w, one);
  return next(c);
};

function seenBy(c: Context): string {
  return `working version of ${c.params['publication']} for ${c.by}`;
}

/** The working version as a key saw it first. */
const asSeen: Turn = async (c, next) => {
  const memory = memoryOf(c.w);
  const answer = await next(c);
  const known: unknown = JSON.parse(String(memory.get(seenBy(c)) ?? 'null'));
  if (isObject(known)) return {...answer, body: known};
  memory.set(seenBy(c), JSON.stringify(answer.body));
  return answer;
};

/** Forgets what a key saw of a publication when it starts a run. */
const unseen: Turn = (c, next) => {
  memoryOf(c.w).delete(seenBy(c));
  return next(c);
};

/** Flags the working version where it is the original alone. */
const derivedUnflagged: Turn = async (c, next) => {
  const answer = await next(c);
  const file = inside(answer, 'file');
  if (typeof file['made_by'] === 'string') file['current'] = false;
  return answer;
};

/** Cuts the end of a link to a whole minute. */
const cutLink: Turn = async (c, next) => {
  const answer = await next(c);
  if (answer.status !== 302) return answer;
  const end = Math.floor((c.w.now() + 10 * MINUTE) / MINUTE) * MINUTE;
  const link = presign(c.w, 'GET', versionPath(c.params['file'] ?? ''), end);
  return {...answer, headers: {...answer.headers, Location: link}};
};

/** The mirrors as they were when somebody saw them in flight, until the next push. */
const inFlight: Turn = async (c, next) => {
  const memory = memoryOf(c.w);
  const name = `mirrors of ${c.params['publication']}`;
  const answer = await next(c);
  const rows = listIn(inside(answer), 'copies');
  const known: unknown = JSON.parse(String(memory.get(name) ?? 'null'));
  if (isObject(known) && isSamePush(known, answer)) return {...answer, body: known};
  const flies = rows.some((row) => JSON.stringify(row).includes('"in_flight":true'));
  if (flies) memory.set(name, JSON.stringify(answer.body));
  return answer;
};

function isSamePush(known: object, answer: Answer): boolean {
  const [before] = listIn(inside({status: 200, body: known}), 'copies');
  const [now] = listIn(inside(answer), 'copies');
  return before !== undefined && before['pushed'] === now?.['pushed'];
}

/** What is wrong about versions, links and mirrors. */
export const FILE_TURNS: readonly FaultyTurn[] = [
  ['working-version-by-text-of-number', [], byText],
  ['current-kept-by-key', ['current'], asSeen],
  ['current-kept-by-key', ['start'], unseen],
  ['current-row-of-derived-unflagged', ['current'], derivedUnflagged],
  ['download-link-ends-on-a-minute', ['download'], cutLink],
  ['mirrors-kept-while-in-flight', ['reader'], inFlight],
];
