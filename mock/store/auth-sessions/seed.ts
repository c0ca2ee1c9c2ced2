import type {World} from '../../world/world.ts';
import type {User} from '../users/user.ts';
import type {SessionData} from './session-data.ts';
import {isNotSignedIn, signIn, type Client} from './sign-in.ts';

/** The default clients of sign-ins. */
export const SEEDED_CLIENTS: Record<SessionData['type'], Client> = {
  web: {
    data: {
      type: 'web',
      browser: 'Chrome',
      device: 'Desktop',
      os: 'Linux',
      raw:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0.0.0 Safari/537.36',
    },
    ip: '192.0.2.10',
  },
  mobile: {
    data: {
      type: 'mobile',
      app_name: 'Reader',
      app_version: '4.2.1',
      os: 'Android',
      os_version: '14',
      raw: 'Reader/4.2.1 (Pixel 8; Android 14)',
    },
    ip: '192.0.2.20',
  },
};

/**
 * Starts sessions of an active user, like sign-ins at the storefront.
 * @param user key of the user
 * @returns the ids of the sessions, and a promise that settles when they are on disk
 * @throws RangeError when the user does not exist, cannot log in (States / User), or has reached a limit of sessions
 */
export function seedSignIns(
  world: World,
  user: string,
  count: number,
  type: SessionData['type'],
): {ids: string[]; persisted: Promise<void> | undefined} {
  const row = world.table('users').get(user) as User | undefined;
  if (!row) throw new RangeError(`there is no user ${user}`);
  const ids: string[] = [];
  let persisted: Promise<void> | undefined;
  for (let n = 0; n < count; n++) {
    const result = signIn(world.view(row.tenant), row, SEEDED_CLIENTS[type]);
    if (isNotSignedIn(result)) throw new RangeError(result.why.got);
    persisted = world.commit({changes: result.changes, effects: []}) ?? persisted;
    ids.push(result.session.key);
  }
  return {ids, persisted};
}
