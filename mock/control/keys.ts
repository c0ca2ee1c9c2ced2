import {ABILITIES, type Ability} from '../workspace/access/ability.ts';
import type {KeyRow, MemberRow} from '../workspace/access/rows.ts';
import type {World} from '../world/world.ts';
import {describeKey} from './credentials.ts';
import {idOf, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

interface MintKey {
  workspace: string;
  minted_by?: string;
  abilities?: Ability[];
}

/** API keys of workspaces. */
export const keyOperations: Record<string, Handler> = {
  listKeys(request) {
    const keys = [...worldOf(request).table('keys').all()] as KeyRow[];
    return {status: 200, body: {keys: keys.map(describeKey)}};
  },

  async mintKey(request: ControlRequest<MintKey>) {
    const world = worldOf(request);
    const {workspace, minted_by: mintedBy, abilities = [...ABILITIES]} = request.body;
    const {key: tenant} = rowOf(world, 'workspaces', 'workspace', workspace);
    const row: KeyRow = {
      key: world.ids.id('key'),
      tenant,
      seq: world.newSeq(),
      secret: world.ids.secret('wk'),
      abilities,
      mintedBy: minterOf(world, tenant, mintedBy).key,
    };
    await world.commit({changes: [{table: 'keys', put: row}], effects: []});
    return {status: 201, body: describeKey(row)};
  },

  async deleteKey(request) {
    const world = worldOf(request);
    const {key} = rowOf(world, 'keys', 'key', idOf(request));
    await world.commit({changes: [{table: 'keys', del: key}], effects: []});
    return {status: 204};
  },
};

/**
 * The member who creates a key: an owner or admin (Authentication 2).
 * @param id default: the owner
 * @throws Problem 422
 */
function minterOf(world: World, workspace: string, id: string | undefined): MemberRow {
  const members = world.table('members').of(workspace) as MemberRow[];
  const minters = members.filter(({role}) => role === 'owner' || role === 'admin');
  const minter =
    id === undefined
      ? minters.find(({role}) => role === 'owner')
      : minters.find(({key}) => key === id);
  if (minter) return minter;
  const isMember = members.some(({key}) => key === id);
  const what = isMember ? 'neither owner nor admin' : 'no member';
  const known = minters.map(({key, role}) => `${key} (${role})`);
  throw new Problem(
    422,
    `body/minted_by: \`${id}\` is ${what} of workspace ${workspace}`,
    `its owners and admins are ${known.join(', ')}`,
  );
}
