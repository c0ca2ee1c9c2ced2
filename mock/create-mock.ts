/**
 * The mock's composition root: ports in, servers out.
 *
 * A request passes `http/exchange.ts` (which world), `http/api-app.ts` (route, credential, limits,
 * ability, request) and a transition of its chapter, which sees the world through `world/view.ts`
 * only. What it changes is a change set that `world/world.ts` commits whole. The two APIs differ by
 * their `face.ts` and their chapters and in nothing else; object storage has an app of its own in
 * `objects/`. Nothing is shared between two mocks of one process.
 */
import type {RequestListener} from 'node:http';
import type {Defect} from './defect.ts';
import {apiApp, type ApiApp} from './http/api-app.ts';
import type {ApiInterface} from './http/api-interface.ts';
import {listen, type Listening, type RawRefusal} from './http/listen.ts';
import {Origins, type OriginName} from './http/origins.ts';
import {Plan} from './http/plan.ts';
import {memoryObjects} from './objects/memory-objects.ts';
import type {McpParts} from './mcp/mcp-app.ts';
import {routeOf} from './mcp/route.ts';
import {objectApp, type StorageParts} from './objects/object-app.ts';
import type {ObjectStore} from './objects/object-store.ts';
import type {Persistence} from './persistence/keeper.ts';
import {storeInterface} from './store/store-interface.ts';
import {workspaceInterface} from './workspace/workspace-interface.ts';
import type {WorldImage} from './world/change.ts';
import {assemble} from './world/kit.ts';
import {systemPorts, type Ports} from './world/ports.ts';
import type {World} from './world/world.ts';
import {ROOT, Worlds} from './world/worlds.ts';

export interface MockOptions {
  /** Default: any free port each. */
  ports?: Partial<Record<OriginName, number>>;
  /** Default: loopback on both address families. */
  host?: string;
  /** What links follow (scheme and host); default: the request's Host. */
  publicUrl?: string;
  /** Where worlds are kept. Default: in memory, that is, not at all. */
  persistence?: Persistence;
  /** Default: in memory. */
  objects?: ObjectStore;
  /** The root world when none is kept yet. Default: demo. */
  world?: 'demo' | 'empty' | WorldImage;
  /** Minute windows and daily quotas of the root world. Default: on. */
  limits?: boolean;
  /** `false`: no control plane. */
  control?: {token?: string} | false;
  /** Defects that worlds may ask for by name. */
  defects?: readonly Defect[];
  /** Takes a terminal line per refusal. Default: silence. */
  report?: (line: string) => void;
  /** Time and chance. Default: the machine's. */
  machine?: Ports;
}

export interface Mock {
  /** Base URLs of the root world; a world `w` lies below `/w/<w>` of each. */
  urls: {workspace: string; store: string; objects: string; control?: string};
  worlds: Worlds;
  world(id: string): World | undefined;
  close(): Promise<void>;
}

/**
 * @throws DamagedFile when persistence holds a file that is not its own; Error when a port is taken
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const machine = options.machine ?? systemPorts;
  const objects = options.objects ?? memoryObjects();
  const apis = {workspace: workspaceInterface(), store: storeInterface()};
  const worlds = new Worlds({
    kit: assemble([...apis.workspace.chapters, ...apis.store.chapters]),
    ports: machine,
    objects,
    defects: options.defects ?? [],
    report: options.report ?? (() => {}),
    ...(options.persistence && {persistence: options.persistence}),
  });
  await worlds.load();
  if (!worlds.get(ROOT)) await makeRoot(worlds, options);

  const origins = new Origins(options.publicUrl);
  const listening: Listening[] = [];
  const serve = async (
    name: OriginName,
    app: RequestListener,
    refusal: RawRefusal,
  ): Promise<void> => {
    const server = await listen(app, options.host, options.ports?.[name] ?? 0, refusal);
    listening.push(server);
    origins.ports[name] = server.port;
  };
  let closeMcp = async (): Promise<void> => {};
  const close = async (): Promise<void> => {
    await closeMcp();
    await Promise.all(listening.map((server) => server.close()));
    await worlds.close();
  };
  try {
    const workspace = apiApp({api: apis.workspace, worlds, origins, ports: machine});
    // The MCP server and its library are loaded by the first request that is for them.
    const mcp = onceAsked(async () => {
      const {mcpApp} = await import('./mcp/mcp-app.ts');
      const stepsOf = options.defects?.length ? await defectiveSteps(workspace) : undefined;
      const hosts = [
        options.host?.toLowerCase(),
        options.publicUrl && new URL(options.publicUrl).hostname,
      ].filter((host) => host !== undefined);
      return mcpApp({
        api: workspace,
        document: apis.workspace.specification.contract.document,
        worlds,
        origins,
        ports: machine,
        hosts,
        ...(stepsOf && {stepsOf}),
      });
    });
    closeMcp = mcp.close;
    await serve(
      'workspace',
      (request, response) =>
        routeOf(request.url ?? '')
          ? mcp.listener(request, response)
          : workspace.listener(request, response),
      rawRefusal(apis.workspace),
    );
    await serve(
      'store',
      apiApp({api: apis.store, worlds, origins, ports: machine}).listener,
      rawRefusal(apis.store),
    );
    const storageStepsOf = options.defects?.length ? await defectiveStorage() : undefined;
    const storage = {worlds, ports: machine, ...(storageStepsOf && {stepsOf: storageStepsOf})};
    await serve('objects', objectApp(storage), storageRefusal);
    if (options.control !== false) {
      const {controlApp} = await import('./control/control-app.ts');
      const {host, publicUrl, control: {token} = {}} = options;
      await serve('control', controlApp({worlds, origins, token, host, publicUrl}), controlRefusal);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const url = (name: OriginName): string => origins.url(name, ROOT);
  return {
    urls: {
      workspace: url('workspace'),
      store: url('store'),
      objects: url('objects'),
      ...(options.control !== false && {control: url('control')}),
    },
    worlds,
    world: (id) => worlds.get(id),
    close,
  };
}

interface Loaded {
  listener: RequestListener;
  close(): Promise<void>;
}

/** Something that is loaded by its first request; a request that comes meanwhile waits. */
function onceAsked(load: () => Promise<Loaded>): Loaded {
  let loading: Promise<Loaded> | undefined;
  return {
    listener(request, response) {
      loading ??= load();
      loading.then(
        ({listener}) => listener(request, response),
        (error: unknown) => response.destroy(error as Error),
      );
    },
    close: async () => (await loading)?.close(),
  };
}

/** The steps of storage in worlds with defects. */
async function defectiveStorage(): Promise<NonNullable<StorageParts['stepsOf']>> {
  const {defectiveStorageSteps} = await import('./defects/storage-steps.ts');
  return (world, documented) =>
    world.defects.length ? defectiveStorageSteps(world, documented) : documented;
}

/** The steps of the MCP server in worlds with defects. */
async function defectiveSteps(api: ApiApp): Promise<NonNullable<McpParts['stepsOf']>> {
  const {defectiveMcpSteps} = await import('./defects/mcp-steps.ts');
  return (world, documented) =>
    world.defects.length ? defectiveMcpSteps(api.toolPlan(world), documented) : documented;
}

async function makeRoot(
  worlds: Worlds,
  {world = 'demo', limits = true}: MockOptions,
): Promise<void> {
  if (typeof world === 'object') await worlds.restore(ROOT, world);
  else await worlds.create({id: ROOT, template: world, seed: 1, limits});
}

const RAW_SITUATIONS: Record<number, string> = {
  405: 'method-not-allowed',
  431: 'headers-too-large',
};

/** What HTTP itself refuses, in the failure shape of the API. */
function rawRefusal(api: ApiInterface): RawRefusal {
  const plan = new Plan(api, []);
  return (status) => {
    const {refusal} = plan.refusal(undefined, RAW_SITUATIONS[status] ?? 'request-malformed');
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(api.failure(refusal)),
      headers: api.headers,
    };
  };
}

const storageRefusal: RawRefusal = () => ({
  type: 'application/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>BadRequest</Code><Message>The request cannot be read.</Message></Error>\n',
});

const controlRefusal: RawRefusal = () => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({
    error: 'The request cannot be read.',
    what_to_do: 'Send well-formed HTTP.',
  }),
});
