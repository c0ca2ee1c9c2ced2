import type {Json} from '../../spec/json.ts';
import type {ObjectStore} from '../objects/object-store.ts';
import {withDerived} from '../objects/derived.ts';
import {bucketOf, type Bucket} from '../objects/bucket.ts';
import type {FaultTally, OrderedFault} from '../faults/fault-rule.ts';
import type {Rendered, Renderer} from '../operation.ts';
import type {Change, ChangeSet, Effect, Row, WorldImage, WorldMeta} from './change.ts';
import {Clock} from './clock.ts';
import {Configuration} from './configuration.ts';
import type {Counter} from './counter.ts';
import {DueQueue, type Due} from './due.ts';
import type {EventLog} from './events.ts';
import {Ids} from './ids.ts';
import {Journal} from './journal.ts';
import type {KeptMessages} from './kept-messages.ts';
import {WorldPersistence} from './world-persistence.ts';
import type {WorldDefinition} from './world-definition.ts';
import type {Ports} from './ports.ts';
import {ReadCounts} from './read-counts.ts';
import {RenderedRows} from './rendered-rows.ts';
import type {Settings, WorldOverrides} from './settings.ts';
import type {Table} from './table.ts';
import {Tables} from './tables.ts';
import {WorldView} from './view.ts';
import {Windows} from './windows.ts';

/** The parts of which a world consists, besides its image. */
export interface WorldParts {
  definition: WorldDefinition;
  ports: Ports;
  objects: ObjectStore;
  overrides: WorldOverrides;
  /** The headers and bodies of all journals of a mock. */
  messages?: KeptMessages | undefined;
  /** Is told of changed rows and of moves of the clock. */
  events?: EventLog | undefined;
}

/**
 * The whole state of one isolated instance of the mock. Each part has a class of its own; this class does what
 * concerns several parts: commits, time, and the world as data.
 */
export class World {
  readonly id: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  /** The bucket in object storage that contains its files. */
  readonly bucketName: string;
  readonly objects: Bucket;
  readonly windows: Windows;
  readonly reads: ReadCounts;
  readonly persistence: WorldPersistence;
  /** How often the rules of faults acted, by id. A reset makes a new world, which counts from 0. */
  readonly faultTallies = new Map<string, FaultTally>();
  readonly #events: EventLog | undefined;
  readonly #onDue: WorldDefinition['onDue'];
  readonly #configuration: Configuration;
  readonly #tables: Tables;
  readonly #rendered = new RenderedRows((name) => this.freedom(name));
  readonly #due: DueQueue;
  /** How many ids of each kind were made. */
  readonly #idCounters: Record<string, number>;
  #seq: number;

  constructor(id: string, {meta, tables, due, reads}: WorldImage, parts: WorldParts) {
    const {definition, ports, objects, overrides} = parts;
    this.id = id;
    this.journal = new Journal(parts.messages);
    this.#events = parts.events;
    this.seed = meta.seed;
    this.clock = new Clock(ports, meta.clock);
    this.bucketName = meta.place ?? id;
    this.objects = withDerived(bucketOf(objects, this.bucketName));
    this.#idCounters = {...meta.ids};
    this.ids = new Ids(meta.seed, this.#idCounters);
    this.#seq = meta.seq;
    this.#configuration = new Configuration(meta.settings, definition, overrides);
    this.windows = new Windows(this.counters);
    this.#onDue = definition.onDue;
    this.#due = new DueQueue(due);
    this.#tables = new Tables(definition.tables, tables);
    this.reads = new ReadCounts(this.counters, reads);
    const persistedParts = {meta: () => this.#persistedMeta(), reads: () => this.reads.image()};
    this.persistence = new WorldPersistence(persistedParts, ports);
  }

  get settings(): Settings {
    return this.#configuration.settings;
  }

  /**
   * Makes a message authentication code over texts, in their order, that only this world can make. It is URL-safe.
   */
  seal(purpose: string, ...parts: string[]): string {
    return this.ids.seal([purpose, this.id, ...parts]);
  }

  /** Limits, lifetimes and page sizes by name. */
  get numbers(): Readonly<Record<string, number>> {
    return this.#configuration.numbers;
  }

  /** The same numbers without the changes of defects. */
  get plainNumbers(): Readonly<Record<string, number>> {
    return this.#configuration.plainNumbers;
  }

  /** The counters of limits, by name. */
  get counters(): Readonly<Record<string, Counter>> {
    return this.#configuration.counters;
  }

  /**
   * The value of a freedom: what the world does where the documents leave it open. @throws Error for an unknown
   * freedom
   */
  freedom(name: string): unknown {
    return this.#configuration.freedom(name);
  }

  /**
   * Changes a limit, lifetime or page size.
   * @returns as `commit`
   * @throws RangeError for a name that no chapter declares
   */
  setNumber(name: string, value: number): Promise<void> | undefined {
    return this.#saveMeta(this.#configuration.setNumber(name, value));
  }

  /** Replaces the rules of faults. @returns as `commit` */
  setFaults(faults: OrderedFault[]): Promise<void> | undefined {
    const before = this.settings.faults;
    this.settings.faults = faults;
    return this.#saveMeta(() => {
      if (before) this.settings.faults = before;
      else delete this.settings.faults;
    });
  }

  now(): number {
    return this.clock.now();
  }

  newSeq(): number {
    return this.#seq++;
  }

  /** Returns a table by name. @throws RangeError for a name that no chapter declares */
  table(name: string): Table {
    return this.#tables.table(name);
  }

  /** Returns a row in the form that responses show, rendered once for each version of the row and each renderer. */
  rendered<R extends Row>(row: R, render: Renderer<R>): Rendered {
    return this.#rendered.of(row, render);
  }

  /** Returns the view of one tenant, for an operation. */
  view(tenant: string): WorldView {
    return new WorldView(this, tenant, this.now());
  }

  /**
   * Commits a change set atomically. If it cannot be persisted, it is rolled back.
   * @param gone the due events that it has handled
   * @returns a promise to await before responding: it is fulfilled when the change is on disk, and rejected with
   * NotKept when the change was rolled back. Undefined in memory
   */
  commit({changes, effects}: ChangeSet, gone: Due[] = []): Promise<void> | undefined {
    const undoing = this.persistence.isOn ? this.#tables.undoing(changes) : undefined;
    for (const change of changes) this.#tables.apply(change);
    this.#events?.addChanges(this.id, changes);
    const add: Due[] = [];
    for (const effect of effects) add.push(this.#perform(effect));
    const rollBack = undoing && (() => this.#rollBack(undoing, gone, add));
    return this.persistence.save({changes, add, gone}, rollBack);
  }

  /**
   * Handles the due events in order of (time, sequence).
   * @returns as `commit`
   * @throws the error of a handler; its event is gone then, so that the next call handles those after it
   */
  handleDue(): Promise<void> | undefined {
    const now = this.now();
    let persisted: Promise<void> | undefined;
    while (this.#due.next <= now) {
      const due = this.#due.take();
      if (!due) break;
      persisted = this.commit(this.#changesOf(due), [due]) ?? persisted;
    }
    return persisted;
  }

  /** Advances the clock by milliseconds and handles due events. @returns as `commit` */
  advance(ms: number): Promise<void> | undefined {
    const before = this.clock.kept;
    this.clock.advance(ms);
    return this.#saveTime(before);
  }

  /**
   * Moves the clock to the next due event, frozen or running, if a client polls what waits for one.
   * @param keys of the rows that it polls
   * @returns as `commit`, and how far the clock was moved; undefined when nothing waits
   */
  skipWait(
    keys: readonly string[],
  ): {ms: number; persisted: Promise<void> | undefined} | undefined {
    if (!keys.length || !this.#due.hasAny(keys)) return undefined;
    const ms = Math.max(0, this.#due.next - this.now());
    return {ms, persisted: this.advance(ms)};
  }

  /**
   * Freezes the clock at an instant, also of the past, and handles due events. What has happened stays.
   * @returns as `commit`
   */
  freeze(at: number): Promise<void> | undefined {
    // Requests that were counted at later instants would otherwise use up the limits.
    if (at < this.now()) {
      this.windows.clear();
      this.reads.forgetAfter(at);
      this.persistence.saveReads();
    }
    const before = this.clock.kept;
    this.clock.freeze(at);
    return this.#saveTime(before);
  }

  /** Lets the clock run. @returns as `commit` */
  run(): Promise<void> | undefined {
    const before = this.clock.kept;
    this.clock.run();
    return this.#saveTime(before);
  }

  /** Lets the clock run so many times as fast as real time, when it runs. @returns as `commit` */
  setSpeed(speed: number): Promise<void> | undefined {
    const before = this.clock.kept;
    this.clock.setSpeed(speed);
    return this.#saveTime(before);
  }

  /** What falls due next, in its order. */
  due(limit: number): Due[] {
    return this.#due.all().slice(0, limit);
  }

  /** The number of rows of all tables. */
  get rowCount(): number {
    return this.#tables.rowCount;
  }

  /** The whole world as data, except for its files and for what a reset restores: that is set when it is restored. */
  image(): WorldImage {
    const meta = structuredClone(this.#meta());
    delete meta.settings['made'];
    return {
      meta,
      tables: this.#tables.image(),
      due: this.#due.all(),
      reads: this.reads.image(),
    };
  }

  /** What a due event changes: nothing, if no chapter declares it. */
  #changesOf(due: Due): ChangeSet {
    const handle = Object.hasOwn(this.#onDue, due.event) ? this.#onDue[due.event] : undefined;
    try {
      const {changes = [], effects = []} = handle?.(new WorldView(this, '', due.at), due.key) ?? {};
      return {changes, effects};
    } catch (error) {
      void this.commit({changes: [], effects: []}, [due]);
      throw error;
    }
  }

  /** @returns the due event that was added */
  #perform(effect: Effect): Due {
    const due = {at: effect.at, seq: this.newSeq(), event: effect.event, key: effect.key};
    this.#due.add(due);
    return due;
  }

  #rollBack(undoing: readonly Change[], gone: readonly Due[], added: readonly Due[]): void {
    for (const change of undoing) this.#tables.apply(change);
    if (gone.length || added.length) this.#due.rollBack(gone, added);
  }

  /** Persists the state of the clock and handles due events. @param before the previous state */
  #saveTime(before: WorldMeta['clock']): Promise<void> | undefined {
    const persisted = this.#saveMeta(() => this.clock.rollBack(before));
    this.#events?.add(this.id, 'clock', {now: this.now(), frozen: this.clock.frozen});
    return this.handleDue() ?? persisted;
  }

  /** @param rollBack undoes what was changed other than rows */
  #saveMeta(rollBack: () => void): Promise<void> | undefined {
    return this.persistence.save({changes: [], add: [], gone: []}, rollBack);
  }

  /** The data other than rows. It contains the world's own objects, not copies. */
  #meta(): WorldMeta {
    return {
      clock: this.clock.state,
      seed: this.seed,
      seq: this.#seq,
      ids: this.#idCounters,
      settings: this.settings as unknown as Record<string, Json>,
    };
  }

  /** The same data with the name of the bucket, where it differs from the world's. */
  #persistedMeta(): WorldMeta {
    const meta = {...this.#meta(), clock: this.clock.kept};
    return this.bucketName === this.id ? meta : {...meta, place: this.bucketName};
  }
}
