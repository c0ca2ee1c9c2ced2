import {HOUR_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import type {User} from '../users/user.ts';
import {SEEDED_CLIENTS} from './seed.ts';
import type {SessionData} from './session-data.ts';
import {LIFETIME_MINUTES, type AuthSession} from './session.ts';

/** Adds a session of a user that began some hours ago. */
function addSession(
  seeder: Seeder,
  {key: user, tenant}: User,
  type: SessionData['type'],
  hoursAgo: number,
): void {
  const started = seeder.now - hoursAgo * HOUR_MS;
  const session: AuthSession = {
    key: seeder.newId('session'),
    tenant,
    seq: seeder.newSeq(),
    user,
    ...SEEDED_CLIENTS[type],
    started,
    seen: started,
    expires: started + LIFETIME_MINUTES * 60_000,
  };
  seeder.put('auth_sessions', session);
}

/** The active readers of a world, in the order of their creation. */
const readers = (seeder: Seeder): User[] =>
  seeder.rows<User>('users').filter(({admin, state}) => !admin && state === 'active');

/** The demo world: every other reader is signed in with a browser, and some with the app as well. */
export function demo(seeder: Seeder): void {
  for (const [n, user] of readers(seeder).entries()) {
    if (n % 2 === 0) addSession(seeder, user, 'web', 3 * n + 1);
    if (n % 3 === 0) addSession(seeder, user, 'mobile', n + 2);
  }
}

/** A suite world: the readers of each store are signed in with a browser and the app. */
export function suite(seeder: Seeder): void {
  for (const user of readers(seeder)) {
    addSession(seeder, user, 'web', 2);
    addSession(seeder, user, 'mobile', 1);
  }
}
