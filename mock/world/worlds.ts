import {Readable} from 'node:stream';
import type {Json} from '../../spec/json.ts';
import {single, type Defect} from '../defect.ts';
import type {ObjectStore} from '../objects/object-store.ts';
import type {Persistence} from '../persistence/keeper.ts';
import type {WorldImage} from './change.ts';
import {fill} from './fill.ts';
import {Journal, line, type JournalEntry} from './journal.ts';
import type {Kit} from './kit.ts';
import type {Ports} from './ports.ts';
import {settingsOf, type Settings} from './settings.ts';
import {World} from './world.ts';

/** The world behind the bare root of every origin. */
export const ROOT = 'demo';

/** How a world is made. */
export interface NewWorld {
  /** Default: the next free `w<n>`. */
  id?: string;
  template?: Settings['template'];
  /** Ids, names, keys and secrets derive from it. Default: chance. */
  seed?: number;
  /** Epoch milliseconds to stand still at; null: the clock runs. Default: suite worlds stand, others run. */
  frozenAt?: number | null;
  limits?: boolean;
  freedoms?: Record<string, Json>;
  numbers?: Record<string, number>;
  /** Names of defects that the mock was made with. */
  defects?: string[];
}

export interface WorldsParts {
  kit: Kit;
  ports: Ports;
  objects: ObjectStore;
  persistence?: Persistence;
  defects: readonly Defect[];
  report(line: string): void;
}

/** All worlds of one mock, and the lobby for requests that belong to none. */
export class Worlds {
  /** Requests whose world or credential nobody knows. */
  readonly lobby = new Journal();
  readonly #parts: WorldsParts;
  readonly #worlds = new Map<string, World>();
  #made = 0;

  constructor(parts: WorldsParts) {
    this.#parts = parts;
  }

  get(id: string): World | undefined {
    return this.#worlds.get(id);
  }

  list(): World[] {
    return [...this.#worlds.values()];
  }

  /** Opens what persistence keeps. @throws DamagedFile */
  async load(): Promise<void> {
    const kept = await this.#parts.persistence?.load();
    for (const [id, image] of kept ?? []) await this.#open(id, image);
  }

  /** Makes and opens a world. @throws RangeError for an id in use, or for a freedom, number or defect that nobody declared */
  async create(spec: NewWorld = {}): Promise<World> {
    const id = spec.id ?? this.#freeId();
    if (this.#worlds.has(id)) throw new RangeError(`there is a world \`${id}\` already`);
    const {kit, ports} = this.#parts;
    known('freedom', spec.freedoms, kit.freedoms);
    known('number', spec.numbers, kit.numbers);
    const template = spec.template ?? 'suite';
    const seed = spec.seed ?? ports.chance();
    const frozen = spec.frozenAt === undefined && template === 'suite' ? suiteInstant(seed) : spec.frozenAt;
    const settings: Settings = {
      template,
      limits: spec.limits ?? true,
      freedoms: spec.freedoms ?? {},
      numbers: spec.numbers ?? {},
      defects: spec.defects ?? [],
      filledAt: frozen ?? ports.now(),
    };
    return this.#open(id, ...fill(kit, seed, settings, typeof frozen === 'number' ? {frozen} : {offset: 0}));
  }

  /** Puts an image in the place of a world, or opens a new one. */
  async restore(id: string, image: WorldImage): Promise<World> {
    return this.#open(id, image);
  }

  /** The world as it was made: same seed, template, settings; numbers and freedoms as they stand. */
  async reset(id: string): Promise<World> {
    const world = this.#known(id);
    const clock = world.clock.frozen ? {frozen: world.settings.filledAt} : {offset: 0};
    const filledAt = world.clock.frozen ? world.settings.filledAt : this.#parts.ports.now();
    const [image, objects] = fill(this.#parts.kit, world.seed, {...world.settings, filledAt}, clock);
    await this.#parts.objects.drop(id);
    return this.#open(id, image, objects);
  }

  async drop(id: string): Promise<void> {
    const world = this.#known(id);
    this.#worlds.delete(id);
    await world.close();
    await this.#parts.persistence?.drop(id);
    await this.#parts.objects.drop(id);
  }

  async close(): Promise<void> {
    for (const world of this.#worlds.values()) await world.close();
    this.#worlds.clear();
    await this.#parts.persistence?.close();
  }

  /** Journals an exchange, in its world or the lobby; a refusal is told on the terminal too. */
  journal(entry: Omit<JournalEntry, 'n'>): void {
    const kept = (this.#worlds.get(entry.world)?.journal ?? this.lobby).add(entry);
    if (entry.status >= 400) this.#parts.report(line(kept));
  }

  async #open(id: string, image: WorldImage, objects: FilledObject[] = []): Promise<World> {
    const {kit, ports, objects: store, persistence} = this.#parts;
    const world = new World(id, image, {kit, ports, objects: store, defects: this.#defects(settingsOf(image.meta.settings).defects)});
    for (const {key, bytes, contentType} of objects)
      await store.put(id, key, Readable.from([bytes]), contentType, bytes.byteLength);
    const old = this.#worlds.get(id);
    if (persistence) {
      const taken = old?.released();
      await taken?.replace(image);
      const keeper = taken ?? (await persistence.open(id, image));
      world.keptBy(keeper);
    }
    this.#worlds.set(id, world);
    return world;
  }

  #defects(names: string[]): Defect[] {
    return names.flatMap((name) => {
      const defect = this.#parts.defects.find((one) => one.name === name);
      if (!defect) throw new RangeError(`no defect \`${name}\` is known to this mock`);
      return single(defect);
    });
  }

  #known(id: string): World {
    const world = this.#worlds.get(id);
    if (!world) throw new RangeError(`no world \`${id}\``);
    return world;
  }

  #freeId(): string {
    do this.#made++;
    while (this.#worlds.has(`w${this.#made}`));
    return `w${this.#made}`;
  }
}

/** Bytes that a template lays into storage. */
export interface FilledObject {
  key: string;
  bytes: Uint8Array;
  contentType: string;
}

function known(kind: string, said: Record<string, unknown> | undefined, declared: Record<string, unknown>): void {
  for (const name of Object.keys(said ?? {}))
    if (!Object.hasOwn(declared, name))
      throw new RangeError(`no ${kind} \`${name}\`; there are ${Object.keys(declared).join(', ') || 'none'}`);
}

/** Some second of the years 2025 and 2026, by seed. */
const suiteInstant = (seed: number): number =>
  Date.UTC(2025, 0, 1) + ((Math.abs(seed) * 2_654_435_761) % (2 * 365 * 86_400)) * 1000;
