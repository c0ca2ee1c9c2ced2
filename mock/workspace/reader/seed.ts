import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {PublicationRow} from '../publications/rows.ts';
import type {MirrorRow} from './rows.ts';

/** Mirrors of a publication as after a push; one that is there already is pushed anew. */
export function seedMirrors(world: World, publication: PublicationRow, mirrors: MirrorRow['mirror'][]): Promise<void> | undefined {
  const changes = mirrors.map((mirror): Change => {
    const row: MirrorRow = {
      key: `${publication.key} ${mirror}`, tenant: publication.tenant, seq: world.newSeq(), publication: publication.key, mirror,
      conversionStatus: 'converted', pushing: mirror === 'modified', lastError: mirror === 'modified' ? 'The store did not answer in time.' : null,
    };
    return {table: 'mirrors', put: row};
  });
  return world.commit({changes, effects: []});
}
