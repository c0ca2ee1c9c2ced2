/**
 * Assembles a mock from its parts and starts its servers.
 *
 * A request passes the steps of `http/pipeline.ts`. One of them calls the operation of a chapter, a pure function that
 * reads the world only through `world/view.ts` and returns a change set, which `world/world.ts` commits atomically.
 * The two APIs differ only in their interfaces and their chapters. Object storage has an app of its own in `objects/`,
 * and the MCP server in `mcp/`. Two mocks in one process share nothing.
 */
import type {RequestListener} from 'node:http';
import type {Json} from '../spec/json.ts';
import {ApiApp} from './http/api-app.ts';
import type {ApiInterface} from './http/api-interface.ts';
import type {RawRefusal} from './http/listen.ts';
import {Origins, type OriginName} from './http/origins.ts';
import {partsOf, type PipelineParts} from './http/pipeline.ts';
import {apiRefusal, controlRefusal, storageRefusal} from './http/raw-refusals.ts';
import {loadedByRequest, type ClosableApp} from './loaded-by-request.ts';
import {memoryObjects} from './objects/memory-objects.ts';
import {routeOf} from './mcp/route.ts';
import {objectApp} from './objects/object-app.ts';
import type {ObjectStore} from './objects/object-store.ts';
import type {Persistence} from './persistence/commit-log.ts';
import {Servers} from './servers.ts';
import {SITE_PAGES} from './site/pages.ts';
import {isForPages, siteApp} from './site/site-app.ts';
import {SiteOperations} from './site/site-operations.ts';
import {storeInterface} from './store/store-interface.ts';
import {workspaceInterface} from './workspace/workspace-interface.ts';
import type {WorldImage} from './world/change.ts';
import {defineWorld} from './world/world-definition.ts';
import {systemPorts, type Ports} from './world/ports.ts';
import type {World} from './world/world.ts';
import {ROOT, Worlds} from './world/worlds.ts';
import {noInterceptors, type Interceptors} from './interceptors.ts';

export interface MockOptions {
  /** Default: any free ports. */
  ports?: Partial<Record<OriginName, number>>;
  /** Default: loopback on both address families. */
  host?: string;
  /** The scheme and host of links. Default: those of the request. */
  publicUrl?: string;
  /** Stores worlds permanently. Default: worlds exist only in memory. */
  persistence?: Persistence;
  /** Stores files. Default: in memory. */
  objects?: ObjectStore;
  /** The root world, if none is stored yet. Default: demo. */
  world?: 'demo' | 'empty' | WorldImage;
  /** Whether the root world enforces minute limits and daily quotas. Default: true. */
  limits?: boolean;
  /** What the root world does where the documents leave it open, by name. Default: the mock's own choices. */
  freedoms?: Record<string, Json>;
  /** `false` starts no control plane. */
  control?: {token?: string} | false;
  /** Adds defects to worlds that name them; made by `defects/apply/with-defects.ts`. Default: none. */
  defects?: Interceptors;
  /** Receives a line for the terminal for every refusal. Default: none. */
  report?: (line: string) => void;
  /** Time and randomness. Default: those of the machine. */
  machine?: Ports;
}

export interface Mock {
  /** Base URLs of the root world; another world `w` is at `/w/<w>` below each of them. */
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
  const origins = new Origins(options.publicUrl);
  const servers = new Servers(options.host, options.ports ?? {}, origins);
  const common = {worlds, origins, ports: options.machine ?? systemPorts};
  const workspace = served({api: apis.workspace, other: apis.store, ...common}, interceptors);
  const store = served({api: apis.store, other: apis.workspace, ...common}, interceptors);
  const site = new SiteOperations(apis.store.chapters, interceptors.site);
  const mcp = loadedByRequest(() => loadMcp(workspace, common, options, interceptors));
  const close = async (): Promise<void> => {
    await mcp.close();
    await servers.close();
    await worlds.close();
  };
  const listener: RequestListener = (request, response) =>
    routeOf(request.url ?? '')
      ? mcp.listener(request, response)
      : workspace.app.listener(request, response);
  try {
    await servers.start('workspace', listener, workspace.rawRefusal);
    const pages = siteApp({...common, site}, SITE_PAGES);
    await servers.start('store', besidePages(store.app.listener, pages), store.rawRefusal);
    const storage = objectApp({...common, stepsOf: interceptors.storage});
    await servers.start('objects', storage, storageRefusal);
    if (options.control !== false) await startControl(servers, {...common, site}, options);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    urls: urlsOf(origins, options),
    worlds,
    world: (id) => worlds.get(id),
    site,
    url: (origin, world) => origins.url(origin, world),
    close,
  };
}

/** Serves the pages of the stores, and passes every other request to the API. */
const besidePages =
  (api: RequestListener, pages: RequestListener): RequestListener =>
  (request, response) =>
    isForPage(request.url ?? '') ? pages(request, response) : api(request, response);

const isForPage = isForPages(SITE_PAGES);

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
    report: options.report ?? (() => {}),
    persistence: options.persistence,
  });
  await worlds.load();
  const {world = 'demo', limits = true, freedoms = {}} = options;
  if (worlds.get(ROOT)) return worlds;
  if (typeof world === 'object') await worlds.restore(ROOT, world);
  else await worlds.create({id: ROOT, template: world, seed: 1, limits, freedoms});
  return worlds;
}

/** An API with its HTTP app, and the body for requests that Node's HTTP parser refuses. */
interface ServedApi {
  api: ApiInterface;
  app: ApiApp;
  rawRefusal: RawRefusal;
}

function served(
  source: Common & {api: ApiInterface; other: ApiInterface},
  {pipelines}: Interceptors,
): ServedApi {
  const parts = partsOf(source);
  return {
    api: source.api,
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
  const hosts = [host?.toLowerCase(), publicUrl && new URL(publicUrl).hostname];
  return mcpApp({
    ...common,
    api: app,
    document: api.specification.contract.document,
    hosts: hosts.filter((name) => name !== undefined),
    stepsOf: interceptors.mcp,
  });
}

async function startControl(
  servers: Servers,
  {worlds, origins, ports, site}: Common & {site: SiteOperations},
  {host, publicUrl, control}: MockOptions,
): Promise<void> {
  const {controlApp} = await import('./control/control-app.ts');
  const token = control ? control.token : undefined;
  const app = controlApp({worlds, origins, ports, site, token, host, publicUrl});
  await servers.start('control', app, controlRefusal);
}

function urlsOf(origins: Origins, {control}: MockOptions): Mock['urls'] {
  const url = (name: OriginName): string => origins.url(name, ROOT);
  return {
    workspace: url('workspace'),
    store: url('store'),
    objects: url('objects'),
    ...(control !== false && {control: url('control')}),
  };
}
