import {mkdir, readdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {WorldImage, WorldMeta} from '../world/change.ts';
import {Document} from './document.ts';
import {DamagedFile, type Entry} from './keeper.ts';
import {Log} from './log.ts';
import {type Chunk, Shadow} from './shadow.ts';

/** The document that a checkpoint writes last: from then on the log before `from` is not needed. */
interface Base {
  meta: WorldMeta;
  due: WorldImage['due'];
  /** Chunks that must be there. */
  chunks: number[];
  /** First record of the log to replay. */
  from: number;
}

/**
 * A record of the log: entries that were kept together, and the world's meta after the last of
 * them.
 */
export interface Flush {
  entries: Omit<Entry, 'meta'>[];
  meta: WorldMeta;
}

/**
 * A folder that holds one world: `base.json`, `rows-<n>.json` (rows by order of creation),
 * `reads.json`, and the `Log` of what was kept since the last checkpoint. A reset or restore makes
 * the next generation, which takes the old one's place by one rename.
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
  static async write(
    path: string,
    world: string,
    shadow: Shadow,
    reads: WorldImage['reads'],
  ): Promise<Generation> {
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
   * @returns the state, and the log to go on with
   * @throws DamagedFile
   */
  async load(): Promise<{shadow: Shadow; reads: WorldImage['reads']; log: Log}> {
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
    const known = new Set([
      'base.json',
      'reads.json',
      'closed.json',
      ...rows.map((each) => `rows-${each}.json`),
      ...segments.map((each) => `log-${each}.jsonl`),
    ]);
    const temporary = files.filter((file) => file.startsWith('.') && file.endsWith('.tmp'));
    const stranger = files.find((file) => !known.has(file) && !temporary.includes(file));
    if (stranger)
      throw new DamagedFile(
        join(this.path, stranger),
        'presscheck writes no file of this name here',
      );
    const reads = (await this.#reads.read()) ?? {};
    const {log, records} = await Log.load(this.path, this.#world, base.from, segments);
    for (const record of records) {
      const {entries, meta} = JSON.parse(record) as Flush;
      for (const entry of entries) shadow.apply(entry);
      shadow.meta = JSON.stringify(meta);
    }
    for (const file of temporary) await rm(join(this.path, file), {force: true});
    return {shadow, reads, log};
  }

  /**
   * Writes the chunks that changed, then the base that makes the log before record `from` needless.
   */
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
    const found = new RegExp(`^${kind}-(0|[1-9][0-9]*)\\.json${kind === 'log' ? 'l' : ''}$`).exec(
      file,
    );
    return found ? [Number(found[1])] : [];
  });
