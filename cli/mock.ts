import {credentials} from '../mock/control/credentials.ts';
import {newControlToken} from '../mock/control/control-token.ts';

import {createMock, type Mock, type MockOptions} from '../mock/create-mock.ts';
import type {FaultRule} from '../mock/faults/fault-rule.ts';
import {unfiredFaults} from '../mock/faults/world-faults.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
import type {FillWorld} from '../mock/world-file.ts';
import {DamagedFile} from '../mock/persistence/damaged-file.ts';
import {FolderInUse} from '../mock/persistence/folder-in-use.ts';
import {WrongFreedom} from '../mock/world/freedoms.ts';
import {setTime} from '../mock/world/set-time.ts';
import {systemPorts} from '../mock/world/ports.ts';
import {ROOT, type Worlds} from '../mock/world/worlds.ts';
import {EXIT_CODES_OF_SIGNALS} from '../spec/exit-codes.ts';
import {defined} from '../spec/defined.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {BrokenRule} from './defects.ts';
import {controlTokenOf, publicUrlOf} from './mock-addresses.ts';
import {withConfig} from './mock-config.ts';
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
  requireNewWorldForFreedoms,
  rootWorldOf,
  speedOf,
} from './mock-options.ts';
import {requestLog} from './request-log.ts';
import type {Reachable} from './mock-variables.ts';
import {notice} from './notice.ts';

/** A mock that serves, and what a user or a program has to know of it. */
export interface Started extends Reachable {
  mock: Mock;
  /** The rules that its defects break. */
  broken: BrokenRule[];
}

/** Serves both APIs until a signal arrives. @returns the exit code */
export const serveUntilStopped = (typed: MockFlags): Promise<number> =>
  withConfig(typed, 'mock', async (flags, note) => {
    const files = filesOf(flags);
    // Standard output has nothing but lines of JSON then.
    const isForPrograms = flags.json === true || flags.log !== undefined;
    const print = isForPrograms ? notice : (text: string) => console.log(text);
    if (note !== undefined) print(`flags from ${note}`);
    const started = await start(
      flags,
      requestLog(flags, flags.log === undefined ? print : console.log),
    );
    // Before anybody is told that the mock serves, and may stop it.
    const stopped = interrupted();
    files.serving(started);
    const {urls, credentials: shown, controlToken} = started;
    if (flags.json)
      console.log(JSON.stringify({urls, control_token: controlToken, credentials: shown}));
    else print(greeting(greetingOf(started, flags)));
    const code = await stopped;
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

function greetingOf(
  {urls, credentials: shown, broken, controlToken}: Started,
  flags: MockFlags,
): Greeting {
  const publicUrl = publicUrlOf(flags);
  const isGiven = controlTokenOf(flags, process.env) !== undefined;
  return {
    urls,
    credentials: shown,
    broken,
    listed: listedOf(flags),
    ...(controlToken !== undefined && {
      controlToken: isGiven ? 'the one that was given' : controlToken,
    }),
    ...(publicUrl !== undefined && {publicUrl}),
    ...(flags.data !== undefined && {data: `in ${flags.data}`}),
  };
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
  return {mock, urls: mock.urls, credentials: credentials(rootOf(mock)), broken, controlToken};
}

/** The options of the default world's time that were given. */
function timeOf({speed: text, skipWaits}: MockFlags): Pick<MockOptions, 'speed' | 'skipWaits'> {
  const speed = speedOf(text);
  return {...(speed !== undefined && {speed}), ...(skipWaits !== undefined && {skipWaits})};
}

/** Nothing of this is loaded without `--faults`. @throws UsageError */
async function readFaults(file: string): Promise<FaultRule[]> {
  const {faultsIn} = await import('./faults-file.ts');
  return faultsIn(file);
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

/** Restores a snapshot as the root world, and sets whether a root world that exists enforces limits. */
async function prepared(
  worlds: Worlds,
  flags: MockFlags,
  world: 'demo' | 'empty' | FillWorld,
): Promise<void> {
  try {
    if (typeof world !== 'string') await setTime(await world(worlds, ROOT), timeOf(flags));
    if (flags.limits !== undefined) await setLimits(worlds, limitsOf(flags.limits));
  } catch (error) {
    throw error instanceof RangeError
      ? new UsageError(`--world ${flags.world}: ${error.message}`)
      : error;
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

/** Sets whether a root world enforces limits that was stored or restored with another setting. */
async function setLimits(worlds: Worlds, limits: boolean): Promise<void> {
  const world = defined(worlds.get(ROOT), 'the root world');
  world.settings.limits = limits;
  await world.commit({changes: [], effects: []});
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
