import {join} from 'node:path';
import {Command} from 'commander';
import {credentials} from '../mock/control/credentials.ts';
import {isLoopback} from '../mock/control/guard.ts';
import {restore} from '../mock/control/snapshot.ts';
import {createMock, type Mock, type MockOptions} from '../mock/create-mock.ts';
import {fileObjects} from '../mock/objects/file-objects.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import {DamagedFile, FolderInUse} from '../mock/persistence/keeper.ts';
import {lowdbPersistence} from '../mock/persistence/lowdb-persistence.ts';
import {systemPorts} from '../mock/world/ports.ts';
import type {World} from '../mock/world/world.ts';
import {UsageError} from '../spec/profile.ts';
import {greeting} from './mock-greeting.ts';
import {
  hostOf,
  limitsOf,
  type MockFlags,
  portsOf,
  publicUrlOf,
  rootWorldOf,
} from './mock-options.ts';

/** `presscheck mock`: serves both APIs until it is interrupted. */
export function mockCommand(): Command {
  return new Command('mock')
    .description('serve both APIs, with working keys, until Ctrl-C')
    .option(
      '--port <n>',
      'workspace API on this port, store on the next, then storage; control 9 above; 0: free ports',
      '4010',
    )
    .option('--host <host>', 'listen on another host than localhost')
    .option('--public-url <url>', 'address under which clients reach it: links follow it')
    .option('--data <dir>', 'keep worlds and files in this folder')
    .option('--world <what>', 'demo, empty, or a snapshot file')
    .option('--limits <off>', 'off: the root world keeps no minute windows and daily quotas')
    .action(async (flags: MockFlags) => {
      const mock = await serve(flags, (text) => console.log(text));
      process.exitCode = await interrupted();
      await mock.close();
    });
}

/**
 * Starts what the flags say and prints the greeting.
 * @throws UsageError for flags that cannot be followed: wrong, a port in use, a folder that is
 * damaged or in use
 */
export async function serve(flags: MockFlags, print: (text: string) => void): Promise<Mock> {
  const ports = portsOf(flags.port);
  const host = hostOf(flags.host);
  const publicUrl = publicUrlOf(flags.publicUrl);
  const limits = limitsOf(flags.limits);
  const world = await rootWorldOf(flags.world, flags.data);
  const controlToken = isLoopback(host) ? undefined : newToken();
  const kept = await keeping(flags.data);
  let mock: Mock;
  try {
    mock = await createMock({
      ...kept,
      ports,
      limits,
      report: print,
      world: typeof world === 'string' ? world : 'empty',
      control: controlToken === undefined ? {} : {token: controlToken},
      ...(host !== undefined && {host}),
      ...(publicUrl !== undefined && {publicUrl}),
    });
  } catch (error) {
    await kept.persistence?.close();
    throw asUsage(error, flags);
  }
  try {
    if (typeof world !== 'string') await restore(mock.worlds, 'demo', world);
    if (flags.limits !== undefined) await keptLimits(mock.world('demo')!, limits);
  } catch (error) {
    await mock.close();
    throw error instanceof RangeError
      ? new UsageError(`--world ${flags.world}: ${error.message}`)
      : error;
  }
  print(
    greeting({
      urls: mock.urls,
      credentials: credentials(mock.world('demo')!),
      ...(controlToken !== undefined && {controlToken}),
      ...(flags.data !== undefined && {data: `in ${flags.data}`}),
    }),
  );
  return mock;
}

/** A root world that was kept or restored has limits of its own. */
async function keptLimits(world: World, limits: boolean): Promise<void> {
  world.settings.limits = limits;
  await world.commit({changes: [], effects: []});
}

/** Memory, or a folder of documents and files. */
async function keeping(
  data: string | undefined,
): Promise<Pick<MockOptions, 'persistence' | 'objects'>> {
  if (data === undefined) return {objects: memoryObjects()};
  try {
    const persistence = await lowdbPersistence(data, systemPorts);
    try {
      return {persistence, objects: await fileObjects(join(data, 'objects'))};
    } catch (error) {
      await persistence.close();
      throw error;
    }
  } catch (error) {
    throw asUsage(error, {data});
  }
}

/** What the user can mend, as one sentence; anything else as it is. */
function asUsage(error: unknown, {data, host}: MockFlags): unknown {
  const {code, port, message} = error as {code?: string; port?: number; message: string};
  if (error instanceof DamagedFile || error instanceof FolderInUse) return new UsageError(message);
  if (code === 'EADDRINUSE')
    return new UsageError(
      `port ${port} is in use: end what listens there, or choose other ports with --port N (0: any that are free)`,
    );
  if (code === 'EACCES' && port !== undefined)
    return new UsageError(`port ${port} may not be used: choose ports above 1023 with --port N`);
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN')
    return new UsageError(`--host ${host}: this machine has no such address (${message})`);
  if (data !== undefined && code !== undefined && port === undefined)
    return new UsageError(`--data ${data}: ${message}; give a folder that can be written`);
  return error;
}

/** 130 after SIGINT, 143 after SIGTERM; a second signal ends the process at once. */
function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)
      process.once(signal, () => {
        resolve(code);
        process.on(signal, () => process.exit(code));
      });
  });
}

/** More than 120 bits, readable. */
const newToken = (): string =>
  Array.from({length: 3}, () => systemPorts.chance().toString(36).padStart(9, '0')).join('');
