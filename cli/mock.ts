import {credentials} from '../mock/control/credentials.ts';
import {newControlToken} from '../mock/control/control-token.ts';
import {createMock, type Mock, type MockOptions} from '../mock/create-mock.ts';
import type {PublicUrl} from '../mock/http/public-url.ts';
import {unfiredFaults} from '../mock/faults/world-faults.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import type {FillWorld} from '../mock/world-file.ts';
import {DamagedFile} from '../mock/persistence/damaged-file.ts';
import {FolderInUse} from '../mock/persistence/folder-in-use.ts';
import {WrongFreedom} from '../mock/world/freedoms.ts';
import {systemPorts} from '../mock/world/ports.ts';
import {ROOT, type Worlds} from '../mock/world/worlds.ts';
import {EXIT_CODES_OF_SIGNALS} from '../spec/exit-codes.ts';
import {defined} from '../spec/defined.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {BrokenRule} from './defects.ts';
import {controlTokenOf, publicUrlOf} from './mock-addresses.ts';
import {withConfig} from './mock-config.ts';
import {isColored} from './colors.ts';
import {filesOf, type MockFiles} from './mock-files.ts';
import {greeting, type Greeting} from './mock-greeting.ts';
import {
  corsOf,
  freedomsOf,
  hostOf,
  limitsOf,
  type MockFlags,
  portsOf,
  requireMemoryForDefects,
  requireDataForFsync,
  requireFilesForWatch,
  requireNewWorldForFreedoms,
  rootWorldOf,
} from './mock-options.ts';
import {requestLog} from './request-log.ts';
import {prepared, readFaults, timeOf} from './root-world.ts';
import type {Reachable} from './mock-variables.ts';
import {notice} from './notice.ts';
import type {WatchedFiles} from './watch-files.ts';

/** A mock that serves, and what a user or a program has to know of it. */
export interface Started extends Reachable {
  mock: Mock;
  /** The rules that its defects break. */
  broken: BrokenRule[];
  /** The addresses of links, unless they are those of the requests. */
  publicUrl: PublicUrl | undefined;
  /** Whether the user gave the control token, which is then printed nowhere. */
  isTokenGiven: boolean;
}

/** Serves both APIs until a signal arrives. @returns the exit code */
export const serveUntilStopped = (typed: MockFlags): Promise<number> =>
  withConfig(typed, 'mock', async (flags, note) => {
    const files = filesOf(flags);
    // Standard output has nothing but lines of JSON then.
    const isForPrograms = flags.json === true || flags.log !== undefined;
    const print = isForPrograms ? notice : (text: string) => console.log(text);
    if (note !== undefined) print(`flags from ${note}`);
    // What stands beside lines of JSON has no colours: its control characters are shown (`notice`).
    const colored = !isForPrograms && isColored(process.env, process.stdout);
    const log = requestLog(flags, flags.log === undefined ? print : console.log, colored);
    const watched = await watchedFiles(flags, print);
    const started = await start(flags, log);
    // Before anybody is told that the mock serves, and may stop it.
    const stopped = interrupted();
    files.serving(started);
    if (flags.json) console.log(readyLine(started));
    else print(greeting(greetingOf(started, flags)));
    watched?.serve(started.mock.worlds);
    const code = await stopped;
    await watched?.stop();
    unfiredFaults(started.mock.worlds).forEach(print);
    return ended(started.mock, files, code);
  });

/** Writes the files of the end, and stops the mock, also when they cannot be written. @returns the exit code */
export async function ended(mock: Mock, files: MockFiles, code: number): Promise<number> {
  try {
    await files.ended(rootOf(mock));
  } finally {
    await mock.close();
  }
  return code;
}

/**
 * Starts the mock and prints the greeting.
 * @param log writes a line for a request. Default: `print`
 * @throws UsageError for invalid options, a port in use, a folder that is damaged or in use, or an unknown defect
 */
export async function serve(flags: MockFlags, print: (text: string) => void): Promise<Mock> {
  const started = await start(flags, requestLog(flags, print));
  print(greeting(greetingOf(started, flags)));
  return started.mock;
}

/** The control token as it is shown: null for one that the user gave; undefined if none is required. */
export const shownToken = ({controlToken, isTokenGiven}: Started): string | null | undefined =>
  isTokenGiven ? null : controlToken;

const greetingOf = (started: Started, flags: MockFlags): Greeting => ({
  urls: started.urls,
  credentials: started.credentials,
  broken: started.broken,
  listed: listedOf(flags),
  controlToken: shownToken(started),
  ...(started.publicUrl !== undefined && {publicUrl: started.publicUrl}),
  ...(flags.data !== undefined && {data: `in ${flags.data}`}),
});

/** What programs read of a mock that serves. Who gave the control token has it; it is in no line. */
const readyLine = ({urls, credentials: shown, controlToken, isTokenGiven}: Started): string =>
  JSON.stringify({
    urls,
    ...(!isTokenGiven && {control_token: controlToken}),
    credentials: shown,
  });

/** The files of the root world, from before they are read for the first time. Nothing of this is loaded without `--watch`. */
async function watchedFiles(
  flags: MockFlags,
  print: (text: string) => void,
): Promise<WatchedFiles | undefined> {
  requireFilesForWatch(flags);
  if (!flags.watch) return undefined;
  const {watchFiles} = await import('./watch-files.ts');
  return watchFiles(flags, print);
}

const listedOf = ({log, verbose}: MockFlags): Greeting['listed'] =>
  log === undefined ? (verbose ? 'all' : 'refused') : 'as JSON';

/**
 * Starts the mock.
 * @param watch receives what is refused, or every request
 * @throws UsageError as `serve`
 */
export async function start(
  flags: MockFlags,
  watch: Pick<MockOptions, 'report' | 'observe'>,
): Promise<Started> {
  requireMemoryForDefects(flags);
  requireDataForFsync(flags);
  await requireNewWorldForFreedoms(flags);
  const faults = flags.faults === undefined ? undefined : await readFaults(flags.faults);
  const host = hostOf(flags.host);
  const {onePort = false, trustProxy = false} = flags;
  const publicUrl = publicUrlOf(flags);
  const given = controlTokenOf(flags, process.env);
  const addressing = {host, publicUrl, onePort, trustProxy};
  const controlToken = given ?? newControlToken(addressing, systemPorts);
  const options: MockOptions = {
    ports: portsOf(flags.port, onePort),
    onePort,
    trustProxy,
    limits: limitsOf(flags.limits),
    ...timeOf(flags),
    freedoms: freedomsOf(flags.freedom),
    cors: corsOf(flags.cors),
    ...watch,
    ...(faults && {faults}),
    control: controlToken === undefined ? {} : {token: controlToken},
    ...(host !== undefined && {host}),
    ...(publicUrl !== undefined && {publicUrl}),
  };
  const world = await rootWorldOf(flags.world, flags.data);
  const {mock, broken} = flags.defect?.length
    ? await startedWithDefects(flags, flags.defect, options, world === 'empty' ? 'empty' : 'demo')
    : {mock: await started(flags, options, world), broken: []};
  return {
    mock,
    urls: mock.urls,
    credentials: credentials(rootOf(mock)),
    broken,
    publicUrl,
    controlToken,
    isTokenGiven: given !== undefined,
  };
}

const rootOf = (mock: Mock) => defined(mock.world(ROOT), 'the root world');

/** Starts a mock without defects, in memory or with a folder. */
async function started(
  flags: MockFlags,
  options: MockOptions,
  world: 'demo' | 'empty' | FillWorld,
): Promise<Mock> {
  const kept = await keeping(flags);
  const template = typeof world === 'string' ? world : 'empty';
  const prepare = (worlds: Worlds): Promise<void> => prepared(worlds, flags, world);
  try {
    return await createMock({...options, ...kept, world: template, prepare});
  } catch (error) {
    await kept.persistence?.undo();
    throw asUsage(error, flags);
  }
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

/** Where worlds are stored: in memory, or in a folder of documents and files. */
async function keeping({
  data,
  fsync = false,
}: MockFlags): Promise<Pick<MockOptions, 'persistence' | 'objects'>> {
  if (data === undefined) return {objects: memoryObjects()};
  const {dataFolder} = await import('../mock/data-folder.ts');
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
