import type {Context} from '../context.ts';
import {Refusal, type Answer} from '../http.ts';
import {memoryOf, timesOf} from '../part-d/memory.ts';
import {inside, listIn, slowLook, type FaultyTurn, type Turn} from './seams.ts';

/** Writes the first hour of a day as its hour 24. */
const hour24: Turn = async (c, next) => {
  const answer = await next(c);
  for (const row of [inside(answer, 'publication'), ...listIn(inside(answer), 'data')]) {
    const {created} = row;
    if (typeof created === 'string') row['created'] = created.replace('T00:', 'T24:');
  }
  return answer;
};

/** Reads a file name as forms are read. */
const plusIsSpace: Turn = (c, next) => {
  const name = c.body['original_filename'];
  if (typeof name !== 'string') return next(c);
  return next({...c, body: {...c.body, original_filename: name.replaceAll('+', ' ')}});
};

/** Encodes the title once more in the answer to a registration. */
const encodedTwice: Turn = async (c, next) => {
  const answer = await next(c);
  const publication = inside(answer, 'publication');
  const {name} = publication;
  if (typeof name === 'string') publication['name'] = Buffer.from(name).toString('latin1');
  return answer;
};

/** Takes the place of another registration that goes on for one that is spent. */
const oneAtATime: Turn = async (c, next) => {
  const memory = memoryOf(c.w);
  const name = `registration in ${c.space.id}`;
  if (memory.has(name)) {
    const words = 'This workspace has no publications left in the current cycle.';
    throw new Refusal(422, 'publication_quota_exceeded', words, {left: 0});
  }
  memory.set(name, 1);
  try {
    await slowLook();
    return await next(c);
  } finally {
    memory.delete(name);
  }
};

function walkIn({space}: Context): string {
  return `walk in ${space.id}`;
}

/** The number of the walk through a list: a first page that another key asks for begins the next. */
function walkOf(c: Context): number {
  const memory = memoryOf(c.w);
  const walker = `key of the ${walkIn(c)}`;
  if (c.query['cursor'] === undefined && memory.get(walker) !== c.by) {
    memory.set(walker, c.by);
    return timesOf(c.w, walkIn(c));
  }
  return Number(memory.get(walkIn(c)) ?? 0);
}

/** Knows one walk through the list of a workspace at a time. */
const oneWalk: Turn = async (c, next) => {
  const memory = memoryOf(c.w);
  const walk = walkOf(c);
  const {cursor} = c.query;
  const walkAt = (place: unknown): string => `walk of ${c.by} at ${String(place)}`;
  if ((memory.get(walkAt(cursor)) ?? walk) !== walk) {
    throw new Refusal(400, 'bad_cursor', 'This cursor was not given by the list.', {cursor});
  }
  const answer = await next(c);
  const given = inside(answer)['next_cursor'];
  if (typeof given === 'string') memory.set(walkAt(given), walk);
  return answer;
};

function unlistedIn({space}: Context): string {
  return `unlisted in ${space.id}: `;
}

/** Renews what the list knows when a key registers something, and not when an agent does. */
const listRenewed: Turn = async (c, next) => {
  const answer = await next(c);
  const memory = memoryOf(c.w);
  const home = unlistedIn(c);
  if (c.mcp) memory.set(`${home}${String(inside(answer, 'publication')['id'])}`, 1);
  else for (const name of memory.keys()) if (name.startsWith(home)) memory.delete(name);
  return answer;
};

const listKnown: Turn = async (c, next): Promise<Answer> => {
  const answer = await next(c);
  const body = inside(answer);
  const rows = listIn(body, 'data');
  const isKnown = (id: unknown): boolean => !memoryOf(c.w).has(`${unlistedIn(c)}${String(id)}`);
  body['data'] = rows.filter((row) => isKnown(row['id']));
  return answer;
};

/** What is wrong about publications and their list. */
export const LIBRARY_TURNS: readonly FaultyTurn[] = [
  ['created-at-hour-24', ['publication', 'list', 'register'], hour24],
  ['register-plus-in-name-as-space', ['register'], plusIsSpace],
  ['register-answer-title-encoded-twice', ['register'], encodedTwice],
  ['parallel-registration-refused', ['register'], oneAtATime],
  ['list-walk-ended-by-another-key', ['list'], oneWalk],
  ['list-misses-registrations-of-agents', ['register'], listRenewed],
  ['list-misses-registrations-of-agents', ['list'], listKnown],
];
