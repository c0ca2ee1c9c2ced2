import {HOUR_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import type {StoreRow} from '../access/rows.ts';
import type {Issue} from '../content/issue.ts';
import type {Plan} from '../plans/plan.ts';
import type {User} from '../users/user.ts';
import {madeSession, type Readership} from './made-sessions.ts';
import type {ReadingSession} from './reading-session.ts';

/** The content and users of the sessions of a store in a template. */
function readershipOf(seeder: Seeder, store: string): Readership {
  const own = <R extends {tenant: string}>(rows: R[]): R[] =>
    rows.filter(({tenant}) => tenant === store);
  return {
    issues: own(seeder.rows<Issue>('issues')),
    readers: own(seeder.rows<User>('users'))
      .filter(({admin, state}) => !admin && state === 'active')
      .map(({key, email, name, external_id}) => ({key, person: {email, name, external_id}})),
    plans: own(seeder.rows<Plan>('plans')).map(({id}) => id),
  };
}

/** Adds sessions to a store, the last one an hour ago, with some hours between them. */
function addSessions(seeder: Seeder, store: StoreRow, count: number): void {
  const readership = readershipOf(seeder, store.key);
  for (let n = 0; n < count; n++) {
    const made = madeSession(readership, n, seeder.now - (1 + 5 * (count - 1 - n)) * HOUR_MS);
    const session: ReadingSession = {
      key: `${store.seq}-${made.issue}-${made.user ?? 0}-${made.started}`,
      tenant: store.key,
      seq: seeder.newSeq(),
      ...made,
    };
    seeder.put('reading_sessions', session);
  }
}

/** The demo world: the first store has more than two pages of sessions, the second one a few. */
export function demo(seeder: Seeder): void {
  const [first, second] = seeder.rows<StoreRow>('stores');
  if (first) addSessions(seeder, first, 64);
  if (second) addSessions(seeder, second, 6);
}

/** A suite world: each store has a page of sessions, and some on a second page. */
export function suite(seeder: Seeder): void {
  for (const store of seeder.rows<StoreRow>('stores')) addSessions(seeder, store, 28);
}
