import type {MemberRow, WorkspaceRow} from '../../workspace/access/rows.ts';
import type {World} from '../../world/world.ts';
import type {Choice} from './consent-page.ts';
import {clientOf} from './tables.ts';

/** The workspaces that a client can be given: all of the world, or the one that it is for. */
export function choicesOf(world: World, client: string): Choice[] {
  const only = clientOf(world, client)?.tenant ?? '';
  const workspaces = ([...world.table('workspaces').all()] as WorkspaceRow[]).filter(
    ({key}) => !only || key === only,
  );
  return workspaces.map(({key, name}) => {
    const people = (world.table('members').of(key) as MemberRow[]).filter(
      ({role}) => role !== 'editor',
    );
    return {id: key, name, people: people.map((each) => each.name)};
  });
}
