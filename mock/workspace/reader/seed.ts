import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {PublicationRow} from '../publications/rows.ts';
import {mirrorRow, type MirrorRow} from './rows.ts';

/**
 * Adds mirrors of a publication, as a push through the application would; existing ones are
 * replaced.
 * @returns a promise that settles when they are on disk; undefined for a world in memory
 */
export function seedMirrors(
  world: World,
  publication: PublicationRow,
  mirrors: MirrorRow['mirror'][],
): Promise<void> | undefined {
  const changes = mirrors.map((mirror): Change => ({
    table: 'mirrors',
    put: mirrorRow(publication, mirror, world.newSeq()),
  }));
  return world.commit({changes, effects: []});
}
