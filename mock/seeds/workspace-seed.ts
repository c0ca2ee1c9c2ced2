import {isOrdered} from '../control/workspace-faults.ts';
import {PLANS} from '../control/workspaces.ts';
import type {KeyRow, MemberRow, WorkspaceRow} from '../workspace/access/rows.ts';
import type {ClientRow} from '../workspace/mcp/rows.ts';
import type {PublicationRow} from '../workspace/publications/rows.ts';
import type {MirrorRow} from '../workspace/reader/rows.ts';
import {hasEnded} from '../workspace/runs/moves.ts';
import type {RunEnd, RunRow} from '../workspace/runs/rows.ts';
import {publicationsLeft} from '../workspace/uploads/allowance.ts';
import type {World} from '../world/world.ts';
import {numbered} from './names.ts';
import type {PublicationSeed, RunSeed, WorkspaceSeed} from './seed.ts';

/** A workspace as a seed. */
export function workspaceSeed(world: World, row: WorkspaceRow): WorkspaceSeed {
  const members = rowsOf<MemberRow>(world, 'members', row.key);
  const minters = numbered(
    members.filter(({role}) => role !== 'editor'),
    ({name}) => name,
  );
  const nameOf = new Map([...minters].map(([{key}, name]) => [key, name]));
  const {plan, paidWork, holdsRuns, endings, reader} = row;
  const isHeld = holdsRuns || isOrdered(world, 'runs_hold', row.key);
  const downloads = isOrdered(world, 'downloads', row.key) ? 'unavailable' : row.downloads;
  return {
    name: row.name,
    id: row.key,
    ...((plan === null || Object.hasOwn(PLANS, plan)) && {plan}),
    publications_left: publicationsLeft(row, world.now()),
    paid_work: paidWork,
    ...(isHeld && {runs_hold: true}),
    ...(endings?.length && {runs_end: endings}),
    ...(downloads && {downloads}),
    ...(reader && {reader}),
    members: members.map(({name, role}) => ({name, role})),
    keys: rowsOf<KeyRow>(world, 'keys', row.key).map(({role, abilities, mintedBy}) => ({
      ...(role !== undefined && {role}),
      abilities,
      ...(nameOf.has(mintedBy) && {minted_by: nameOf.get(mintedBy)}),
    })) as WorkspaceSeed['keys'],
    oauth_clients: rowsOf<ClientRow>(world, 'oauth_clients', row.key).map(({metadata, role}) => ({
      ...(typeof metadata['client_name'] === 'string' && {name: metadata['client_name']}),
      ...(role !== undefined && {role}),
    })),
    publications: publicationSeeds(world, row.key),
  };
}

function publicationSeeds(world: World, workspace: string): PublicationSeed[] {
  const mirrors = byPublication(rowsOf<MirrorRow>(world, 'mirrors', workspace));
  const runs = byPublication(inOrder(rowsOf<RunRow>(world, 'runs', workspace)));
  return inOrder(rowsOf<PublicationRow>(world, 'publications', workspace)).map((row) => ({
    ...(row.title !== null && {title: row.title}),
    filename: row.filename,
    ...(row.workingFile === null && {file: 'none' as const}),
    created_at: iso(row.createdAt),
    ...(mirrors.has(row.key) && {mirrors: mirrors.get(row.key)?.map(({mirror}) => mirror)}),
    ...(runs.has(row.key) && {runs: runs.get(row.key)?.map(runSeed)}),
  })) as PublicationSeed[];
}

const runSeed = ({tool, createdAt, state}: RunRow): RunSeed => ({
  tool,
  started_at: iso(createdAt),
  ...(hasEnded(state) && {ends: state as RunEnd}),
});

/** Rows in the order of their times, in which planting makes them. */
const inOrder = <R extends {createdAt: number}>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => a.createdAt - b.createdAt);

function byPublication<R extends {publication: string}>(rows: readonly R[]): Map<string, R[]> {
  const by = new Map<string, R[]>();
  for (const row of rows) {
    const known = by.get(row.publication);
    if (known) known.push(row);
    else by.set(row.publication, [row]);
  }
  return by;
}

const rowsOf = <R>(world: World, table: string, tenant: string): R[] =>
  world.table(table).of(tenant) as unknown as R[];

const iso = (instant: number): string => new Date(instant).toISOString();
