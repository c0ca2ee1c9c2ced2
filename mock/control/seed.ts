import {Readable} from 'node:stream';
import {sampleFile} from '../objects/sample-files.ts';
import {seedSignIns} from '../store/auth-sessions/seed.ts';
import {seedCollections} from '../store/plans/seed.ts';
import {seedUsers} from '../store/users/seed.ts';
import {slices} from '../seeds/slices.ts';
import type {PublicationRow} from '../workspace/publications/rows.ts';
import {seedPublications} from '../workspace/publications/seed.ts';
import {seedMirrors} from '../workspace/reader/seed.ts';
import {leaveRuns} from '../workspace/runs/seed.ts';
import {formatNamed} from '../workspace/uploads/formats.ts';
import type {World} from '../world/world.ts';
import {orUnprocessable, rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {userOf} from './tokens.ts';

/** At least one of them is set; the OpenAPI document requires it. */
interface SeedWorld {
  publications?: {workspace: string; count: number; files?: boolean};
  runs?: {workspace: string; leave: number | null};
  mirrors?: {publication: string; mirrors: ('original' | 'modified')[]};
  users?: {store: string; count: number};
  collections?: {store: string; count: number};
  sign_ins?: {user: number; count: number; type?: 'web' | 'mobile'};
}

/** The ids of the created rows, and a promise that settles when they are on disk. */
interface Seeded<Id> {
  ids: Id[];
  persisted?: Promise<void> | undefined;
}

/** Creates rows in bulk. */
export const seedOperations: Record<string, Handler> = {
  async seedWorld(request: ControlRequest<SeedWorld>) {
    const world = worldOf(request);
    const {body} = request;
    checkNames(world, body);
    const signIns = await putSignIns(world, body);
    const publications = await putPublications(world, body);
    const users = await putUsers(world, body);
    const collections = putCollections(world, body);
    const runs = body.runs && leaveRuns(world, body.runs.workspace, body.runs.leave);
    const mirrors = putMirrors(world, body);
    const rows = [signIns, publications, users, collections].map(({persisted}) => persisted);
    await Promise.all([...rows, runs, mirrors]);
    return {
      status: 201,
      body: {
        publications: publications.ids,
        users: users.ids,
        collections: collections.ids,
        sign_ins: signIns.ids,
      },
    };
  },
};

/** Checks that everything in the request exists, so that a refused request creates nothing. */
function checkNames(world: World, body: SeedWorld): void {
  const {publications, users, collections, runs, mirrors} = body;
  if (publications) rowOf(world, 'workspaces', 'workspace', publications.workspace);
  if (users) rowOf(world, 'stores', 'store', users.store);
  if (collections) rowOf(world, 'stores', 'store', collections.store);
  if (runs) rowOf(world, 'workspaces', 'workspace', runs.workspace);
  if (mirrors) rowOf(world, 'publications', 'publication', mirrors.publication);
}

/** Runs first, because it can be refused. */
async function putSignIns(world: World, {sign_ins: signIns}: SeedWorld): Promise<Seeded<string>> {
  if (!signIns) return {ids: []};
  const {user, count, type = 'web'} = signIns;
  return orUnprocessable(() => seedSignIns(world, userOf(world, user).key, count, type));
}

async function putPublications(world: World, {publications}: SeedWorld): Promise<Seeded<string>> {
  if (!publications) return {ids: []};
  const {workspace, count, files = true} = publications;
  const source = files ? await putSource(world, workspace) : undefined;
  return inSlices(count, (some) => seedPublications(world, workspace, some, files, source));
}

/** Rows that are made at once: together they take some milliseconds. */
const SLICE = 500;

/** Makes many rows, and lets other requests be answered in between. */
async function inSlices<Id>(
  count: number,
  make: (count: number) => Seeded<Id>,
): Promise<Seeded<Id>> {
  const rest = slices(1);
  const ids: Id[] = [];
  for (let left = count; left > 0; left -= SLICE) {
    const made = make(Math.min(SLICE, left));
    for (const id of made.ids) ids.push(id);
    await made.persisted;
    await rest();
  }
  return {ids};
}

/** Stores the file from which those of a workspace's seeded publications are derived. */
async function putSource(world: World, workspace: string): Promise<string> {
  const key = `${workspace}/seeded.epub`;
  if (world.objects.head(key)) return key;
  const bytes = sampleFile('epub', 'seeded');
  const {contentType} = formatNamed('epub');
  await world.objects.put(key, Readable.from([bytes]), {contentType, limit: bytes.length});
  return key;
}

async function putUsers(world: World, {users}: SeedWorld): Promise<Seeded<number>> {
  return users ? inSlices(users.count, (some) => seedUsers(world, users.store, some)) : {ids: []};
}

function putCollections(world: World, {collections}: SeedWorld): Seeded<string> {
  if (!collections) return {ids: []};
  const {names, persisted} = seedCollections(world, collections.store, collections.count);
  return {ids: names, persisted};
}

function putMirrors(world: World, {mirrors}: SeedWorld): Promise<void> | undefined {
  if (!mirrors) return undefined;
  const key = mirrors.publication;
  const publication = rowOf<PublicationRow>(world, 'publications', 'publication', key);
  return seedMirrors(world, publication, mirrors.mirrors);
}
