import {stat} from 'node:fs/promises';
import {isIP} from 'node:net';
import {join} from 'node:path';
import {UsageError} from '../spec/usage-error.ts';
import {NoWorldFile, readWorldFile, type FillWorld} from '../mock/world-file.ts';
import {ROOT} from '../mock/world/worlds.ts';
import type {Json} from '../spec/json.ts';
import {isUrl} from '../spec/url.ts';

/** The options of `presscheck mock`, as typed. */
export interface MockFlags {
  port?: string;
  host?: string;
  publicUrl?: string;
  data?: string;
  fsync?: boolean;
  world?: string;
  limits?: string;
  /** `name=value` of freedoms. */
  freedom?: string[];
  /** Names of defects. */
  defect?: string[];
}

/** The ports of the four servers. */
export interface Ports {
  workspace: number;
  store: number;
  objects: number;
  control: number;
}

/**
 * The ports of the four origins: N, N+1, N+2 and N+9; any free ports for 0.
 * @throws UsageError
 */
export function portsOf(port = '4010'): Ports {
  const first = /^[0-9]{1,5}$/.test(port) ? Number(port) : NaN;
  if (first === 0) return {workspace: 0, store: 0, objects: 0, control: 0};
  if (!(first >= 1 && first + 9 <= 65_535))
    throw new UsageError(
      `--port ${port}: give a number from 1 to 65526 ` +
        '(the mock also uses N+1, N+2 and N+9), or 0 for free ports',
    );
  return {workspace: first, store: first + 1, objects: first + 2, control: first + 9};
}

/**
 * The host to listen on.
 * @throws UsageError for anything but a host name or an address
 */
export function hostOf(host: string | undefined): string | undefined {
  if (host === undefined || isIP(host) || HOST_NAME.test(host)) return host;
  throw new UsageError(
    `--host ${host}: give a host name or an IP address, without scheme and port`,
  );
}

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i;

/**
 * The address under which clients reach the mock, without a slash at its end.
 * @throws UsageError for anything but an http or https origin
 */
export function publicUrlOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = isUrl(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError(
      `--public-url ${address}: give the address under which clients reach the mock, ` +
        'such as https://mock.example.org',
    );
  return address.replace(/\/+$/, '');
}

/**
 * Whether limits are enforced.
 * @throws UsageError for anything but off
 */
export function limitsOf(limits: string | undefined): boolean {
  if (limits !== undefined && limits !== 'off')
    throw new UsageError(
      `--limits ${limits}: give \`off\`, or leave it out (then the limits are kept)`,
    );
  return limits === undefined;
}

/**
 * What the root world does where the documents leave it open: `name=value`, as typed.
 * @throws UsageError for a text without `=`
 */
export function freedomsOf(texts: readonly string[] = []): Record<string, Json> {
  const freedoms = texts.map((text): [string, Json] => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (!name || !value)
      throw new UsageError(`--freedom ${text}: give name=value, such as orders.wrapped=true`);
    return [name, /^(true|false|\d{1,15})$/.test(value) ? (JSON.parse(value) as Json) : value];
  });
  return Object.fromEntries(freedoms);
}

/** @throws UsageError for `--freedom` with a world that exists already: its freedoms never change */
export async function requireNewWorldForFreedoms({
  freedom,
  data,
  world = 'demo',
}: MockFlags): Promise<void> {
  if (!freedom?.length) return;
  if (world !== 'demo' && world !== 'empty')
    throw new UsageError('--freedom: takes --world demo or empty; a seed or snapshot has its own');
  if (data !== undefined && (await holdsWorld(data)))
    throw new UsageError(
      `--freedom: ${data} already contains a world, which has its own; give another --data folder`,
    );
}

/**
 * Checks that a mock with defects is in memory, with a root world made from a template.
 * @throws UsageError for `--defect` together with `--data` or a snapshot
 */
export function requireMemoryForDefects({defect, data, world = 'demo'}: MockFlags): void {
  if (!defect?.length) return;
  if (data !== undefined)
    throw new UsageError('--defect: a mock with defects lives in memory; leave out --data');
  if (world !== 'demo' && world !== 'empty')
    throw new UsageError('--defect: a mock with defects takes --world demo or empty, no file');
}

/** @throws UsageError for `--fsync` without a folder */
export function requireDataForFsync({fsync, data}: MockFlags): void {
  if (fsync && data === undefined)
    throw new UsageError(
      '--fsync: without --data nothing is written to disk; give a folder as well',
    );
}

/**
 * The content of the root world: a template, or the seed or snapshot in a file.
 * @throws UsageError that names the file and what is allowed; also when `data` already contains a world
 */
export async function rootWorldOf(
  world: string | undefined,
  data: string | undefined,
): Promise<'demo' | 'empty' | FillWorld> {
  if (world !== undefined && data !== undefined && (await holdsWorld(data)))
    throw new UsageError(
      `--world ${world}: ${data} already contains a world; leave out --world to use it, ` +
        'or give another --data folder',
    );
  if (world === undefined || world === 'demo' || world === 'empty') return world ?? 'demo';
  return worldIn(world);
}

const holdsWorld = async (data: string): Promise<boolean> =>
  (await stat(join(data, 'worlds', ROOT)).catch(() => undefined)) !== undefined;

async function worldIn(file: string): Promise<FillWorld> {
  try {
    return await readWorldFile(file);
  } catch (error) {
    if (!(error instanceof NoWorldFile)) throw error;
    throw new UsageError(`--world ${file}: ${error.message}`);
  }
}
