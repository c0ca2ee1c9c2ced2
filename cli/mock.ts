import {Command} from 'commander';
import {credentials} from '../mock/control/credentials.ts';
import {newControlToken} from '../mock/control/control-token.ts';
import {createMock, type Mock, type MockOptions} from '../mock/create-mock.ts';
import {dataFolder} from '../mock/data-folder.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import type {FillWorld} from '../mock/world-file.ts';
import {DamagedFile} from '../mock/persistence/damaged-file.ts';
import {FolderInUse} from '../mock/persistence/folder-in-use.ts';
import {WrongFreedom} from '../mock/world/freedoms.ts';
import {systemPorts} from '../mock/world/ports.ts';
import {ROOT} from '../mock/world/worlds.ts';
import {EXIT_CODES_OF_SIGNALS} from '../spec/exit-codes.ts';
import {defined} from '../spec/defined.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {BrokenRule} from './defects.ts';
import {greeting} from './mock-greeting.ts';
import {
  freedomsOf,
  hostOf,
  limitsOf,
  type MockFlags,
  portsOf,
  publicUrlOf,
  requireMemoryForDefects,
  requireDataForFsync,
  requireNewWorldForFreedoms,
  rootWorldOf,
} from './mock-options.ts';

/** `presscheck mock`: serves both APIs until it is interrupted. */
export function mockCommand(): Command {
  return new Command('mock')
    .description('Starts both APIs with ready-made keys; Ctrl-C stops them.')
    .option(
      '--port <n>',
      'port of the workspace API; the store API takes the next, then the storage, and the ' +
        'control plane the one 9 above; 0: free ports',
      '4010',
    )
    .option('--host <host>', 'listen on another host than localhost')
    .option('--public-url <url>', 'the address under which clients reach the mock, for links')
    .option('--data <dir>', 'keep worlds and files in this folder')
    .option('--fsync', 'with --data: responses wait until the disk has the change')
    .option(
      '--world <what>',
      'what the default world holds: demo, empty, or the file of a seed or snapshot',
    )
    .option('--limits <off>', 'off: the default world has no minute limits and daily quotas')
    .option(
      '--freedom <name=value>',
      'what the default world does where the documents leave it open (repeatable); ' +
        '`GET /worlds/demo/freedoms` of the control plane lists names and values',
      (text: string, texts: string[] | undefined) => [...(texts ?? []), text],
    )
    .option(
      '--defect <name>',
      'break a rule on purpose (repeatable); `presscheck rules RULE --defects` lists the names',
      (name: string, names: string[] | undefined) => [...(names ?? []), name],
    )
    .addHelpText('after', PREFER_HELP)
    .action(async (flags: MockFlags) => {
      const mock = await serve(flags, (text) => console.log(text));
      process.exitCode = await interrupted();
      await mock.close();
    });
}

const PREFER_HELP = `
A client asks for a documented response with the header Prefer: \`Prefer: code=422\`,
\`Prefer: code=422, example=oversize\`, or \`Prefer: code=200, dynamic=true\` for a body made
from the schema alone. Credentials and limits are still checked; nothing is changed.`;

/**
 * Starts the mock and prints the greeting.
 * @throws UsageError for invalid options, a port in use, a folder that is damaged or in use, or an unknown defect
 */
export async function serve(flags: MockFlags, print: (text: string) => void): Promise<Mock> {
  requireMemoryForDefects(flags);
  requireDataForFsync(flags);
  await requireNewWorldForFreedoms(flags);
  const host = hostOf(flags.host);
  const publicUrl = publicUrlOf(flags.publicUrl);
  const controlToken = newControlToken({host, publicUrl}, systemPorts);
  const options: MockOptions = {
    ports: portsOf(flags.port),
    limits: limitsOf(flags.limits),
    freedoms: freedomsOf(flags.freedom),
    report: print,
    control: controlToken === undefined ? {} : {token: controlToken},
    ...(host !== undefined && {host}),
    ...(publicUrl !== undefined && {publicUrl}),
  };
  const world = await rootWorldOf(flags.world, flags.data);
  const {mock, broken} = flags.defect?.length
    ? await startedWithDefects(flags, flags.defect, options, world === 'empty' ? 'empty' : 'demo')
    : {mock: await started(flags, options, world), broken: []};
  print(
    greeting({
      urls: mock.urls,
      credentials: credentials(rootOf(mock)),
      broken,
      ...(controlToken !== undefined && {controlToken}),
      ...(flags.data !== undefined && {data: `in ${flags.data}`}),
    }),
  );
  return mock;
}

const rootOf = (mock: Mock) => defined(mock.world(ROOT), 'the root world');

/** Starts a mock without defects, in memory or with a folder. */
async function started(
  flags: MockFlags,
  options: MockOptions,
  world: 'demo' | 'empty' | FillWorld,
): Promise<Mock> {
  const kept = await keeping(flags);
  let mock: Mock;
  try {
    const template = typeof world === 'string' ? world : 'empty';
    mock = await createMock({...options, ...kept, world: template});
  } catch (error) {
    await kept.persistence?.close();
    throw asUsage(error, flags);
  }
  try {
    if (typeof world !== 'string') await world(mock.worlds, ROOT);
    if (flags.limits !== undefined) await setLimits(mock, limitsOf(flags.limits));
  } catch (error) {
    await mock.close();
    throw error instanceof RangeError
      ? new UsageError(`--world ${flags.world}: ${error.message}`)
      : error;
  }
  return mock;
}

/** Starts a mock with defects, in memory. Nothing of this is loaded without `--defect`. */
async function startedWithDefects(
  flags: MockFlags,
  names: string[],
  options: MockOptions,
  world: 'demo' | 'empty',
): Promise<{mock: Mock; broken: BrokenRule[]}> {
  const {brokenRules} = await import('./defects.ts');
  const {allDefects} = await import('../proof/all-defects.ts');
  const {createDefectiveMock, UnknownDefect} = await import('../mock/defective-mock.ts');
  const registry = allDefects();
  try {
    const mock = await createDefectiveMock({...options, world}, names, registry);
    return {mock, broken: brokenRules(names, registry)};
  } catch (error) {
    if (error instanceof UnknownDefect) throw new UsageError(`--defect: ${error.message}`);
    throw asUsage(error, flags);
  }
}

/** Sets whether a root world enforces limits that was stored or restored with another setting. */
async function setLimits(mock: Mock, limits: boolean): Promise<void> {
  const world = rootOf(mock);
  world.settings.limits = limits;
  await world.commit({changes: [], effects: []});
}

/** Where worlds are stored: in memory, or in a folder of documents and files. */
async function keeping({
  data,
  fsync = false,
}: MockFlags): Promise<Pick<MockOptions, 'persistence' | 'objects'>> {
  if (data === undefined) return {objects: memoryObjects()};
  try {
    return await dataFolder(data, {fsync});
  } catch (error) {
    throw asUsage(error, {data});
  }
}

/** Converts an error of the machine that the user can correct into a usage error; returns any other unchanged. */
function asUsage(error: unknown, {data, host}: MockFlags): unknown {
  const {code, port, message} = error as {code?: string; port?: number; message: string};
  if (error instanceof DamagedFile || error instanceof FolderInUse) return new UsageError(message);
  if (error instanceof WrongFreedom)
    return new UsageError(
      `--freedom: ${error.message}; \`GET /worlds/${ROOT}/freedoms\` of the control plane lists them`,
    );
  if (error instanceof RangeError && data !== undefined)
    return new UsageError(
      `--data ${data}: ${message}: another version of presscheck wrote the folder; ` +
        'use that version, or give another folder',
    );
  if (code === 'EADDRINUSE')
    return new UsageError(
      `port ${port} is in use: stop what listens there, or choose other ports with --port N ` +
        '(0: any that are free)',
    );
  if (code === 'EACCES' && port !== undefined)
    return new UsageError(`port ${port} may not be used: choose ports above 1023 with --port N`);
  if (code !== undefined && NO_SUCH_HOST.has(code))
    return new UsageError(`--host ${host}: this machine has no such address (${message})`);
  if (data !== undefined && code !== undefined && port === undefined)
    return new UsageError(`--data ${data}: ${message}; give a folder that can be written`);
  return error;
}

const NO_SUCH_HOST = new Set(['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN']);

/** 130 after SIGINT, 143 after SIGTERM; a second signal ends the process at once. */
function interrupted(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        const code = EXIT_CODES_OF_SIGNALS[signal];
        resolve(code);
        process.on(signal, () => process.exit(code));
      });
  });
}
