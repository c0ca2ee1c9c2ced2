import type {NewWorld} from '../world/worlds.ts';
import type {World} from '../world/world.ts';
import {instantOf} from './clock.ts';
import {credentials} from './credentials.ts';
import {type ControlRequest, type Handler, orUnprocessable, worldOf} from './handler.ts';

const brief = (asked: ControlRequest, world: World) => ({
  world: world.id,
  now: new Date(world.now()).toISOString(),
  frozen: world.clock.frozen,
  urls: {
    workspace: asked.url('workspace', world.id),
    store: asked.url('store', world.id),
    objects: asked.url('objects', world.id),
  },
});

/** A world with all that a runner needs to use it. */
export const described = (asked: ControlRequest, world: World) => ({
  ...brief(asked, world),
  ...credentials(world),
  samples: {
    good: {filename: 'the-quiet-harbour.epub', format: 'epub'},
    unsupported: {filename: 'notes.exe'},
    oversize: {filename: 'atlas.epub', size_bytes: Number.MAX_SAFE_INTEGER},
    unknown_user: 999_999_999,
    unknown_plan: 999_999_999,
    unknown_file: 'file_nobodys',
    v3_read: '/api/v3/ping',
    metered_tool: 'blurb-writing',
    other_metered_tool: 'accessibility-check',
    unmetered_tool: 'file-validation',
    replacing_tool: 'accessibility-repair',
    other_replacing_tool: 'metadata-enrichment',
    deriving_tool: 'convert-to-pdf',
    held_back_tool: 'cover-studio',
    excluded_tool: 'rights-ledger',
    unknown_tool: 'no-such-tool',
  },
});

export const worldOperations: Record<string, Handler> = {
  listWorlds: (asked) => ({
    status: 200,
    body: {worlds: asked.worlds.list().map((world) => brief(asked, world))},
  }),

  async createWorld(asked) {
    const {template, seed, frozen_at: frozen, limits, freedoms, defect} = asked.body;
    const spec: NewWorld = {
      template,
      seed,
      limits,
      freedoms,
      defects: defect === undefined ? [] : [defect],
      frozenAt: typeof frozen === 'string' ? instantOf(frozen, 'frozen_at') : frozen,
    };
    const world = await orUnprocessable(() => asked.worlds.create(spec));
    return {status: 201, body: described(asked, world)};
  },

  getWorld: (asked) => ({status: 200, body: described(asked, worldOf(asked))}),

  async dropWorld(asked) {
    await asked.worlds.drop(worldOf(asked).id);
    return {status: 204};
  },

  async resetWorld(asked) {
    const world = await asked.worlds.reset(worldOf(asked).id);
    return {status: 200, body: described(asked, world)};
  },
};
