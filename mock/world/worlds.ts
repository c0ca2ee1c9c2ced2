import {Readable} from 'node:stream';
import type {Json} from '../../spec/json.ts';
import type {Freedoms} from '../chapter.ts';
import type {FaultRule, OrderedFault} from '../faults/fault-rule.ts';
import {faultsAfterReset, faultSettings} from '../faults/ordered-faults.ts';
import type {ObjectStore} from '../objects/object-store.ts';
import type {Persistence} from '../persistence/commit-log.ts';
import type {WorldImage, WorldMeta} from './change.ts';
import {Clock} from './clock.ts';
import {EventLog} from './events.ts';
import {requireFreedoms} from './freedoms.ts';
import {seedWorld, type SeededObject} from './seed-world.ts';
import {Journal, type JournalEntry, type NewEntry} from './journal.ts';
import {KeptMessages} from './kept-messages.ts';
import type {WorldDefinition} from './world-definition.ts';
import type {Ports} from './ports.ts';
import {SentMarks} from './sent-marks.ts';
import {ORIGIN, settingsOf, type Made, type Settings, type WorldOverrides} from './settings.ts';
import {World} from './world.ts';

/** The id of the root world, which is served without the prefix `/w/<id>`. */
export const ROOT = 'demo';

/** Options of a new world. */
export interface NewWorld {
  /** Default: the next free `w<n>`. */
  id?: string;
  template?: Settings['template'];
  /** The seed from which ids, names, keys and secrets are derived. Default: random. */
  seed?: number;
  /**
   * The epoch milliseconds at which the clock is frozen; null: the clock runs. Default: suite worlds are frozen,
   * others run.
   */
  frozenAt?: number | null;
  /** How many times as fast as real time the clock runs, within `SPEEDS`. Default: 1. */
  speed?: number;
  /** Whether the clock moves to the next due event when a client polls what waits for one. Default: no. */
  skipWaits?: boolean;
  limits?: boolean;
  /** Whose credentials a world of the template `demo` has. Default: its own. */
  credentials?: 'own' | 'demo';
  freedoms?: Record<string, Json>;
  numbers?: Record<string, number>;
  /** Names of the world's defects. The mock has to know them. */
  defects?: string[];
  /** Rules of faults that the caller has checked. */
  faults?: readonly FaultRule[];
}

export interface WorldsParts {
  definition: WorldDefinition;
  ports: Ports;
  objects: ObjectStore;
  persistence?: Persistence | undefined;
  overrides: WorldOverrides;
  /** Receives every request that was answered. */
  observe(entry: JournalEntry): void;
}

/** All worlds of one mock, and the journal of requests that belong to no world. */
export class Worlds {
  /** The journal of requests with an unknown world or credential. */
  readonly unroutedJournal: Journal;
  /** What happens in the worlds, for those who watch. */
  readonly events: EventLog;
  /** The requests that the control plane is sending. */
  readonly sentMarks: SentMarks;
  readonly #messages = new KeptMessages();
  readonly #parts: WorldsParts;
  readonly #worlds = new Map<string, World>();
  readonly #turns = new Map<string, Promise<void>>();
  #made = 0;

  constructor(parts: WorldsParts) {
    this.#parts = parts;
    this.unroutedJournal = new Journal(this.#messages);
    this.sentMarks = new SentMarks(parts.ports);
    this.events = new EventLog(parts.ports.now().toString(36));
  }

  /** Milliseconds of real time since some instant, for durations. */
  elapsed(): number {
    const {ports} = this.#parts;
    return ports.elapsed?.() ?? ports.now();
  }

  /** Milliseconds since an instant of `elapsed`, with two decimals. */
  since(begun: number): number {
    return Math.round((this.elapsed() - begun) * 100) / 100;
  }

  get(id: string): World | undefined {
    return this.#worlds.get(id);
  }

  /** What the chapters declare that the documents leave open. */
  get freedoms(): Freedoms {
    return this.definition.freedoms;
  }

  /** What the chapters declare. */
  get definition(): WorldDefinition {
    return this.#parts.definition;
  }

  list(): World[] {
    return [...this.#worlds.values()];
  }

  /** Opens the stored worlds. @throws DamagedFile */
  async load(): Promise<void> {
    const {persistence, objects} = this.#parts;
    if (!persistence) return;
    for (const [id, image] of await persistence.load()) {
      const world = this.#world(id, image);
      world.persistence.startWith(await persistence.open(id, image));
      this.#worlds.set(id, world);
    }
    const used = new Set(this.list().map((world) => world.bucketName));
    // Removes buckets that were left by a crash during a reset, restore or drop.
    for (const name of objects.unsettled())
      await settled(objects, used.has(name) ? undefined : name, [name]);
  }

  /**
   * Creates a world.
   * @throws RangeError for an id in use, a number or defect that is not declared, or (WrongFreedom) for a freedom that is
   * not declared or a value that it does not have
   */
  async create(spec: NewWorld = {}): Promise<World> {
    this.#requirePossible(spec, spec.template ?? 'suite');
    const made = this.#seeded(spec);
    const id = spec.id ?? this.#freeId();
    return this.#inTurn(id, () => this.#open(id, ...made(id)));
  }

  /**
   * Makes a world without opening it: nobody can reach it.
   * @param objects where its files are stored
   * @throws as `create`
   */
  draft(spec: NewWorld, objects: ObjectStore): World {
    this.#requirePossible(spec, spec.template ?? 'suite');
    const [image] = this.#seeded(spec)('draft');
    return new World('draft', image, {...this.#parts, objects});
  }

  /** @returns makes the image and the files of the template, for the id of the world. @throws as `create` */
  #seeded(spec: NewWorld): (id: string) => [WorldImage, SeededObject[]] {
    const {definition, ports, overrides} = this.#parts;
    const template = spec.template ?? 'suite';
    const seed = spec.seed ?? ports.chance();
    const frozen = frozenAtFirst(template, seed, spec.frozenAt);
    const filledAt = frozen ?? ports.now();
    const settings: Settings = {
      template,
      limits: spec.limits ?? true,
      credentials: ROOT,
      freedoms: {...definition.templateFreedoms[template], ...spec.freedoms},
      numbers: spec.numbers ?? {},
      defects: spec.defects ?? [],
      filledAt,
      ...(spec.skipWaits && {skipWaits: true}),
      ...faultSettings(spec.faults, filledAt),
      made: {numbers: spec.numbers ?? {}, frozen: frozen !== null, ...speedOf(spec)},
    };
    overrides.accept(settings);
    const clock = this.#clock(frozen, spec);
    return (id) => {
      const credentials = spec.credentials === 'demo' ? ROOT : id;
      return seedWorld(definition, seed, {...settings, credentials}, clock);
    };
  }

  /** @throws as `create` */
  #requirePossible({id, credentials, freedoms, numbers}: NewWorld, template: string): void {
    const {definition} = this.#parts;
    if (id !== undefined && this.#worlds.has(id))
      throw new RangeError(`there is a world \`${id}\` already`);
    requireFreedoms(definition.freedoms, freedoms ?? {});
    requireNumbers(definition.numbers, numbers ?? {});
    if (credentials === 'demo' && template !== 'demo') throw noDemo(template);
  }

  /**
   * Replaces a world by an image, or creates a new one.
   * @param origin what a reset restores, as a JSON text
   * @param isReset whether a world that does not exist is refused, and the rules of faults stay
   * @throws RangeError for a world that does not exist
   */
  restore(
    id: string,
    image: WorldImage,
    objects: SeededObject[] = [],
    origin?: string,
    isReset = false,
  ): Promise<World> {
    const kept = origin === undefined ? [] : [originObject(origin)];
    return this.#inTurn(id, () => {
      const made = asMade(image, origin !== undefined);
      const reset = isReset ? this.#withFaultsOf(this.#existing(id), made) : made;
      return this.#open(id, reset, [...objects, ...kept]);
    });
  }

  #withFaultsOf({settings: {faults}}: World, {meta, ...rest}: WorldImage): WorldImage {
    const {faults: made, ...settings} = meta.settings;
    const now = new Clock(this.#parts.ports, meta.clock).now();
    const kept = faultsAfterReset(made as OrderedFault[] | undefined, faults, now);
    const whole = {...settings, ...kept} as WorldMeta['settings'];
    return {...rest, meta: {...meta, settings: whole}};
  }

  /** @throws RangeError for a defect that this mock was not made with */
  requireDefects(settings: Settings): void {
    this.#parts.overrides.accept(settings);
  }

  /**
   * Makes a world of an image without opening it: nobody can reach it.
   * @throws any error for rows that are not those of a chapter
   */
  tried(id: string, image: WorldImage): World {
    return this.#world(id, image);
  }

  /** Resets a world: same seed, template and settings, with the numbers that it was made with. */
  reset(id: string): Promise<World> {
    return this.#inTurn(id, () => this.#reset(this.#existing(id)));
  }

  #reset(world: World): Promise<World> {
    const {faults, ...settings} = world.settings;
    const made = settings.made ?? {...settings, frozen: world.clock.frozen};
    const {numbers, frozen} = made;
    const clock = this.#clock(frozen ? settings.filledAt : null, made);
    const filledAt = frozen ? settings.filledAt : this.#parts.ports.now();
    const kept = faultsAfterReset([], faults, filledAt);
    const [image, objects] = seedWorld(
      this.#parts.definition,
      world.seed,
      {...settings, numbers, filledAt, ...kept},
      clock,
    );
    return this.#open(world.id, image, objects);
  }

  /** @throws NotKept when the world could not be removed from the index; then it remains */
  drop(id: string): Promise<void> {
    return this.#inTurn(id, async () => {
      const {persistence, objects} = this.#parts;
      const world = this.#existing(id);
      const buckets = objects.list(world.bucketName).length ? [world.bucketName] : [];
      await objects.unsettle(buckets);
      await persistence?.forget(id);
      this.#worlds.delete(id);
      world.journal.dropMessages();
      this.events.add(id, 'world', {state: 'dropped'});
      await world.persistence.close();
      await persistence?.drop(id);
      await settled(objects, world.bucketName, buckets);
    });
  }

  async close(): Promise<void> {
    await this.#closeWorlds();
    await this.#parts.persistence?.close();
  }

  /** Closes the worlds of a start that was refused: if it created the data folder, that is removed. */
  async undo(): Promise<void> {
    await this.#closeWorlds();
    await this.#parts.persistence?.undo();
  }

  async #closeWorlds(): Promise<void> {
    for (const world of this.#worlds.values()) await world.persistence.close();
    this.#worlds.clear();
  }

  /**
   * Adds a request to the journal of its world, or to the journal of requests without one, and tells those who watch.
   */
  journal(answered: NewEntry): void {
    const {entry, mark} = this.sentMarks.marked(answered);
    const kept = (this.#worlds.get(entry.world)?.journal ?? this.unroutedJournal).add(entry);
    if (mark !== undefined) this.sentMarks.note(mark, kept.n);
    this.events.add(entry.world, 'request', kept);
    this.#parts.observe(kept);
  }

  /**
   * Opens a world, possibly replacing another. Rows and files change together: the new files are put into a new
   * bucket, then the rows that name this bucket are persisted, and then the old bucket is dropped.
   */
  async #open(id: string, image: WorldImage, objects: SeededObject[] = []): Promise<World> {
    const {objects: store, persistence} = this.#parts;
    const old = this.#worlds.get(id);
    const placed = {
      ...image,
      meta: {...image.meta, place: old ? nextBucketName(id, old.bucketName) : id},
    };
    const world = this.#world(id, placed);
    const buckets = [world.bucketName, ...(old ? [old.bucketName] : [])];
    const hasObjects = objects.length > 0 || buckets.some((name) => store.list(name).length > 0);
    if (hasObjects) await store.unsettle(buckets);
    try {
      await store.drop(world.bucketName);
      for (const {key, bytes, contentType} of objects)
        await world.objects.put(key, Readable.from([bytes]), {
          contentType,
          limit: bytes.byteLength,
        });
      if (persistence)
        world.persistence.startWith(
          (await old?.persistence.replacedBy(placed)) ?? (await persistence.open(id, placed)),
        );
    } catch (error) {
      await settled(store, world.bucketName, buckets);
      throw error;
    }
    this.#worlds.set(id, world);
    old?.journal.dropMessages();
    this.events.add(id, 'world', {state: old ? 'replaced' : 'made'});
    await settled(store, old?.bucketName, hasObjects ? buckets : []);
    return world;
  }

  /** The clock of a new world: it stands still, or shows the present and runs. */
  #clock(frozen: number | null, made: {speed?: number | undefined}): WorldMeta['clock'] {
    const {speed = 1} = made;
    if (frozen !== null) return {frozen, ...speedOf(made)};
    return {offset: this.#parts.ports.now() * (1 - speed), ...speedOf(made)};
  }

  #world(id: string, image: WorldImage): World {
    return new World(id, image, {
      ...this.#parts,
      messages: this.#messages,
      events: this.events,
    });
  }

  /** Creates, replaces and drops the world of one id in sequence, never in parallel. */
  #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#turns.get(id) ?? Promise.resolve()).then(work);
    const settled = done
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#turns.get(id) === settled && this.#turns.delete(id));
    this.#turns.set(id, settled);
    return done;
  }

  #existing(id: string): World {
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

const noDemo = (template: string): RangeError =>
  new RangeError(`a world of the template ${template} cannot have the credentials of the demo`);

/** The instant at which the clock of a new world stands still; null: it runs. */
function frozenAtFirst(
  template: Settings['template'],
  seed: number,
  requested: NewWorld['frozenAt'],
): number | null {
  if (requested !== undefined) return requested;
  return template === 'suite' ? suiteInstant(seed) : null;
}

/** The speed of a clock, if it is not that of real time. */
const speedOf = ({speed}: {speed?: number | undefined}): {speed?: number} =>
  speed === undefined || speed === 1 ? {} : {speed};

/** An image whose numbers and kind of clock are those that a reset restores. */
function asMade({meta, ...rest}: WorldImage, hasOrigin: boolean): WorldImage {
  const made: Made = {
    numbers: settingsOf(meta.settings).numbers,
    frozen: 'frozen' in meta.clock,
    ...speedOf(meta.clock),
    ...(hasOrigin && {origin: true}),
  };
  return {...rest, meta: {...meta, settings: {...meta.settings, made: {...made}}}};
}

const originObject = (origin: string): SeededObject => ({
  key: ORIGIN,
  bytes: Buffer.from(origin),
  contentType: 'application/json',
});

/** @throws RangeError for a name that no chapter declares */
function requireNumbers(declared: Record<string, number>, given: Record<string, number>): void {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(declared, name))
      throw new RangeError(`no number \`${name}\`; there are ${Object.keys(declared).join(', ')}`);
}

/**
 * Drops a bucket that no world has, and notes that buckets are settled. An error is ignored: what is not settled is
 * dropped by the next start, if no world has it.
 */
async function settled(
  objects: ObjectStore,
  dropped: string | undefined,
  buckets: readonly string[],
): Promise<void> {
  try {
    if (dropped !== undefined) await objects.drop(dropped);
    await objects.settle(buckets);
  } catch {
    // The next start drops it.
  }
}

/** The name of the next bucket of a world: `demo`, `demo/1`, `demo/2`. */
const nextBucketName = (id: string, current: string): string =>
  `${id}/${Number(current.slice(id.length + 1)) + 1}`;

/** An instant in the years 2025 and 2026, derived from the seed. */
const suiteInstant = (seed: number): number =>
  Date.UTC(2025, 0, 1) + ((Math.abs(seed) * 2_654_435_761) % (2 * 365 * 86_400)) * 1000;
