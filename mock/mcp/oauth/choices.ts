import type {MemberRow, WorkspaceRow} from '../../workspace/access/rows.ts';
import type {World} from '../../world/world.ts';
import type {Choice} from './consent-page.ts';
import {clientOf} from './tables.ts';

/**
 * The workspaces that a person can choose for a client: the client's own one, or all of the world
 * for a client that registered itself.
 */
export function choicesOf(world: World, clientId: string): Choice[] {
  const own = clientOf(world, clientId)?.tenant ?? '';
  const workspaces = [...world.table('workspaces').all()] as WorkspaceRow[];
  const offered = own ? workspaces.filter(({key}) => key === own) : workspaces;
  return offered.map(({key, name}) => ({id: key, name, people: managersOf(world, key)}));
}

/** Names of the owners and admins of a workspace. */
function managersOf(world: World, workspace: string): string[] {
  const members = world.table('members').of(workspace) as MemberRow[];
  return members.filter(({role}) => role !== 'editor').map(({name}) => name);
}
