import {stat} from 'node:fs/promises';
import {isIP} from 'node:net';
import {join} from 'node:path';
import {UsageError} from '../spec/usage-error.ts';
import {whyNoSite} from '../mock/http/cross-origin.ts';
import type {OriginName} from '../mock/http/public-url.ts';
import {SPEEDS} from '../mock/world/clock.ts';
import type {FillWorld} from '../mock/world-file.ts';
import {ROOT} from '../mock/world/worlds.ts';
import type {Json} from '../spec/json.ts';
import type {LogFlags} from './request-log.ts';

/** The options of `presscheck mock`, as typed. */
export interface MockFlags extends LogFlags {
  port?: string;
  host?: string;
  /** An address, or `name=address` of single servers. */
  publicUrl?: string[];
  onePort?: boolean;
  trustProxy?: boolean;
  controlToken?: string;
  /** Origins of web pages. */
  cors?: string[];
  data?: string;
  fsync?: boolean;
  world?: string;
  limits?: string;
  speed?: string;
  skipWaits?: boolean;
  /** `name=value` of freedoms. */
  freedom?: string[];
  /** A file with rules of faults. */
  faults?: string;
  /** Names of defects. */
  defect?: string[];
  /** The file to which a snapshot is written at the end. */
  save?: string;
  /** Of `mock`: the file that holds the variables while the mock serves. */
  writeEnv?: string;
  /** Of `mock`. */
  json?: boolean;
  /** Of `mock`: whether its files are read again when they change. */
  watch?: boolean;
  /** Of `exec`: `refused`, `unfired` or both, with a comma between them. */
  failOn?: string;
  /** The file that holds flags. Default: `presscheck.mock.yaml`, if there is one. */
  config?: string;
}

/**
 * The ports of the four origins: N, N+1, N+2 and N+9; any free ports for 0. On one port it is N.
 * @throws UsageError
 */
export function portsOf(port = '4010', onePort = false): Partial<Record<OriginName, number>> {
  const first = /^[0-9]{1,5}$/.test(port) ? Number(port) : NaN;
  const last = onePort ? 65_535 : 65_526;
  if (!(first >= 0 && first <= last))
    throw new UsageError(
      `--port ${port}: give a number from 1 to ${last}` +
        `${onePort ? '' : ' (the mock also uses N+1, N+2 and N+9)'}, or 0 for free ports`,
    );
  if (onePort) return {workspace: first};
  if (first === 0) return {workspace: 0, store: 0, objects: 0, control: 0};
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
 * The web pages that may use the workspace API.
 * @throws UsageError for anything but origins and `*`
 */
export function corsOf(sites: readonly string[] = []): readonly string[] {
  for (const site of sites) {
    const todo = whyNoSite(site);
    if (todo !== undefined) throw new UsageError(`--cors ${site}: ${todo}`);
  }
  return sites;
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
 * How many times as fast as real time the clock runs.
 * @throws UsageError for anything but a number within `SPEEDS`
 */
export function speedOf(speed: string | undefined): number | undefined {
  if (speed === undefined) return undefined;
  const {minimum, maximum} = SPEEDS;
  const given = /^[0-9]+(\.[0-9]+)?$/.test(speed) ? Number(speed) : NaN;
  if (given >= minimum && given <= maximum) return given;
  throw new UsageError(
    `--speed ${speed}: give a number from ${minimum} to ${maximum}, such as 60 for a minute in each second`,
  );
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

/** The file of `--world`, which may also name a template. */
export const worldFileOf = ({world}: MockFlags): string | undefined =>
  world === 'demo' || world === 'empty' ? undefined : world;

/** @throws UsageError for `--watch` without a file */
export function requireFilesForWatch(flags: MockFlags): void {
  if (flags.watch && flags.faults === undefined && worldFileOf(flags) === undefined)
    throw new UsageError(
      '--watch: there is no file to watch; give --faults FILE or --world FILE as well',
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

/** Reads a seed or snapshot. @throws UsageError that names the file, and line and field of a seed */
export async function worldIn(file: string): Promise<FillWorld> {
  const {NoWorldFile, readWorldFile} = await import('../mock/world-file.ts');
  try {
    return await readWorldFile(file);
  } catch (error) {
    if (!(error instanceof NoWorldFile)) throw error;
    throw new UsageError(`--world ${file}: ${error.message}`);
  }
}
