import type {World} from '../../world/world.ts';
import type {Collection} from './collection.ts';

/**
 * Adds collections of titles, as the dashboard does.
 * @returns their names, and a promise that settles when they are on disk
 */
export function seedCollections(
  world: World,
  store: string,
  count: number,
): {names: string[]; persisted: Promise<void> | undefined} {
  const rows = Array.from({length: count}, (): Collection => {
    const name = `Collection ${world.ids.number('collection')}: tides & tales`;
    return {key: `${store}/${name}`, tenant: store, seq: world.newSeq(), name};
  });
  const changes = rows.map((put) => ({table: 'collections', put}));
  return {
    names: rows.map(({name}) => name),
    persisted: world.commit({changes, effects: []}),
  };
}
