import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {FileRow, PublicationRow} from './rows.ts';

/** The size in bytes of a seeded file that is not in storage. */
const SIZE = 1000;

/**
 * Adds registered publications in bulk. They use no allowance.
 * @param withFiles whether each has its original; without it, publications have no file yet
 * @param source key of an object in storage from which the originals are derived; without it, storage has none of them
 * @returns their ids, oldest first, and a promise that settles when they are on disk
 */
export function seedPublications(
  world: World,
  workspace: string,
  count: number,
  withFiles = true,
  source?: string,
): {ids: string[]; persisted: Promise<void> | undefined} {
  const changes: Change[] = [];
  const ids: string[] = [];
  const now = world.now();
  const view = world.view(workspace);
  for (let i = 0; i < count; i++) {
    const id = world.ids.id('pub');
    const filename = `seeded-${world.ids.number('seeded publication')}.epub`;
    const {object, size} =
      source === undefined
        ? {object: `${workspace}/${id}/${filename}`, size: SIZE}
        : view.derived(source, id, 'epub');
    const file: FileRow = {
      key: world.ids.id('file'),
      tenant: workspace,
      seq: world.newSeq(),
      publication: id,
      object,
      size,
      createdAt: now,
      filename,
      tool: null,
    };
    const publication: PublicationRow = {
      key: id,
      tenant: workspace,
      seq: world.newSeq(),
      type: 'book',
      status: 'ready',
      title: filename.replace('.epub', ''),
      filename,
      size: withFiles ? size : 0,
      workingFile: withFiles ? file.key : null,
      workingSize: withFiles ? size : null,
      createdAt: now,
      appearsAt: now,
    };
    changes.push({table: 'publications', put: publication});
    if (withFiles) changes.push({table: 'files', put: file});
    ids.push(id);
  }
  return {ids, persisted: world.commit({changes, effects: []})};
}
