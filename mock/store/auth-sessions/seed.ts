import type {Change, Row} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {User} from '../users/user.ts';
import type {AuthSession} from './session.ts';

/**
 * Adds sessions of an active user, as sign-ins at the storefront would.
 * @param user key of the user
 * @returns the ids of the sessions, and a promise that settles when they are on disk
 * @throws RangeError when there is no such user, or when the user is deactivated or anonymized and
 * so cannot log in (States / User)
 */
export function seedSignIns(
  world: World,
  user: string,
  count: number,
  type: AuthSession['type'],
): {ids: string[]; persisted: Promise<void> | undefined} {
  const row = world.table('users').get(user) as User | undefined;
  if (!row) throw new RangeError(`there is no user ${user}`);
  if (row.state !== 'active')
    throw new RangeError(`user ${user} is ${row.state} and cannot log in`);
  const changes = Array.from({length: count}, (): {table: string; put: Row} => {
    const put: AuthSession = {
      key: world.ids.id('session'),
      tenant: row.tenant,
      seq: world.newSeq(),
      user,
      type,
      started: world.now(),
    };
    return {table: 'auth_sessions', put};
  });
  return {
    ids: changes.map(({put}) => put.key),
    persisted: world.commit({changes: changes satisfies Change[], effects: []}),
  };
}
