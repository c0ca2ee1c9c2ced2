import type {Run} from '../model.ts';
import {memoryOf, timesOf} from '../part-d/memory.ts';
import {runBody} from '../run-life.ts';
import {findTool} from '../tools.ts';
import type {World} from '../world.ts';
import {inside, slowLook, type FaultyTurn, type Turn} from './seams.ts';

/** How often a run is given again before its Idempotency-Key is used up. */
const TRIES = 3;

/** Forgets an Idempotency-Key after some retries. */
const usedUp: Turn = async (c, next) => {
  const answer = await next(c);
  const {w, space, retryKey = ''} = c;
  if (answer.status !== 200) return answer;
  if (timesOf(w, `retries of ${retryKey} in ${space.id}`) >= TRIES) space.replays.delete(retryKey);
  return answer;
};

/** Whether a later run put a version in the place of the one that this run has read. */
function isFollowed(w: World, run: Run): boolean {
  const all = [...w.runs.values()].filter(({publication}) => publication === run.publication);
  const later = all.slice(all.indexOf(run) + 1);
  return later.some((one) => one.settled && findTool(w, one.tool)?.makes === 'replacement');
}

/** Writes a publication back as a run has read it, at the end of the run. */
function writeBack(w: World, run: Run): void {
  const publication = w.publications.get(run.publication);
  const makesNothing = findTool(w, run.tool)?.makes === 'nothing';
  if (publication === undefined || !makesNothing || isFollowed(w, run)) return;
  publication.working = run.input;
}

const writtenBack: Turn = (c, next) => {
  const {w} = c;
  for (const run of w.runs.values()) {
    if (!run.settled || memoryOf(w).has(`written back by ${run.id}`)) continue;
    memoryOf(w).set(`written back by ${run.id}`, 1);
    writeBack(w, run);
  }
  return next(c);
};

/** Counts a run on the count that it read before it looked at the rest. */
const countedOnOldCount: Turn = async (c, next) => {
  const {space} = c;
  const before = [...space.marks];
  await slowLook();
  const answer = await next(c);
  const {number} = inside(answer, 'run');
  const own = answer.status === 202 ? space.marks.filter(({run}) => run === number) : [];
  if (own.length > 0) space.marks = [...before, ...own];
  return answer;
};

/** Shows the run that was stored last, in place of the one that this start has stored. */
const lastStored: Turn = async (c, next) => {
  const {w, space} = c;
  const answer = await next(c);
  if (answer.status !== 202) return answer;
  const name = `run stored last in ${space.id}`;
  memoryOf(w).set(name, String(inside(answer, 'run')['number']));
  await slowLook();
  const last = w.runs.get(String(memoryOf(w).get(name)));
  return last === undefined ? answer : {...answer, body: runBody(w, last)};
};

/** What is wrong about runs. */
export const RUN_TURNS: readonly FaultyTurn[] = [
  ['retry-key-used-up-after-three', ['start'], usedUp],
  ['check-writes-back-working-version', [], writtenBack],
  ['used-count-lost-in-parallel', ['start'], countedOnOldCount],
  ['start-shows-run-stored-last', ['start'], lastStored],
];
