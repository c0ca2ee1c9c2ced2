import {readFile, rmdir} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {lock} from 'proper-lockfile';
import {Document} from './document.ts';
import {FolderInUse} from './keeper.ts';

/** The process that holds a folder. `born` tells two lives of one process id apart. */
interface Owner {
  pid: number;
  host: string;
  born: string;
}

/**
 * Takes a folder for this process. The lock of a killed process on this host is taken over at once;
 * one of another host when it has not been refreshed for ten seconds.
 * @param lost called when the lock was taken away (this process slept too long)
 * @returns the way to release it
 * @throws FolderInUse when another process (or another mock of this one) holds it
 */
export async function lockFolder(folder: string, lost: () => void): Promise<() => Promise<void>> {
  const owner = new Document<Owner>(join(folder, 'owner.json'), {kind: 'owner', world: ''});
  // Whoever tests, takes over or takes the lock does so behind this gate, or two could take over
  // from one dead process.
  const leave = await lock(join(folder, '.gate'), {
    realpath: false,
    stale: 2000,
    retries: {retries: 40, factor: 1, minTimeout: 75, maxTimeout: 75},
  });
  try {
    const held = join(folder, '.presscheck');
    const take = (): Promise<() => Promise<void>> =>
      lock(held, {realpath: false, onCompromised: lost});
    const release = await take().catch(async (error: unknown) => {
      const holder = isLocked(error) ? await owner.read().catch(() => undefined) : undefined;
      if (!isLocked(error)) throw error;
      if (!holder || !(await isDead(holder)))
        throw new FolderInUse(
          `${folder} is in use by another presscheck${holder ? ` (process ${holder.pid} on ${holder.host})` : ''}. ` +
            'Stop that one, or give this one another --data folder.',
        );
      await rmdir(`${held}.lock`).catch(() => {});
      return take();
    });
    await owner.write({
      pid: process.pid,
      host: hostname(),
      born: (await bornOf(process.pid)) ?? '',
    });
    return release;
  } finally {
    await leave();
  }
}

const isLocked = (error: unknown): boolean => (error as {code?: string}).code === 'ELOCKED';

async function isDead(owner: Owner): Promise<boolean> {
  if (owner.host !== hostname()) return false;
  const born = await bornOf(owner.pid);
  return born === undefined || born !== owner.born;
}

/**
 * When a process began, as Linux counts it; elsewhere only whether it lives (then an empty string).
 */
async function bornOf(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as {code?: string}).code === 'ESRCH') return undefined;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
