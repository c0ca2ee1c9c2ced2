import {readFile, rmdir} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {lock} from 'proper-lockfile';
import {Document} from './document.ts';
import {FolderInUse} from './folder-in-use.ts';

/** The process that holds a folder. */
interface Owner {
  pid: number;
  host: string;
  /** When the process was started: process ids are used again. */
  born: string;
}

type Release = () => Promise<void>;

/** A data folder that this process has locked. */
export interface LockedFolder {
  release: Release;
  /** Why nothing more can be kept; undefined as long as the lock is held. */
  lost(): Error | undefined;
}

/**
 * Locks a folder for this process. The lock of a process on this host that is dead is taken over at
 * once, one of another host when it has not been refreshed for ten seconds. Another process may
 * take it over in the same way, because this one slept too long.
 * @throws FolderInUse when another process, or another mock of this one, holds it
 */
export async function lockFolder(folder: string): Promise<LockedFolder> {
  let lost: Error | undefined;
  const release = await takeAtGate(folder, () => {
    lost = new Error(
      `${folder}: another process has taken the folder; nothing more is kept. ` +
        'Stop one of the two.',
    );
  });
  return {release, lost: () => lost};
}

/** Takes the lock, and writes down who has it. */
async function takeAtGate(folder: string, lost: () => void): Promise<Release> {
  // Everybody who checks, takes or takes over the lock holds the gate meanwhile. Without it two
  // processes could take over from the same dead one.
  const leaveGate = await lock(join(folder, '.gate'), {
    realpath: false,
    stale: 2000,
    retries: {retries: 40, factor: 1, minTimeout: 75, maxTimeout: 75},
  });
  try {
    const release = await takeLock(folder, lost);
    const born = (await startOf(process.pid)) ?? '';
    await ownerOf(folder).write({pid: process.pid, host: hostname(), born});
    return release;
  } finally {
    await leaveGate();
  }
}

/** Takes the lock, also from a dead process. */
async function takeLock(folder: string, lost: () => void): Promise<Release> {
  const file = join(folder, '.presscheck');
  const take = (): Promise<Release> => lock(file, {realpath: false, onCompromised: lost});
  try {
    return await take();
  } catch (error) {
    if (!isLocked(error)) throw error;
    const owner = await ownerOf(folder)
      .read()
      .catch(() => undefined);
    if (!owner || !(await isDead(owner))) throw inUse(folder, owner);
    await rmdir(`${file}.lock`).catch(() => {});
    return take();
  }
}

const ownerOf = (folder: string): Document<Owner> =>
  new Document<Owner>(join(folder, 'owner.json'), {kind: 'owner', world: ''});

function inUse(folder: string, owner: Owner | undefined): FolderInUse {
  const holder = owner ? ` (process ${owner.pid} on ${owner.host})` : '';
  return new FolderInUse(
    `${folder} is in use by another presscheck${holder}. ` +
      'Stop that one, or give this one another --data folder.',
  );
}

const isLocked = (error: unknown): boolean => (error as {code?: string}).code === 'ELOCKED';

async function isDead({host, pid, born}: Owner): Promise<boolean> {
  if (host !== hostname()) return false;
  const start = await startOf(pid);
  return start === undefined || start !== born;
}

/**
 * When a process was started, as Linux counts it; an empty string on other systems, undefined for a
 * process that does not exist, or that has ended without its parent having asked how (a zombie).
 */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as {code?: string}).code === 'ESRCH') return undefined;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The process name, in parentheses, may contain spaces; the state follows it, and the start is the 20th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : (fields[19] ?? '');
}
