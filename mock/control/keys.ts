import type {KeyRow, MemberRow} from '../workspace/access/rows.ts';
import {ABILITIES} from '../workspace/access/ability.ts';
import {shownKey} from './credentials.ts';
import {type ControlRequest, type Handler, rowOf, worldOf} from './handler.ts';
import {Problem} from './problem.ts';

/** Keys are minted by owners and admins (Authentication 2). */
function minter(asked: ControlRequest, workspace: string): MemberRow {
  const members = worldOf(asked).table('members').of(workspace) as MemberRow[];
  const may = members.filter(({role}) => role === 'owner' || role === 'admin');
  const {minted_by: id} = asked.body;
  const found =
    id === undefined ? may.find(({role}) => role === 'owner') : may.find(({key}) => key === id);
  if (found) return found;
  throw new Problem(
    422,
    `body/minted_by: \`${id}\` is ${members.some(({key}) => key === id) ? 'neither owner nor admin' : 'no member'} of workspace ${workspace}`,
    `its owners and admins are ${may.map(({key, role}) => `${key} (${role})`).join(', ')}`,
  );
}

export const keyOperations: Record<string, Handler> = {
  listKeys: (asked) => ({
    status: 200,
    body: {keys: ([...worldOf(asked).table('keys').all()] as KeyRow[]).map(shownKey)},
  }),

  async mintKey(asked) {
    const world = worldOf(asked);
    const workspace = rowOf(world, 'workspaces', 'workspace', asked.body['workspace']);
    const row: KeyRow = {
      key: world.ids.id('key'),
      tenant: workspace.key,
      seq: world.newSeq(),
      secret: world.ids.secret('wk'),
      abilities: asked.body['abilities'] ?? [...ABILITIES],
      mintedBy: minter(asked, workspace.key).key,
    };
    await world.commit({changes: [{table: 'keys', put: row}], effects: []});
    return {status: 201, body: shownKey(row)};
  },

  async deleteKey(asked) {
    const world = worldOf(asked);
    const {key} = rowOf(world, 'keys', 'key', asked.path['id']!);
    await world.commit({changes: [{table: 'keys', del: key}], effects: []});
    return {status: 204};
  },
};
