import {mkdir, readdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {WorldImage, WorldMeta} from '../world/change.ts';
import {Document} from './document.ts';
import {DamagedFile, type Entry} from './keeper.ts';
import {type Chunk, Shadow} from './shadow.ts';

/** The document that a checkpoint writes last: from then on the log before `from` is not needed. */
interface Base {
  meta: WorldMeta;
  due: WorldImage['due'];
  /** Chunks that must be there. */
  chunks: number[];
  /** First log segment to replay. */
  from: number;
}

/** An entry in the log: the last one of each flush says the world's meta. */
type Logged = Omit<Entry, 'meta'> & Partial<Pick<Entry, 'meta'>>;

/**
 * A folder that holds one world: `base.json`, `rows-<n>.json` (rows by order of creation), `log-<n>.json` (what was kept
 * since the last checkpoint) and `reads.json`. A reset or restore makes the next generation, which takes the old one's
 * place by one rename.
 */
export class Generation {
  readonly path: string;
  readonly #world: string;
  readonly #reads: Document<WorldImage['reads']>;

  constructor(path: string, world: string) {
    this.path = path;
    this.#world = world;
    this.#reads = this.#document('reads.json', 'reads');
  }

  /** Writes a whole world beside the others and names it last. */
  static async write(path: string, world: string, shadow: Shadow, reads: WorldImage['reads']): Promise<Generation> {
    const draft = new Generation(join(dirname(path), '.draft'), world);
    await rm(draft.path, {recursive: true, force: true});
    await mkdir(draft.path, {recursive: true});
    await draft.checkpoint(shadow, 0);
    if (Object.keys(reads).length) await draft.writeReads(reads);
    await rename(draft.path, path);
    return new Generation(path, world);
  }

  /**
   * Reads a whole world and removes what a crash left over.
   * @returns the state, and the number of the log segment to write next
   * @throws DamagedFile
   */
  async load(): Promise<{shadow: Shadow; reads: WorldImage['reads']; segment: number}> {
    const files = await readdir(this.path);
    const base = await this.#must<Base>('base.json', 'base');
    const rows = numbered(files, 'rows');
    const tables: WorldImage['tables'] = {};
    for (const number of new Set([...base.chunks, ...rows])) {
      const chunk = await this.#must<Chunk>(`rows-${number}.json`, 'rows');
      for (const [table, found] of Object.entries(chunk)) (tables[table] ??= []).push(...found);
    }
    const shadow = new Shadow({meta: base.meta, due: base.due, tables}, true);
    const segments = numbered(files, 'log');
    let segment = base.from;
    for (; segments.some((each) => each >= segment); segment++)
      for (const entry of await this.#must<Logged[]>(`log-${segment}.json`, 'log')) {
        shadow.apply(entry);
        if (entry.meta) shadow.meta = JSON.stringify(entry.meta);
      }
    const known = new Set(['base.json', 'reads.json', ...rows.map((each) => `rows-${each}.json`), ...segments.map((each) => `log-${each}.json`)]);
    const temporary = files.filter((file) => file.startsWith('.') && file.endsWith('.tmp'));
    const stranger = files.find((file) => !known.has(file) && !temporary.includes(file));
    if (stranger) throw new DamagedFile(join(this.path, stranger), 'presscheck writes no file of this name here');
    const reads = (await this.#reads.read()) ?? {};
    for (const file of temporary) await rm(join(this.path, file), {force: true});
    for (const each of segments.filter((each) => each < base.from)) await this.dropSegment(each);
    return {shadow, reads, segment};
  }

  /** Writes the chunks that changed, then the base that makes the log before segment `from` needless. */
  async checkpoint(shadow: Shadow, from: number): Promise<void> {
    const chunks = shadow.chunks();
    const dirty = new Set(shadow.takeDirty());
    try {
      for (const number of dirty) {
        await this.#document<Chunk>(`rows-${number}.json`, 'rows').write(shadow.chunk(number));
        dirty.delete(number);
      }
    } finally {
      shadow.soil(dirty);
    }
    const base = `{"meta":${shadow.meta},"due":${JSON.stringify([...shadow.due.values()])},"chunks":${JSON.stringify(chunks)},"from":${from}}`;
    await this.#document<Base>('base.json', 'base').writeJson(base);
  }

  segment(number: number): Document<Entry[]> {
    return this.#document(`log-${number}.json`, 'log');
  }

  dropSegment(number: number): Promise<void> {
    return rm(join(this.path, `log-${number}.json`), {force: true});
  }

  writeReads(reads: WorldImage['reads']): Promise<void> {
    return this.#reads.write(reads);
  }

  async #must<T>(file: string, kind: string): Promise<T> {
    const document = this.#document<T>(file, kind);
    const data = await document.read();
    if (data === undefined) throw new DamagedFile(document.path, 'the file is missing');
    return data;
  }

  #document<T>(file: string, kind: string): Document<T> {
    return new Document<T>(join(this.path, file), {kind, world: this.#world});
  }
}

const numbered = (files: string[], kind: string): number[] =>
  files.flatMap((file) => {
    const found = new RegExp(`^${kind}-(0|[1-9][0-9]*)\\.json$`).exec(file);
    return found ? [Number(found[1])] : [];
  });
