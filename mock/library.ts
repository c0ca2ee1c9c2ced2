import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {credentials, secretsByRole} from './control/credentials.ts';
import type {Credentials} from './control/shown-credentials.ts';
import type * as Mocks from './create-mock.ts';
import {createMock as startMock} from './create-mock.ts';
import {newControlToken} from './control/control-token.ts';
import type {DefectiveMockOptions} from './defective-mock.ts';
import type {FaultChecker as FaultCheckerType} from './faults/check-rule.ts';
import type {FaultRule} from './faults/fault-rule.ts';
import {unfiredFaults} from './faults/world-faults.ts';
import type {World, WorldOptions} from './library/world.ts';
import {checkOptions} from './library-options.ts';
import {NoWorldFile, readWorldFile, type FillWorld} from './world-file.ts';
import {WrongFreedom} from './world/freedoms.ts';
import {setTime} from './world/set-time.ts';
import {systemPorts} from './world/ports.ts';
import type {World as StoredWorld} from './world/world.ts';
import {ROOT, type Worlds} from './world/worlds.ts';
import {pathText, WrongValue} from './wrong-value.ts';

export type {Credentials} from './control/shown-credentials.ts';
export type {FaultAct, FaultMatch, FaultRule} from './faults/fault-rule.ts';
export type {
  Fault,
  JournalEntry,
  JournalFilter,
  ListedFault,
  Mail,
  MailFilter,
  Patience,
  World,
  WorldOptions,
} from './library/world.ts';

/** Options of a mock. All of them are optional. */
export interface MockOptions {
  /** The ports of the four servers; with `onePort` that of `workspace` alone. Default: any free ports. */
  ports?: {workspace?: number; store?: number; objects?: number; control?: number};
  /** The host to listen on. Default: localhost, over IPv4 and IPv6. */
  host?: string;
  /**
   * The address under which clients reach the mock, for links: with `onePort` the URL of everything, else scheme and
   * host, or a URL for each server. Default: the address of the request.
   */
  publicUrl?: string | {workspace?: string; store?: string; objects?: string; control?: string};
  /**
   * Whether everything is on one port, by path: storage below `/_storage/`, control plane and OpenAPI documents below
   * `/_presscheck/`. The control plane then asks for its token.
   */
  onePort?: boolean;
  /** Whether `Forwarded` and `X-Forwarded-*` of a proxy tell how clients reach the mock. Default: false. */
  trustProxy?: boolean;
  /**
   * The web pages that may use the workspace API: their origins, such as `http://localhost:5173`, or `*` for all.
   * Default: none.
   */
  cors?: readonly string[];
  /** A folder that stores worlds, keys, clock and files. Default: in memory. */
  data?: string;
  /** Whether a response waits until the disk has the change, which then survives a power failure. */
  fsync?: boolean;
  /**
   * The initial content: fixed keys and some rows (`demo`), nothing (`empty`), or the path of a file with
   * a seed or a snapshot. Default: `demo`. A file cannot be combined with `defects`, nor with a folder of `data` that already contains a
   * world.
   */
  world?: 'demo' | 'empty' | (string & {});
  /** Whether minute limits and daily quotas are enforced. Default: true. */
  limits?: boolean;
  /** How many times as fast as real time the default world's clock runs: 0.1 to 3600. Default: 1, or as it was stored. */
  speed?: number;
  /**
   * Whether the default world's clock moves to the next event that is due when a client reads what waits for one. Default:
   * no, or as it was stored.
   */
  skipWaits?: boolean;
  /**
   * What the default world does where the documents leave it open, by name: `GET /worlds/demo/freedoms` of the control
   * plane lists names and values. Cannot be combined with a file as `world`, nor with a folder of `data` that already contains
   * a world.
   */
  freedoms?: Readonly<Record<string, string | number | boolean>>;
  /**
   * Whether to start the control plane. Without it nobody can advance the clock, create worlds or read the journal.
   */
  control?: false;
  /** The token that the control plane requires. Default: a new one, if others than this machine could reach it. */
  controlToken?: string;
  /**
   * Defects of the mock: names that `presscheck rules RULE --defects` lists, except those that contain ` @ `, which
   * are available only on the command line. Cannot be combined with `data`.
   */
  defects?: readonly string[];
  /**
   * Faults of the default world, in place of those that a snapshot or a folder has; docs/mock.md lists what they can do.
   * The first rule that matches a request acts on it.
   */
  faults?: readonly FaultRule[];
  /** Receives a line for every refused request, with the reason. */
  report?: (line: string) => void;
}

/** A running mock of both APIs. */
export interface Mock {
  /** Base URLs where it listens. `control` is the control plane, described by its `/openapi.json`. */
  urls: {workspace: string; store: string; objects: string; control?: string};
  /**
   * The control plane requires it as `Authorization: Bearer <token>` when it was given, with `onePort` or `trustProxy`,
   * and when `host` or `publicUrl` is not this machine; otherwise it is missing, and the control plane asks for none.
   */
  controlToken?: string;
  /** The keys, tokens and OAuth clients that the mock currently accepts. */
  credentials(): Credentials;
  /** The secrets of its keys and tokens by role, for example `full` and `admin`; the first one of each role. */
  readonly keys: Readonly<Record<string, string>>;
  /** A line for each fault that never fired. Call it before `close`. */
  unfiredFaults(): string[];
  /**
   * Makes a world of its own, beside the default one: a test that has one disturbs no other.
   * @throws TypeError for options that are not allowed, and for a wrong seed
   */
  world(options?: WorldOptions): Promise<World>;
  /** Stops all servers. Worlds in memory are lost. */
  close(): Promise<void>;
}

/**
 * Starts both APIs in this process. Several mocks may run at the same time.
 * @throws TypeError for an unknown option or a value that is not allowed, such as a defect that does not exist or a
 * file that is not a snapshot; Error when a port or the data folder is in use
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions(options);
  if (options.faults) await requireFaults(options.faults);
  const {controlToken, ...rest} = options;
  const token =
    options.control === false ? undefined : (controlToken ?? newControlToken(rest, systemPorts));
  const control = token === undefined ? {} : {control: {token}};
  const mock = await started({...rest, ...control}).catch((error: unknown) => {
    throw withAdvice(error);
  });
  let open: Mock['world'] | undefined;
  const root = (): StoredWorld => {
    const world = mock.world(ROOT);
    if (world) return world;
    throw new Error('the mock is closed');
  };
  return {
    urls: mock.urls,
    ...(token !== undefined && {controlToken: token}),
    credentials: () => credentials(root()),
    get keys() {
      return secretsByRole(root());
    },
    unfiredFaults: () => unfiredFaults(mock.worlds),
    async world(options) {
      root();
      open ??= (await import('./library/open-world.ts')).worldsOf(mock);
      return open(options);
    },
    close: () => mock.close(),
  };
}

/** @throws TypeError that names the member */
async function requireFaults(faults: readonly FaultRule[]): Promise<void> {
  const {FaultChecker} = await import('./faults/check-rule.ts');
  try {
    const checker: FaultCheckerType = new FaultChecker();
    checker.checkAll(faults, ['faults']);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const {path, message, todo} = error;
    throw new TypeError(`The option faults of createMock: ${pathText(path)}: ${message}; ${todo}.`);
  }
}

/** An error with what to do about a wrong freedom or a port in use; any other is returned unchanged. */
function withAdvice(error: unknown): unknown {
  if (error instanceof WrongFreedom)
    return new TypeError(
      `The option freedoms of createMock: ${error.message}; ` +
        `\`GET /worlds/${ROOT}/freedoms\` of the control plane lists them.`,
    );
  const {code, port} = error as {code?: string; port?: number};
  if (code !== 'EADDRINUSE') return error;
  const advice = 'stop what listens there, or leave out `ports` to get free ones';
  return Object.assign(new Error(`port ${port} is in use: ${advice}`, {cause: error}), {
    code,
    port,
  });
}

/** The options, with the token of the control plane. */
type StartOptions = Omit<MockOptions, 'control' | 'controlToken'> &
  Pick<Mocks.MockOptions, 'control'>;

async function started({
  data,
  fsync = false,
  defects = [],
  world = 'demo',
  ...options
}: StartOptions): Promise<Mocks.Mock> {
  if (fsync && data === undefined)
    throw new TypeError('The option fsync of createMock needs `data`: nothing else is on disk.');
  const kept = data === undefined ? undefined : {data, fsync};
  const template = templateIn(world);
  if (options.freedoms && (!template || holdsWorld(data)))
    throw new TypeError(
      'The option freedoms of createMock needs a new world: a seed, a snapshot or a folder with a world has its own.',
    );
  if (defects.length) {
    if (kept)
      throw new TypeError(
        'The option defects of createMock: such a mock lives in memory; leave out `data`.',
      );
    if (!template)
      throw new TypeError('The option defects of createMock takes no file as `world`.');
    return startedWithDefects({...options, world: template}, defects);
  }
  if (template) return startedIn(kept, {...options, world: template});
  const fill = await worldIn(world, data);
  const prepare = (worlds: Worlds): Promise<void> => fillRoot(worlds, fill, options);
  return startedIn(kept, {...options, world: 'empty', prepare});
}

/** The template that `world` names; undefined for a file. */
const templateIn = (world: string): 'demo' | 'empty' | undefined =>
  world === 'demo' || world === 'empty' ? world : undefined;

/** Creates a mock in memory, or with a data folder. */
async function startedIn(
  folder: {data: string; fsync: boolean} | undefined,
  options: Mocks.MockOptions,
): Promise<Mocks.Mock> {
  if (!folder) return startMock(options);
  const {dataFolder} = await import('./data-folder.ts');
  const kept = await dataFolder(folder.data, {fsync: folder.fsync});
  try {
    return await startMock({...options, ...kept});
  } catch (error) {
    await kept.persistence.undo();
    throw error;
  }
}

/** Fills the root world. */
async function fillRoot(
  worlds: Worlds,
  fill: FillWorld,
  {limits, ...time}: Pick<StartOptions, 'limits' | 'speed' | 'skipWaits'>,
): Promise<void> {
  try {
    const world = await fill(worlds, ROOT);
    await setTime(world, time);
    if (limits === undefined) return;
    world.settings.limits = limits;
    await world.commit({changes: [], effects: []});
  } catch (error) {
    throw error instanceof RangeError ? wrongWorld(error) : error;
  }
}

const wrongWorld = ({message}: Error): TypeError =>
  new TypeError(`The option world of createMock: ${message}.`);

const holdsWorld = (data: string | undefined): boolean =>
  data !== undefined && existsSync(join(data, 'worlds', ROOT));

/** @throws TypeError for a file that is no seed or snapshot, and for a folder that already contains a world */
async function worldIn(file: string, data: string | undefined): Promise<FillWorld> {
  if (holdsWorld(data))
    throw wrongWorld(new Error('the folder of `data` holds a world already; leave `world` out'));
  try {
    return await readWorldFile(file);
  } catch (error) {
    throw error instanceof NoWorldFile ? wrongWorld(error) : error;
  }
}

/** Creates a mock with defects. @throws TypeError for a defect that does not exist */
async function startedWithDefects(
  options: DefectiveMockOptions,
  names: readonly string[],
): Promise<Mocks.Mock> {
  const [{createDefectiveMock, UnknownDefect}, {DEFECTS}] = await Promise.all([
    import('./defective-mock.ts'),
    import('./defects/all.ts'),
  ]);
  try {
    return await createDefectiveMock(options, names, DEFECTS);
  } catch (error) {
    if (!(error instanceof UnknownDefect)) throw error;
    throw new TypeError(`The option defects of createMock: ${error.message}.`);
  }
}
