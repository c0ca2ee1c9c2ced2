import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {newUser, uuidFrom} from './user.ts';

/**
 * Adds active users in bulk.
 * @returns their ids, oldest first, and a promise that settles when they are on disk
 */
export function seedUsers(
  world: World,
  store: string,
  count: number,
): {ids: number[]; persisted: Promise<void> | undefined} {
  const now = world.now();
  const users = Array.from({length: count}, () => {
    const id = world.ids.number('user');
    const uuid = uuidFrom((kind) => world.ids.id(kind));
    return newUser(
      {
        key: String(id),
        tenant: store,
        seq: world.newSeq(),
        id,
        uuid,
        email: `seeded-${id}@readers.example`,
        external_id: `seeded-${id}`,
      },
      now,
    );
  });
  const changes = users.map((put): Change => ({table: 'users', put}));
  return {ids: users.map(({id}) => id), persisted: world.commit({changes, effects: []})};
}
