import {Command} from 'commander';
import {credentials} from '../mock/control/credentials.ts';
import {newControlToken} from '../mock/control/control-token.ts';
import {restore, type Snapshot} from '../mock/control/snapshot.ts';
import {createMock, type Mock, type MockOptions} from '../mock/create-mock.ts';
import {dataFolder} from '../mock/data-folder.ts';
import type {FaultRule} from '../mock/faults/fault-rule.ts';
import {replaceFaults, unfiredFaults} from '../mock/faults/world-faults.ts';
import {memoryObjects} from '../mock/objects/memory-objects.ts';
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
    .option(
      '--public-url <url>',
      'the address under which clients reach the mock, for links; for separate ports also ' +
        'workspace=URL, store=URL, storage=URL, control=URL (repeatable)',
      repeated,
    )
    .option(
      '--one-port',
      'serve everything on one port, by path: storage below /_storage/, the control plane below /_presscheck/',
    )
    .option('--trust-proxy', 'links follow X-Forwarded-* and Forwarded of a proxy in front')
    .option(
      '--control-token <token>',
      'the token that the control plane requires (or PRESSCHECK_CONTROL_TOKEN)',
    )
    .option(
      '--cors <origin>',
      'let web pages of this origin use the workspace API (repeatable; *: all pages)',
      repeated,
    )
    .option('--data <dir>', 'keep worlds and files in this folder')
    .option('--fsync', 'with --data: responses wait until the disk has the change')
    .option('--world <what>', 'what the default world holds: demo, empty, or a snapshot file')
    .option('--limits <off>', 'off: the default world has no minute limits and daily quotas')
    .option('--speed <n>', "how many times as fast as real time the default world's clock runs")
    .option('--skip-waits', 'its clock moves to the next event when a client polls what waits')
    .option(
      '--freedom <name=value>',
      'what the default world does where the documents leave it open (repeatable); ' +
        '`GET /worlds/demo/freedoms` of the control plane lists names and values',
      repeated,
    )
    .option(
      '--defect <name>',
      'break a rule on purpose (repeatable); `presscheck rules RULE --defects` lists the names',
      repeated,
    )
    .option('--faults <file>', 'order faults of the default world: rules in YAML or JSON')
    .option('--log <json>', 'json: write each request as a line of JSON')
    .option('-v, --verbose', 'list every request, not only those that are refused')
    .addHelpText('after', PREFER_HELP)
    .action(async (flags: MockFlags) => {
      // Standard output has nothing but lines of JSON then.
      const greet = flags.log === undefined ? console.log : console.error;
      const mock = await serve(flags, (text) => greet(text), console.log);
      process.exitCode = await interrupted();
      for (const line of unfiredFaults(mock.worlds)) console.log(line);
      await mock.close();
    });
}

/** The values of an option that may be given several times. */
const repeated = (text: string, texts: string[] | undefined): string[] => [...(texts ?? []), text];

const PREFER_HELP = `
A client asks for a documented response with the header Prefer: \`Prefer: code=422\`,
\`Prefer: code=422, example=oversize\`, or \`Prefer: code=200, dynamic=true\` for a body made
from the schema alone. Credentials and limits are still checked; nothing is changed.`;

/**
 * Starts the mock and prints the greeting.
 * @param log writes a line for a request. Default: `print`
 * @throws UsageError for invalid options, a port in use, a folder that is damaged or in use, or an unknown defect
 */
export async function serve(
  flags: MockFlags,
  print: (text: string) => void,
  log: (line: string) => void = print,
): Promise<Mock> {
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
    ...requestLog(flags, log),
    control: controlToken === undefined ? {} : {token: controlToken},
    ...(host !== undefined && {host}),
    ...(publicUrl !== undefined && {publicUrl}),
  };
  const world = await rootWorldOf(flags.world, flags.data);
  const {mock, broken} = flags.defect?.length
    ? await startedWithDefects(flags, flags.defect, options, world === 'empty' ? 'empty' : 'demo')
    : {mock: await started(flags, options, world), broken: []};
  if (faults) await replaceFaults(rootOf(mock), faults);
  print(
    greeting({
      urls: mock.urls,
      credentials: credentials(rootOf(mock)),
      broken,
      listed: listedOf(flags),
      ...(controlToken !== undefined && {
        controlToken: given ? 'the one that was given' : controlToken,
      }),
      ...(publicUrl !== undefined && {publicUrl}),
      ...(flags.data !== undefined && {data: `in ${flags.data}`}),
    }),
  );
  return mock;
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

const listedOf = ({log, verbose}: MockFlags): Greeting['listed'] =>
  log === undefined ? (verbose ? 'all' : 'refused') : 'as JSON';

const rootOf = (mock: Mock) => defined(mock.world(ROOT), 'the root world');

/** Starts a mock without defects, in memory or with a folder. */
async function started(
  flags: MockFlags,
  options: MockOptions,
  world: 'demo' | 'empty' | Snapshot,
): Promise<Mock> {
  const kept = await keeping(flags);
  const template = typeof world === 'string' ? world : 'empty';
  const prepare = (worlds: Worlds): Promise<void> => prepared(worlds, flags, world);
  try {
    return await createMock({...options, ...kept, world: template, prepare});
  } catch (error) {
    await kept.persistence?.close();
    throw asUsage(error, flags);
  }
}

/** Restores a snapshot as the root world, and sets whether a root world that exists enforces limits. */
async function prepared(
  worlds: Worlds,
  flags: MockFlags,
  world: 'demo' | 'empty' | Snapshot,
): Promise<void> {
  try {
    if (typeof world !== 'string') await setTime(await restore(worlds, ROOT, world), timeOf(flags));
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
