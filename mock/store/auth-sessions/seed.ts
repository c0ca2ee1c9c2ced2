import type {Change, Row} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {User} from '../users/user.ts';
import type {AuthSession} from './session.ts';

/**
 * Signs an active user in, as the storefront would.
 * @param user key of the user
 * @returns the ids of the sessions, and what to await before the answer
 * @throws RangeError when there is no such user, or the user left: then a login is impossible by
 * any means (States / User)
 */
export function seedSignIns(
  world: World,
  user: string,
  count: number,
  type: AuthSession['type'],
): {ids: string[]; kept: Promise<void> | undefined} {
  const who = world.table('users').get(user) as User | undefined;
  if (!who) throw new RangeError(`there is no user ${user}`);
  if (who.state !== 'active')
    throw new RangeError(`user ${user} is ${who.state} and cannot log in`);
  const changes = Array.from({length: count}, (): {table: string; put: Row} => {
    const put: AuthSession = {
      key: world.ids.id('session'),
      tenant: who.tenant,
      seq: world.newSeq(),
      user,
      type,
      started: world.now(),
    };
    return {table: 'auth_sessions', put};
  });
  return {
    ids: changes.map(({put}) => put.key),
    kept: world.commit({changes: changes satisfies Change[], effects: []}),
  };
}
