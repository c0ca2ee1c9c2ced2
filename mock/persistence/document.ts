import {readFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {crc32} from 'node:zlib';
import {Low, type Adapter} from 'lowdb';
import {isObject, parseJson} from '../../spec/json.ts';
import {DamagedFile} from './damaged-file.ts';
import {systemDisk, type Disk} from './disk.ts';

/** Version of the format of data folders. */
const VERSION = 2;
const DATA = ',"data":';

/** The identification of a document in its first members. */
export interface DocumentHead {
  /** Its content: `rows`, `log`, ... */
  kind: string;
  /** The world to which it belongs; empty for a document of the whole folder. */
  world: string;
}

/**
 * A JSON file with a head, a checksum and data: `{"presscheck":"rows",...,"sum":7,"data":...}`. The head and the
 * checksum show whether the file is foreign, damaged or in the wrong place. A temporary file is written and renamed,
 * so that a reader, and a restart after a SIGKILL, find the old document or the new one.
 */
export class Document<T> {
  readonly path: string;
  readonly #low: Low<string>;

  constructor(path: string, head: DocumentHead, disk: Disk = systemDisk()) {
    this.path = path;
    this.#low = new Low<string>(adapterOf(path, head, disk), '');
  }

  /**
   * Reads the data; undefined when there is no file.
   * @throws DamagedFile when the file is damaged, or is another document
   */
  async read(): Promise<T | undefined> {
    await this.#low.read();
    const json = this.#low.data;
    // The text is not kept in memory.
    this.#low.data = '';
    return json === '' ? undefined : (JSON.parse(json) as T);
  }

  /** Writes the whole document. Writes of one document must not overlap. */
  write(data: T): Promise<void> {
    return this.writeJson(JSON.stringify(data));
  }

  /** Writes data that the caller has already serialized as JSON. */
  async writeJson(json: string): Promise<void> {
    this.#low.data = json;
    await this.#low.write();
    this.#low.data = '';
  }
}

/** lowdb's own adapter for files cannot wait for the device. */
const adapterOf = (path: string, head: DocumentHead, disk: Disk): Adapter<string> => ({
  async read() {
    const text = await textIn(path);
    return text === undefined ? null : unwrap(path, head, text);
  },
  async write(json) {
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    await disk.writeFile(temporary, wrap(path, head, json));
    await disk.rename(temporary, path);
  },
});

/** The text of a file; undefined when there is none. */
async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as {code?: string}).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The beginning of a file. It contains the file's own name, so that a renamed or copied document is detected. */
export const headOf = (path: string, head: DocumentHead): object => ({
  presscheck: head.kind,
  version: VERSION,
  world: head.world,
  file: basename(path),
});

/** The text of a file. The data are not parsed again, because they can be large. */
function wrap(path: string, head: DocumentHead, json: string): string {
  const start = JSON.stringify({...headOf(path, head), sum: crc32(json)});
  return `${start.slice(0, -1)}${DATA}${json}}\n`;
}

/** The data in the text of a file, as JSON. @throws DamagedFile */
function unwrap(path: string, head: DocumentHead, text: string): string {
  const cut = text.indexOf(DATA);
  const start = cut === -1 ? '' : `${text.slice(0, cut)}}`;
  checkHead(path, head, start);
  const json = text.slice(cut + DATA.length, text.lastIndexOf('}'));
  if (text === wrap(path, head, json)) return json;
  throw new DamagedFile(path, 'its content does not match its checksum: it was cut off or edited');
}

/**
 * Checks the beginning of a file.
 * @param text JSON of the beginning
 * @returns its members
 * @throws DamagedFile when the file is not the expected document
 */
export function checkHead(
  path: string,
  expected: DocumentHead,
  text: string,
): Record<string, unknown> {
  const found = parseJson(text);
  if (!isObject(found) || typeof found.presscheck !== 'string')
    throw new DamagedFile(path, 'it does not begin like a document of presscheck');
  const {presscheck: kind, version, world, file} = found;
  if (version !== VERSION)
    throw new DamagedFile(
      path,
      `it is of version ${String(version)}, and this presscheck reads version ${VERSION}`,
    );
  const isExpected = kind === expected.kind && world === expected.world && file === basename(path);
  if (!isExpected)
    throw new DamagedFile(
      path,
      `it is \`${String(file)}\` (${kind}) of world \`${String(world)}\`, and another file ` +
        'belongs here',
    );
  return found;
}
