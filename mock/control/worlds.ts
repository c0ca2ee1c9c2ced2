import {requireFaults} from './faults.ts';
import type {World} from '../world/world.ts';
import {ROOT, type NewWorld} from '../world/worlds.ts';
import type {Issue} from '../store/content/issue.ts';
import {FILE_HOST} from '../store/content/file-source.ts';
import {instantOf} from './clock.ts';
import {credentials} from './credentials.ts';
import {orUnprocessable, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

interface CreateWorld extends Pick<
  NewWorld,
  'template' | 'seed' | 'limits' | 'credentials' | 'freedoms' | 'faults' | 'speed'
> {
  /** null: the clock runs. */
  frozen_at?: string | null;
  defect?: string;
  skip_waits?: boolean;
}

/** Creates, lists and drops worlds. */
export const worldOperations: Record<string, Handler> = {
  listWorlds(request) {
    const worlds = request.worlds.list().map((world) => summarize(request, world));
    return {status: 200, body: {worlds}};
  },

  async createWorld(request: ControlRequest<CreateWorld>) {
    const {frozen_at: frozen, defect, skip_waits: skipWaits = false, ...settings} = request.body;
    if (settings.faults) requireFaults(settings.faults);
    const spec: NewWorld = {
      ...settings,
      skipWaits,
      defects: defect === undefined ? [] : [defect],
      ...(frozen !== undefined && {
        frozenAt: frozen === null ? null : instantOf(frozen, 'frozen_at'),
      }),
    };
    const world = await orUnprocessable(() => request.worlds.create(spec));
    return {status: 201, body: describeWorld(request, world)};
  },

  getWorld: (request) => ({status: 200, body: describeWorld(request, worldOf(request))}),

  async dropWorld(request) {
    const {id} = worldOf(request);
    // Addresses without a world would lead nowhere until the next start.
    if (id === ROOT)
      throw new Problem(
        409,
        'the default world cannot be deleted',
        `\`POST /worlds/${ROOT}/reset\` brings it back to its initial state`,
      );
    await orGone(request, () => request.worlds.drop(id));
    return {status: 204};
  },
};

/**
 * Converts the error of a world that another request has dropped meanwhile.
 * @throws Problem 404
 */
export async function orGone<T>(request: ControlRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) worldOf(request);
    throw error;
  }
}

/** A world with everything that a test runner needs: addresses, credentials, samples. */
export const describeWorld = (request: ControlRequest, world: World) => ({
  ...summarize(request, world),
  ...credentials(world),
  samples: {...SAMPLES, ...contentProducts(world)},
});

const summarize = (request: ControlRequest, world: World) => ({
  world: world.id,
  now: new Date(world.now()).toISOString(),
  frozen: world.clock.frozen,
  urls: {
    workspace: request.url('workspace', world.id),
    store: request.url('store', world.id),
    objects: request.url('objects', world.id),
  },
});

/** The first contents of the first store, as orders name them; fewer in a world that has fewer. */
function contentProducts(world: World): Record<string, string> {
  const [store] = [...world.table('stores').all()];
  const titles = ([...world.table('issues').all()] as Issue[]).filter(
    ({tenant}) => tenant === store?.key,
  );
  const names = ['content_product', 'other_content_product'];
  return Object.fromEntries(
    titles.slice(0, names.length).map(({external_id: id}, index) => [names[index], id]),
  );
}

/** Values that tests need and cannot derive. These are valid in every world. Tools are identified by their slug. */
const SAMPLES = {
  good: {filename: 'the-quiet-harbour.epub', format: 'epub'},
  audiobook: {filename: 'the-quiet-harbour.m4b'},
  unsupported: {filename: 'notes.exe'},
  oversize: {filename: 'atlas.epub', size_bytes: Number.MAX_SAFE_INTEGER},
  // An id of more than 31 bits never exists.
  unknown_user: 9_999_999_999,
  unknown_plan: 999_999_999,
  unknown_issue: 999_999_999,
  subscribable_plan: 501,
  unsubscribable_plan: 502,
  foreign_plan: 503,
  epub_file: `https://${FILE_HOST}/good.epub`,
  pdf_file: `https://${FILE_HOST}/good.pdf`,
  mp3_file: `https://${FILE_HOST}/good.mp3`,
  mpga_file: `https://${FILE_HOST}/good.mpga`,
  jpg_cover: `https://${FILE_HOST}/cover.jpg`,
  png_cover: `https://${FILE_HOST}/cover.png`,
  sale_currency: 'ARS',
  return_url: 'https://shop.example/thanks?from=store',
  unknown_file: 'file_nobodys',
  v3_read: '/api/v3/ping',
  metered_tool: 'blurb-writing',
  other_metered_tool: 'accessibility-check',
  unmetered_tool: 'file-validation',
  replacing_tool: 'accessibility-repair',
  other_replacing_tool: 'metadata-enrichment',
  deriving_tool: 'convert-to-pdf',
  non_replacing_tool: 'file-validation',
  held_back_tool: 'cover-studio',
  excluded_tool: 'rights-ledger',
  unknown_tool: 'no-such-tool',
};
