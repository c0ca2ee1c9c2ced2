import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {FileRow, PublicationRow} from './rows.ts';

/** The size of every seeded file, in bytes; storage does not contain them. */
const SIZE = 1000;

/**
 * Adds registered publications in bulk. They use no allowance and have no files in storage.
 * @param withFiles whether each has its original; without it, publications have no file yet
 * @returns their ids, oldest first, and a promise that settles when they are on disk
 */
export function seedPublications(
  world: World,
  workspace: string,
  count: number,
  withFiles = true,
): {ids: string[]; persisted: Promise<void> | undefined} {
  const changes: Change[] = [];
  const ids: string[] = [];
  const now = world.now();
  for (let i = 0; i < count; i++) {
    const id = world.ids.id('pub');
    const filename = `seeded-${world.ids.number('seeded publication')}.epub`;
    const file: FileRow = {
      key: world.ids.id('file'),
      tenant: workspace,
      seq: world.newSeq(),
      publication: id,
      object: `${workspace}/${id}/${filename}`,
      size: SIZE,
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
      size: withFiles ? SIZE : 0,
      workingFile: withFiles ? file.key : null,
      workingSize: withFiles ? SIZE : null,
      createdAt: now,
      appearsAt: now,
    };
    changes.push({table: 'publications', put: publication});
    if (withFiles) changes.push({table: 'files', put: file});
    ids.push(id);
  }
  return {ids, persisted: world.commit({changes, effects: []})};
}
