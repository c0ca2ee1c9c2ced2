import {readFile, stat} from 'node:fs/promises';
import {isIP} from 'node:net';
import {join} from 'node:path';
import {isObject} from '../spec/json.ts';
import {UsageError} from '../spec/profile.ts';
import {isWhole, type Snapshot} from '../mock/control/snapshot.ts';

/** The command line of `presscheck mock`, as typed. */
export interface MockFlags {
  port?: string;
  host?: string;
  publicUrl?: string;
  data?: string;
  world?: string;
  limits?: string;
}

export interface Ports {
  workspace: number;
  store: number;
  objects: number;
  control: number;
}

/**
 * The ports of the four origins: N, N+1, N+2 and N+9; all free ones for 0.
 * @throws UsageError
 */
export function portsOf(said = '4010'): Ports {
  const first = /^[0-9]{1,5}$/.test(said) ? Number(said) : NaN;
  if (first === 0) return {workspace: 0, store: 0, objects: 0, control: 0};
  if (!(first >= 1 && first + 9 <= 65_535))
    throw new UsageError(
      `--port ${said}: give a number from 1 to 65526 (the mock takes it and those 1, 2 and 9 above), or 0 for free ports`,
    );
  return {workspace: first, store: first + 1, objects: first + 2, control: first + 9};
}

/** @throws UsageError for anything but a host name or an address */
export function hostOf(said: string | undefined): string | undefined {
  if (said === undefined || isIP(said) || /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(said))
    return said;
  throw new UsageError(
    `--host ${said}: give a host name or an IP address, without scheme and port`,
  );
}

/** @throws UsageError for anything but an http or https origin */
export function publicUrlOf(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  const url = URL.canParse(said) ? new URL(said) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError(
      `--public-url ${said}: give the address under which clients reach the mock, such as https://mock.example.org`,
    );
  return said.replace(/\/+$/, '');
}

/** @throws UsageError for anything but on and off */
export function limitsOf(said = 'on'): boolean {
  if (said !== 'on' && said !== 'off')
    throw new UsageError(
      `--limits ${said}: give \`off\`, or leave it away (then the limits are kept)`,
    );
  return said === 'on';
}

/**
 * What the bare root holds: a template, or a snapshot read from a file.
 * @throws UsageError that names file and what would be right; also when `data` holds a world of its
 * own already
 */
export async function rootWorldOf(
  said: string | undefined,
  data: string | undefined,
): Promise<'demo' | 'empty' | Snapshot> {
  if (
    said !== undefined &&
    data !== undefined &&
    (await stat(join(data, 'worlds', 'demo')).catch(() => undefined))
  )
    throw new UsageError(
      `--world ${said}: ${data} holds a world already; leave --world away to go on with it, or give another --data folder`,
    );
  if (said === undefined || said === 'demo' || said === 'empty') return said ?? 'demo';
  const text = await readFile(said, 'utf8').catch((error: Error) => {
    throw new UsageError(
      `--world ${said}: give \`demo\`, \`empty\` or a snapshot file (${error.message})`,
    );
  });
  let snapshot: unknown;
  try {
    snapshot = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `--world ${said}: the file is not JSON (${(error as Error).message}); give one that \`GET /worlds/<world>/snapshot\` of the control plane gave`,
    );
  }
  if (!isObject(snapshot) || !isWhole(snapshot as unknown as Snapshot))
    throw new UsageError(
      `--world ${said}: this is no snapshot as presscheck made it; give one that \`GET /worlds/<world>/snapshot\` of the control plane gave, unchanged`,
    );
  return snapshot as unknown as Snapshot;
}
