/**
 * Assembles a mock from its parts and starts its servers.
 *
 * A request passes the steps of `http/pipeline.ts`. One of them calls the operation of a chapter, a pure function that
 * reads the world only through `world/view.ts` and returns a change set, which `world/world.ts` commits atomically.
 * The two APIs differ only in their interfaces and their chapters. Object storage has an app of its own in `objects/`,
 * and the MCP server in `mcp/`. Two mocks in one process share nothing.
 */
import type {RequestListener} from 'node:http';
import {defined} from '../spec/defined.ts';
import type {Json} from '../spec/json.ts';
import {requireToken} from './control/control-token.ts';
import type {FaultRule} from './faults/fault-rule.ts';
import {replaceFaults} from './faults/world-faults.ts';
import {ApiApp} from './http/api-app.ts';
import type {ApiInterface} from './http/api-interface.ts';
import type {Sites} from './http/cross-origin.ts';
import {Origins} from './http/origins.ts';
import {publicHosts, type OriginName, type PublicUrl} from './http/public-url.ts';
import {partsOf, type PipelineParts} from './http/pipeline.ts';
import {apiRefusal} from './http/raw-refusals.ts';
import {loadedByRequest, type ClosableApp} from './loaded-by-request.ts';
import {listenersOf, type ServedApi} from './listeners.ts';
import {memoryObjects} from './objects/memory-objects.ts';
import type {ObjectStore} from './objects/object-store.ts';
import type {Persistence} from './persistence/commit-log.ts';
import {Servers} from './servers.ts';
import {SiteOperations} from './site/site-operations.ts';
import {storeInterface} from './store/store-interface.ts';
import {workspaceInterface} from './workspace/workspace-interface.ts';
import type {WorldImage} from './world/change.ts';
import {isForTerminal, terminalLine, type JournalEntry} from './world/journal.ts';
import {defineWorld} from './world/world-definition.ts';
import {setTime} from './world/set-time.ts';
import {systemPorts, type Ports} from './world/ports.ts';
import type {World} from './world/world.ts';
import {ROOT, Worlds} from './world/worlds.ts';
import {noInterceptors, type Interceptors} from './interceptors.ts';

export interface MockOptions {
  /** Default: any free ports. */
  ports?: Partial<Record<OriginName, number>>;
  /** Default: loopback on both address families. */
  host?: string;
  /** The addresses of links: one of everything, or of single origins. Default: those of the request. */
  publicUrl?: PublicUrl;
  /**
   * Whether everything is on the port of the workspace API, by path: storage below `/_storage/`, control plane and
   * OpenAPI documents below `/_presscheck/`. Default: false.
   */
  onePort?: boolean;
  /** Whether headers of a proxy tell how clients reach the mock: `Forwarded`, `X-Forwarded-*`. Default: false. */
  trustProxy?: boolean;
  /** The web pages that may use the workspace API: origins, or `*` for all. Default: none. */
  cors?: Sites;
  /** Stores worlds permanently. Default: worlds exist only in memory. */
  persistence?: Persistence;
  /** Stores files. Default: in memory. */
  objects?: ObjectStore;
  /** The root world, if none is stored yet. Default: demo. */
  world?: 'demo' | 'empty' | WorldImage;
  /** Completes the worlds before anything listens. Default: nothing. */
  prepare?: (worlds: Worlds) => Promise<void>;
  /** Whether the root world enforces minute limits and daily quotas. Default: true. */
  limits?: boolean;
  /** What the root world does where the documents leave it open, by name. Default: the mock's own choices. */
  freedoms?: Record<string, Json>;
  /** How many times as fast as real time the root world's clock runs, within `SPEEDS`. Default: 1, or as it was stored. */
  speed?: number;
  /** Whether the root world's clock moves to the next due event when a client polls. Default: no, or as it was stored. */
  skipWaits?: boolean;
  /** `false` starts no control plane. */
  control?: {token?: string} | false;
  /** Adds defects to worlds that name them; made by `defects/apply/with-defects.ts`. Default: none. */
  defects?: Interceptors;
  /**
   * Receives a line for the terminal for every refusal, with its entry of the journal; without one for what is no request.
   * Default: none.
   */
  report?: (line: string, entry?: JournalEntry) => void;
  /** Receives every request that was answered, with secrets in its path: `terminalLine` writes it, and `withoutSecrets` cuts them. */
  observe?: (entry: JournalEntry) => void;
  /** The faults of the root world, in place of those that it has. Default: what it has. */
  faults?: readonly FaultRule[];
  /** Time and randomness. Default: those of the machine. */
  machine?: Ports;
}

export interface Mock {
  /** Base URLs of the root world where the mock listens; another world `w` is at `/w/<w>` below each of them. */
  urls: {workspace: string; store: string; objects: string; control?: string};
  worlds: Worlds;
  world(id: string): World | undefined;
  /** The actions of people on the stores' pages. */
  site: SiteOperations;
  /** Base URL of an origin for a world. */
  url(origin: 'workspace' | 'store' | 'objects', world: string): string;
  close(): Promise<void>;
}

/**
 * Starts a mock.
 * @throws DamagedFile when the data folder contains a file that is not the mock's own; Error when a port is in use
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const apis = {workspace: workspaceInterface(), store: storeInterface()};
  const interceptors = options.defects ?? noInterceptors;
  const worlds = await openWorlds(options, apis, interceptors);
  const origins = new Origins(options);
  const servers = new Servers(options.host, options.ports ?? {}, origins, reportOf(options));
  const common = {worlds, origins, ports: options.machine ?? systemPorts};
  const workspace = served({api: apis.workspace, other: apis.store, ...common}, interceptors);
  const store = served({api: apis.store, other: apis.workspace, ...common}, interceptors);
  const site = new SiteOperations(apis.store.chapters, interceptors.site);
  const mcp = loadedByRequest(() => loadMcp(workspace, common, options, interceptors));
  const end = async (worldsEnd: () => Promise<void>): Promise<void> => {
    await mcp.close();
    await servers.close();
    await worldsEnd();
  };
  try {
    await options.prepare?.(worlds);
    if (options.faults)
      await replaceFaults(defined(worlds.get(ROOT), 'the root world'), options.faults);
    const control = options.control === false ? undefined : loadControl({...common, site}, options);
    const served = {workspace, store, mcp, control, common: {...common, site}};
    for (const [name, listener, refusal] of listenersOf(served, options, interceptors.storage))
      await servers.start(name, listener, refusal);
    servers.allStarted();
  } catch (error) {
    await end(() => worlds.undo());
    throw error;
  }
  return {
    urls: urlsOf(origins, options),
    worlds,
    world: (id) => worlds.get(id),
    site,
    url: (origin, world) => origins.url(origin, world),
    close: () => end(() => worlds.close()),
  };
}

const reportOf = ({report = () => {}}: MockOptions): ((line: string) => void) => report;

type Apis = Record<'workspace' | 'store', ApiInterface>;
type Common = Pick<PipelineParts, 'worlds' | 'origins' | 'ports'>;

/** Loads the stored worlds, or creates the root world when none is stored. */
async function openWorlds(
  options: MockOptions,
  {workspace, store}: Apis,
  {overrides}: Interceptors,
): Promise<Worlds> {
  const worlds = new Worlds({
    definition: defineWorld([...workspace.chapters, ...store.chapters]),
    ports: options.machine ?? systemPorts,
    objects: options.objects ?? memoryObjects(),
    overrides,
    observe(entry) {
      if (isForTerminal(entry)) options.report?.(terminalLine(entry), entry);
      options.observe?.(entry);
    },
    persistence: options.persistence,
  });
  await worlds.load();
  const {world = 'demo', limits = true, freedoms = {}} = options;
  const root =
    worlds.get(ROOT) ??
    (typeof world === 'object'
      ? await worlds.restore(ROOT, world)
      : await worlds.create({id: ROOT, template: world, seed: 1, limits, freedoms}));
  await setTime(root, options);
  return worlds;
}

function served(
  source: Common & {api: ApiInterface; other: ApiInterface},
  {pipelines}: Interceptors,
): ServedApi {
  const parts = partsOf(source);
  return {
    api: source.api,
    parts,
    app: new ApiApp(parts, pipelines(parts)),
    rawRefusal: apiRefusal(source.api, parts.outcomes),
  };
}

/** Loads the MCP server with its library. */
async function loadMcp(
  {api, app}: ServedApi,
  common: Common,
  {host, publicUrl}: MockOptions,
  interceptors: Interceptors,
): Promise<ClosableApp> {
  const {mcpApp} = await import('./mcp/mcp-app.ts');
  const hosts = [host?.toLowerCase(), ...publicHosts(publicUrl)];
  return mcpApp({
    ...common,
    api: app,
    document: api.specification.contract.document,
    hosts: hosts.filter((name) => name !== undefined),
    stepsOf: interceptors.mcp,
  });
}

/** The control plane, which its first request loads. @throws Error if it needs a token and has none */
function loadControl(
  common: Common & {site: SiteOperations},
  {host, publicUrl, onePort, trustProxy, control}: MockOptions,
): RequestListener {
  const token = control ? control.token : undefined;
  const addressing = {host, publicUrl, onePort, trustProxy};
  requireToken(token, addressing);
  const app = loadedByRequest(async () => {
    const {controlApp} = await import('./control/control-app.ts');
    return {listener: controlApp({...common, token, ...addressing}), close: async () => {}};
  });
  return app.listener;
}

function urlsOf(origins: Origins, {control}: MockOptions): Mock['urls'] {
  const url = (name: OriginName): string => origins.listening(name);
  return {
    workspace: url('workspace'),
    store: url('store'),
    objects: url('objects'),
    ...(control !== false && {control: url('control')}),
  };
}
