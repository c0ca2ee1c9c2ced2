import {Refusal} from '../http.ts';
import {type FaultyTurn, type Turn} from '../part-g/seams.ts';
import {runBody} from '../run-life.ts';
import {alone, farLook} from './seams.ts';

/** Lets the starts of one tool wait for each other, and not those of several tools. */
const ceilingByTool: Turn = (c, next) =>
  alone(c.w, `start of ${String(c.body['tool'])} in ${c.space.id}`, async () => {
    const {space} = c;
    const seen = [...space.marks];
    await farLook();
    const since = space.marks.filter((mark) => !seen.includes(mark));
    space.marks = [...seen];
    try {
      return await next(c);
    } finally {
      space.marks = [...seen, ...since, ...space.marks.slice(seen.length)];
    }
  });

/** Looks for the run of a retry by its publication and its key, before it looks whose publication it is. */
const replayByPublication: Turn = async (c, next) => {
  const {w, space, params, retryKey = ''} = c;
  const found = w.publications.get(params['publication'] ?? '');
  if (found === undefined || found.space === space.id) return next(c);
  const run = w.runs.get(w.spaces.get(found.space)?.replays.get(retryKey) ?? '');
  if (run?.publication !== found.id) return next(c);
  return {status: 200, body: runBody(w, run), headers: {'Idempotency-Replayed': 'true'}};
};

/** Compares Idempotency-Keys as some databases do: without accents. */
const withoutAccents: Turn = (c, next) =>
  next({...c, retryKey: c.retryKey?.normalize('NFD').replaceAll(/\p{M}/gu, '')});

/** Reads reports from the storage by download links. */
const linkedReport: Turn = async (c, next) => {
  const answer = await next(c);
  if (!c.space.withheld) return answer;
  throw new Refusal(409, 'downloads_unavailable', 'There are no download links at present.');
};

/** What is wrong about runs and their reports. */
export const RUN_TURNS: readonly FaultyTurn[] = [
  ['daily-ceiling-race-between-tools', ['start'], ceilingByTool],
  ['foreign-run-replayed', ['start'], replayByPublication],
  ['retry-key-without-accents', ['start'], withoutAccents],
  ['report-withheld-with-downloads', ['report'], linkedReport],
];
