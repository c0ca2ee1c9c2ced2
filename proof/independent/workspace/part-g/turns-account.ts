import {countedMarks} from '../account.ts';
import {memoryOf} from '../part-d/memory.ts';
import {ceilings} from '../variants/allowance.ts';
import {inside, listIn, slowLook, type FaultyTurn, type Turn} from './seams.ts';

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** Looks for metered runs in the table of this month alone. */
const ofThisMonth: Turn = (c, next) => {
  const {w, space} = c;
  const month = monthOf(w.now());
  space.marks = space.marks.filter(({at}) => monthOf(at) === month);
  return next(c);
};

/** Keeps the workspace of a request where the next request finds it, too. */
const sharedSpace: Turn = async (c, next) => {
  const memory = memoryOf(c.w);
  memory.set('space of the account', c.space.id);
  await slowLook();
  const space = c.w.spaces.get(String(memory.get('space of the account'))) ?? c.space;
  return next({...c, space});
};

/** Says that nothing is metered while no metered run can be started. */
const unmetered: Turn = async (c, next) => {
  const answer = await next(c);
  if (countedMarks(c.w, c.space).length < ceilings(c.w).daily) return answer;
  const traits = {metered: false};
  for (const row of listIn(inside(answer, 'catalog'), 'tools')) {
    row['traits'] = {...inside({status: 200, body: row}, 'traits'), ...traits};
  }
  return answer;
};

/** What is wrong about account, usage and catalog. */
export const ACCOUNT_TURNS: readonly FaultyTurn[] = [
  ['used-forgotten-over-month-end', [], ofThisMonth],
  ['account-space-in-shared-place', ['account'], sharedSpace],
  ['tools-unmetered-at-ceiling', ['tools'], unmetered],
];
