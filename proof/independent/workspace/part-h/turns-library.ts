import {placesLeft} from '../account.ts';
import type {Context} from '../context.ts';
import {Refusal} from '../http.ts';
import {unknownPublication} from '../library.ts';
import {inside, listIn, type FaultyTurn, type Turn} from '../part-g/seams.ts';
import {findTool} from '../tools.ts';
import {isUnlinked, planKnown} from './doors-states.ts';
import {alone, farLook} from './seams.ts';

/** Rows of a version list. */
const ROWS = 25;

/** Open uploads that a workspace may have. */
const OPEN = 20;

/** Lets the registrations of one key wait for each other, and not those of several keys. */
const placeByKey: Turn = (c, next) =>
  alone(c.w, `registration by ${c.by}`, async () => {
    const {w, space} = c;
    const seen = placesLeft(w, space);
    await farLook();
    const taken = seen - placesLeft(w, space);
    space.extra += taken;
    try {
      return await next(c);
    } finally {
      space.extra -= taken;
    }
  });

/** Drops the oldest open upload when there are too many. */
const dropOldest: Turn = async (c, next) => {
  const answer = await next(c);
  const {w, space} = c;
  const open = [...w.reservations.values()].filter(
    (one) => one.space === space.id && !one.registered,
  );
  for (const one of open.slice(0, Math.max(0, open.length - OPEN))) w.reservations.delete(one.id);
  return answer;
};

/** Leaves the plan out for agents when there is none to tell. */
const withoutNull: Turn = async (c, next) => {
  const answer = await next(c);
  const subscription = inside(answer, 'account', 'subscription');
  if (c.mcp && subscription['tier'] === null) delete subscription['tier'];
  return answer;
};

const knownPlan: Turn = async (c, next) => {
  const answer = await next(c);
  const subscription = inside(answer, 'account', 'subscription');
  if (typeof subscription['tier'] === 'string') subscription['tier'] = planKnown(c.w, c.space);
  return answer;
};

/** Tells agents that there is no such publication when it has no file. */
const filelessUnknown: Turn = async (c, next) => {
  try {
    return await next(c);
  } catch (error) {
    const isFileless = error instanceof Refusal && error.reason === 'file_not_found';
    throw c.mcp && isFileless ? unknownPublication(c.w, c.params['publication'] ?? '') : error;
  }
};

/** Whether the replacement that was tried last was rejected. */
function lastWasRejected({w, params}: Context): boolean {
  const all = [...w.runs.values()].filter(
    (run) =>
      run.settled &&
      run.publication === params['publication'] &&
      findTool(w, run.tool)?.makes === 'replacement',
  );
  return all.at(-1)?.ending === 'rejected';
}

/** Looks for the working version at the replacement that was tried last. */
const ofLastTry: Turn = async (c, next) => {
  const answer = await next(c);
  if (!lastWasRejected(c)) return answer;
  throw new Refusal(404, 'file_not_found', 'The publication has no file yet.');
};

const newestVersions: Turn = async (c, next) => {
  const answer = await next(c);
  const body = inside(answer);
  body['data'] = listIn(body, 'data').slice(0, ROWS);
  return answer;
};

const unlinked: Turn = async (c, next) => {
  const answer = await next(c);
  if (!isUnlinked(c.w, c.params['file'] ?? '')) return answer;
  throw new Refusal(409, 'downloads_unavailable', 'There are no download links at present.');
};

/** What is wrong about account, uploads, publications and their files. */
export const LIBRARY_TURNS: readonly FaultyTurn[] = [
  ['last-place-race-between-keys', ['register'], placeByKey],
  ['oldest-of-many-uploads-dropped', ['reserve'], dropOldest],
  ['mcp-account-without-null-plan', ['account'], withoutNull],
  ['plan-change-missed-while-unresolved', ['account'], knownPlan],
  ['mcp-fileless-current-reason', ['current'], filelessUnknown],
  ['current-lost-after-rejected-replacement', ['current'], ofLastTry],
  ['files-newest-25-only', ['files'], newestVersions],
  ['version-made-while-withheld-never-served', ['download'], unlinked],
];
