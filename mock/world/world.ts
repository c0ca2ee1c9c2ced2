import type {Json} from '../../spec/json.ts';
import type {ObjectStore} from '../objects/object-store.ts';
import {withDerived} from '../objects/derived.ts';
import {bucketOf, type Bucket} from '../objects/bucket.ts';
import {Rendered} from '../operation.ts';
import type {Keeper} from '../persistence/keeper.ts';
import type {ChangeSet, Effect, Row, WorldImage, WorldMeta} from './change.ts';
import {Clock} from './clock.ts';
import {countedAs, type Counter, type Facets} from './counter.ts';
import {DueQueue, type Due} from './due.ts';
import {Ids} from './ids.ts';
import {Journal} from './journal.ts';
import type {Kit} from './kit.ts';
import type {Ports} from './ports.ts';
import {RollingCount} from './rolling-count.ts';
import {numbersOf, settingsOf, type Settings, type WorldOverrides} from './settings.ts';
import {Table} from './table.ts';
import {WorldView} from './view.ts';
import {windowOf, type Window, type WindowKind} from './window.ts';

const NOTE_EVERY_MS = 500;

/** Mail that would have gone out. */
export interface Mail {
  at: number;
  to: string;
  subject: string;
  about: Record<string, Json>;
}

export interface WorldParts {
  kit: Kit;
  ports: Ports;
  objects: ObjectStore;
  overrides: WorldOverrides;
}

/** Everything that one isolated instance of the mock knows. */
export class World {
  readonly id: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal = new Journal();
  readonly outbox: Mail[] = [];
  /** The bucket that holds its bytes in object storage. */
  readonly bucketName: string;
  readonly objects: Bucket;
  readonly settings: Settings;
  /** Limits, lifetimes and page sizes by name. */
  numbers: Readonly<Record<string, number>>;
  /** What limits count, by name. */
  readonly counters: Readonly<Record<string, Counter>>;
  readonly #parts: WorldParts;
  readonly #tables = new Map<string, Table>();
  readonly #due: DueQueue;
  readonly #windows = new Map<string, Window>();
  readonly #reads = new Map<string, RollingCount>();
  readonly #seed: number;
  readonly #counters: Record<string, number>;
  /** By renderer and row. */
  readonly #rendered = new Map<unknown, WeakMap<Row, Rendered>>();
  #seq: number;
  #keeper: Keeper | undefined;
  /** Fulfilled when the world that takes this one's place is kept. */
  #replaced: Promise<void> | undefined;
  #cancelNote: (() => void) | undefined;

  constructor(id: string, image: WorldImage, parts: WorldParts) {
    this.id = id;
    this.#parts = parts;
    this.bucketName = image.meta.place ?? id;
    this.objects = withDerived(bucketOf(parts.objects, this.bucketName));
    this.clock = new Clock(parts.ports, image.meta.clock);
    this.#seed = image.meta.seed;
    this.#counters = {...image.meta.ids};
    this.ids = new Ids(this.#seed, this.#counters);
    this.#seq = image.meta.seq;
    this.settings = settingsOf(image.meta.settings);
    parts.overrides.accept(this.settings);
    this.numbers = this.#numbers();
    this.counters = parts.overrides.counters(this.settings, parts.kit.counters);
    this.#due = new DueQueue(image.due);
    for (const [name, rows] of Object.entries(image.tables))
      this.#tables.set(name, new Table(this.#spec(name), rows));
    for (const [name, seconds] of Object.entries(image.reads))
      this.#reads.set(
        name,
        new RollingCount(this.#counter(name.slice(0, name.indexOf(':'))), seconds),
      );
  }

  get seed(): number {
    return this.#seed;
  }

  now(): number {
    return this.clock.now();
  }

  newSeq(): number {
    return this.#seq++;
  }

  /** A table by name; made when it is first needed. Throws for a name that no chapter declares. */
  table(name: string): Table {
    const existing = this.#tables.get(name);
    if (existing) return existing;
    const table = new Table(this.#spec(name));
    this.#tables.set(name, table);
    return table;
  }

  /** The view of one tenant, as a transition gets it. */
  view(tenant: string): WorldView {
    return new WorldView(this, tenant, this.now());
  }

  freedom(name: string): unknown {
    const own = this.#parts.kit.freedoms;
    if (!Object.hasOwn(own, name))
      throw new Error(
        `no freedom \`${name}\` is declared; there are ${Object.keys(own).join(', ')}`,
      );
    return Object.hasOwn(this.settings.freedoms, name) ? this.settings.freedoms[name] : own[name];
  }

  /**
   * Changes a limit, lifetime or page size. @throws RangeError for a name that no chapter declares
   */
  setNumber(name: string, value: number): Promise<void> | undefined {
    if (!Object.hasOwn(this.#parts.kit.numbers, name))
      throw new RangeError(
        `no number \`${name}\`; there are ${Object.keys(this.#parts.kit.numbers).join(', ')}`,
      );
    this.settings.numbers[name] = value;
    this.numbers = this.#numbers();
    return this.commit({changes: [], effects: []});
  }

  /**
   * Commits a change set, whole.
   * @returns what to await before answering: the change is then on disk; undefined in memory
   */
  commit({changes, effects}: ChangeSet, gone: number[] = []): Promise<void> | undefined {
    for (const change of changes) {
      const table = this.table(change.table);
      if ('put' in change) table.put(change.put);
      else table.del(change.del);
    }
    const add: Due[] = [];
    for (const effect of effects) {
      const due = this.#perform(effect);
      if (due) add.push(due);
    }
    return this.#keeper
      ? this.#keeper.keep({
          changes,
          due: {add, gone},
          meta: {...this.#meta(), ...(this.bucketName !== this.id && {place: this.bucketName})},
        })
      : this.#replaced;
  }

  /** Brings about what has fallen due, in order of (time, sequence). */
  settle(): Promise<void> | undefined {
    const now = this.now();
    let kept: Promise<void> | undefined;
    while (this.#due.next <= now) {
      const due = this.#due.take();
      if (!due) break;
      const settle = this.#parts.kit.settle[due.event];
      const done = settle?.(new WorldView(this, '', due.at), due.key);
      kept =
        this.commit({changes: done?.changes ?? [], effects: done?.effects ?? []}, [due.seq]) ??
        kept;
    }
    return kept;
  }

  /** Moves the clock on and settles. Milliseconds. */
  advance(ms: number): Promise<void> | undefined {
    this.clock.advance(ms);
    return this.settle() ?? this.commit({changes: [], effects: []});
  }

  freeze(at: number): Promise<void> | undefined {
    // Stamps of a later instant would hold a window shut.
    if (at < this.now()) this.#windows.clear();
    this.clock.freeze(at);
    return this.settle() ?? this.commit({changes: [], effects: []});
  }

  run(): Promise<void> | undefined {
    this.clock.run();
    return this.commit({changes: [], effects: []});
  }

  /** The window in which a counter counts a request, for a limit that is short and not kept. */
  window(counter: string, facets: Facets, limit: number, kind: WindowKind): Window {
    const spec = this.#counter(counter);
    const name = countedAs(spec, facets);
    const existing = this.#windows.get(name);
    if (existing?.limit === limit && existing.kind === kind) return existing;
    const window = windowOf(kind, limit, spec.span);
    this.#windows.set(name, window);
    return window;
  }

  /**
   * The count of a counter that a request belongs to, and its name, such as
   * `store.limits.token_reads:<id>:v1`.
   */
  reads(counter: string, facets: Facets): {name: string; count: RollingCount} {
    const spec = this.#counter(counter);
    const name = `${counter}:${countedAs(spec, facets)}`;
    const existing = this.#reads.get(name);
    if (existing) return {name, count: existing};
    const count = new RollingCount(spec);
    this.#reads.set(name, count);
    return {name, count};
  }

  /** Writes the read counters down within a second. */
  noteReads(): void {
    if (!this.#keeper || this.#cancelNote) return;
    this.#cancelNote = this.#parts.ports.later(NOTE_EVERY_MS, () => {
      this.#cancelNote = undefined;
      this.#keeper?.note(this.#readsImage());
    });
  }

  /** A row as responses show it, rendered once for each value of the row and renderer. */
  rendered<R extends Row>(row: R, render: (row: R) => unknown): Rendered {
    const made = this.#renderedBy(render);
    const existing = made.get(row);
    if (existing) return existing;
    const rendered = new Rendered(render(row));
    made.set(row, rendered);
    return rendered;
  }

  #renderedBy(render: unknown): WeakMap<Row, Rendered> {
    const existing = this.#rendered.get(render);
    if (existing) return existing;
    const made = new WeakMap<Row, Rendered>();
    this.#rendered.set(render, made);
    return made;
  }

  /**
   * What is kept beside the rows: the world's own objects, for whoever writes them down at once.
   */
  #meta(): WorldMeta {
    return {
      clock: this.clock.state,
      seed: this.#seed,
      seq: this.#seq,
      ids: this.#counters,
      settings: this.settings as unknown as Record<string, Json>,
    };
  }

  /** The whole world as data, wherever its bytes lie. */
  image(): WorldImage {
    return {
      meta: structuredClone(this.#meta()),
      tables: Object.fromEntries(
        [...this.#tables].map(([name, table]) => [name, [...table.all()]]),
      ),
      due: this.#due.all(),
      reads: this.#readsImage(),
    };
  }

  /** From now on every commit is kept. */
  keptBy(keeper: Keeper): void {
    this.#keeper = keeper;
  }

  /**
   * Hands its keeper to the world that takes this one's place. A request that is under way here
   * commits nowhere any more; its response waits until the other world is kept, as if it came just
   * before.
   */
  async replacedBy(image: WorldImage): Promise<Keeper | undefined> {
    const keeper = this.#release();
    this.#replaced = keeper?.replace(image);
    try {
      await this.#replaced;
    } catch (error) {
      this.#keeper = keeper;
      throw error;
    }
    return keeper;
  }

  /** Keeps no more; read counters are noted a last time. */
  async close(): Promise<void> {
    const keeper = this.#release();
    keeper?.note(this.#readsImage());
    await keeper?.close();
  }

  #release(): Keeper | undefined {
    this.#cancelNote?.();
    const keeper = this.#keeper;
    this.#keeper = undefined;
    return keeper;
  }

  /** @returns what stands in the queue for it */
  #perform(effect: Effect): Due | undefined {
    if (effect.effect === 'mail') {
      this.outbox.push({
        at: this.now(),
        to: effect.to,
        subject: effect.subject,
        about: effect.about,
      });
      return undefined;
    }
    const due = {at: effect.at, seq: this.newSeq(), event: effect.event, key: effect.key};
    this.#due.add(due);
    return due;
  }

  #readsImage(): WorldImage['reads'] {
    return Object.fromEntries([...this.#reads].map(([counter, count]) => [counter, count.image()]));
  }

  #numbers(): Readonly<Record<string, number>> {
    const {kit, overrides} = this.#parts;
    return overrides.numbers(this.settings, numbersOf(kit, this.settings));
  }

  #counter(name: string): Counter {
    const counter = this.counters[name];
    if (!counter) throw new RangeError(`no chapter declares a counter \`${name}\``);
    return counter;
  }

  #spec(name: string): Kit['tables'][string] {
    const spec = this.#parts.kit.tables[name];
    if (!spec) throw new RangeError(`no chapter declares a table \`${name}\``);
    return spec;
  }
}
