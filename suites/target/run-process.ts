import {hostname} from 'node:os';

/** The process that writes a log. A log of an earlier version names none. */
export interface RunProcess {
  pid?: number;
  host?: string;
}

export const thisProcess = (): Required<RunProcess> => ({pid: process.pid, host: hostname()});

/**
 * Why a run may still be going on: its process is there, or is one of another machine.
 * @returns undefined if its process has ended
 */
export function mayGoOn(nonce: string, {pid, host}: RunProcess): string | undefined {
  if (pid === undefined || host === undefined) return undefined;
  if (host !== hostname())
    return `run ${nonce} is one of the machine ${host} (pid ${pid}); whether it is still going on is not known here`;
  return isAlive(pid) ? `run ${nonce} is still going on (pid ${pid})` : undefined;
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
