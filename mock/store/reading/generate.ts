import {DAY_MS} from '../../../spec/durations.ts';
import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {Issue} from '../content/issue.ts';
import type {Plan} from '../plans/plan.ts';
import type {User} from '../users/user.ts';
import {madeSession, type Readership} from './made-sessions.ts';
import {newUuid, type ReadingSession} from './reading-session.ts';

/** A period and the number of its sessions. */
export interface GeneratedReading {
  store: string;
  sessions: number;
  /** The first and the last day, as YYYY-MM-DD. */
  from: string;
  to: string;
}

/** The number of sessions that are committed together. */
const BATCH = 10_000;

/**
 * Adds sessions of a store's users and of guests, evenly distributed over a period.
 * @returns a promise that settles when they are on disk
 * @throws RangeError for a store without content, and for a period that ends before it begins
 */
export async function generateReading(
  world: World,
  {store, sessions: count, from, to}: GeneratedReading,
): Promise<void> {
  const begin = Date.parse(from);
  const span = Date.parse(to) + DAY_MS - begin;
  if (!(span > 0)) throw new RangeError(`the period from ${from} to ${to} has no day`);
  const readership = readershipOf(world, store);
  if (!readership.issues.length) throw new RangeError(`store ${store} has no contents`);
  const view = world.view(store);
  for (let done = 0; done < count; done += BATCH) {
    const changes = Array.from({length: Math.min(BATCH, count - done)}, (_, at): Change => {
      const started = begin + Math.floor(((done + at) * span) / count);
      const made = madeSession(readership, done + at, started);
      const put: ReadingSession = {
        key: newUuid(view, made),
        tenant: store,
        seq: world.newSeq(),
        ...made,
      };
      return {table: 'reading_sessions', put};
    });
    await world.commit({changes, effects: []});
    // Other requests are served meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The content and the users of a store's sessions. */
function readershipOf(world: World, store: string): Readership {
  const users = world.table('users').of(store) as User[];
  return {
    issues: world.table('issues').of(store) as Issue[],
    readers: users
      .filter(({admin, state}) => !admin && state === 'active')
      .map(({key, email, name, external_id}) => ({key, person: {email, name, external_id}})),
    plans: (world.table('plans').of(store) as Plan[]).map(({id}) => id),
  };
}
