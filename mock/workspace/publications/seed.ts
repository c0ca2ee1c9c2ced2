import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {FileRow, PublicationRow} from './rows.ts';

/**
 * Adds registered publications in bulk; they spend no allowance and have no bytes in storage.
 * @param files false: publications that have no file yet
 * @returns their ids, oldest first, and what to await before the control plane responds
 */
export function seedPublications(
  world: World,
  workspace: string,
  count: number,
  files = true,
): {ids: string[]; kept: Promise<void> | undefined} {
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
      size: 1000,
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
      size: files ? 1000 : 0,
      workingFile: files ? file.key : null,
      workingSize: files ? 1000 : null,
      createdAt: now,
      appearsAt: now,
    };
    changes.push({table: 'publications', put: publication});
    if (files) changes.push({table: 'files', put: file});
    ids.push(id);
  }
  return {ids, kept: world.commit({changes, effects: []})};
}
