import {PLANS} from '../control/workspaces.ts';
import {ABILITIES} from '../workspace/access/ability.ts';
import type {KeyRow, MemberRow, WorkspaceRow} from '../workspace/access/rows.ts';
import {MCP_SCOPE, type ClientRow} from '../workspace/mcp/rows.ts';
import {cycleOf, withLeft} from '../workspace/uploads/allowance.ts';
import {Names} from './names.ts';
import {plantPublication} from './plant-publication.ts';
import type {Plot} from './plot.ts';
import type {WorkspaceSeed} from './seed.ts';
import {slug} from './slug.ts';
import {WrongValue, type Path} from '../wrong-value.ts';

const DEFAULT_PLAN = 'studio';
/** The allowance of a workspace whose plan cannot be determined. */
const ALLOWANCE = 500;

/** Adds a workspace with all that belongs to it. @throws WrongValue */
export async function plantWorkspace(plot: Plot, seed: WorkspaceSeed, path: Path): Promise<void> {
  const {world} = plot;
  const key = seed.id ?? `ws_${slug(seed.name, 'workspace')}`;
  if (world.table('workspaces').get(key))
    throw new WrongValue(
      [...path, seed.id === undefined ? 'name' : 'id'],
      `another workspace has the id \`${key}\``,
      'give them different ids',
    );
  plot.at(plot.now);
  const plan = seed.plan === undefined ? DEFAULT_PLAN : seed.plan;
  const row: WorkspaceRow = {
    key,
    tenant: key,
    seq: world.newSeq(),
    name: seed.name,
    plan,
    paidWork: true,
    allowance: plan === null ? ALLOWANCE : (PLANS[plan] ?? ALLOWANCE),
    cycle: cycleOf(plot.now),
    spent: 0,
  };
  plot.put('workspaces', row);
  const members = addMembers(plot, key, seed, path);
  addKeys(plot, key, members, seed, path);
  addClients(plot, key, seed, path);
  for (const publication of plot.inOrder(seed.publications, 'created_at', [
    ...path,
    'publications',
  ]))
    await plantPublication(plot, key, publication);
  plot.at(plot.now);
  plot.put('workspaces', settled(row, seed, plot.now));
}

/** The workspace as the seed wants it; the runs of the seed began before. */
function settled(row: WorkspaceRow, seed: WorkspaceSeed, now: number): WorkspaceRow {
  const {publications_left: left, runs_end: endings, runs_hold: holdsRuns} = seed;
  const {paid_work: paidWork = true, downloads, reader} = seed;
  const set: WorkspaceRow = {
    ...row,
    paidWork,
    ...(endings && {endings}),
    ...(holdsRuns !== undefined && {holdsRuns}),
    ...(downloads && {downloads}),
    ...(reader && {reader}),
  };
  return left === undefined ? set : withLeft(set, left, now);
}

function addMembers(plot: Plot, tenant: string, seed: WorkspaceSeed, path: Path): MemberRow[] {
  const {members = [{name: 'Owner', role: 'owner' as const}]} = seed;
  if (members.filter(({role}) => role === 'owner').length !== 1)
    throw new WrongValue(
      [...path, 'members'],
      'a workspace has one owner',
      'give one member the role `owner`',
    );
  const {world} = plot;
  const rows = members.map((member): MemberRow => ({
    key: world.ids.id('member'),
    tenant,
    seq: world.newSeq(),
    ...member,
  }));
  plot.put('members', ...rows);
  return rows;
}

function addKeys(
  plot: Plot,
  tenant: string,
  members: MemberRow[],
  seed: WorkspaceSeed,
  path: Path,
): void {
  const minters = new Names(
    'owner or admin',
    members.filter(({role}) => role !== 'editor'),
    ({name}) => [name],
  );
  const owner = members.find(({role}) => role === 'owner');
  for (const [at, {key: given, role, abilities, minted_by: minter}] of (
    seed.keys ?? []
  ).entries()) {
    const here = [...path, 'keys', at];
    const {world} = plot;
    const secret = given ?? world.ids.secret('wk');
    if (world.table('keys').first('secret', secret, ''))
      throw new WrongValue(
        [...here, 'key'],
        'another key is the same',
        'give each key another secret',
      );
    const by = minter === undefined ? owner : minters.get(minter, [...here, 'minted_by']);
    const row: KeyRow = {
      key: world.ids.id('key'),
      tenant,
      seq: world.newSeq(),
      secret,
      abilities: abilities ?? [...ABILITIES],
      mintedBy: by?.key ?? '',
      ...(role !== undefined && {role}),
    };
    plot.put('keys', row);
  }
}

function addClients(plot: Plot, tenant: string, seed: WorkspaceSeed, path: Path): void {
  const {world} = plot;
  for (const [at, client] of (seed.oauth_clients ?? []).entries()) {
    const {name = 'Made by a seed', client_id: id, client_secret: secret, role} = client;
    const key = id ?? world.ids.id('client');
    if (world.table('oauth_clients').get(key))
      throw new WrongValue(
        [...path, 'oauth_clients', at, 'client_id'],
        'another client has the id',
        'give each client another id',
      );
    const row: ClientRow = {
      key,
      tenant,
      seq: world.newSeq(),
      secret: secret ?? world.ids.secret('cs'),
      metadata: {
        client_name: name,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        scope: MCP_SCOPE,
      },
      ...(role !== undefined && {role}),
    };
    plot.put('oauth_clients', row);
  }
}
