import {basename} from 'node:path';
import {crc32} from 'node:zlib';
import {Low} from 'lowdb';
import {DataFile} from 'lowdb/node';
import {isObject} from '../../spec/json.ts';
import {DamagedFile} from './keeper.ts';

const VERSION = 2;
const BODY = ',"data":';

/** What a document says of itself, before its data. */
export interface Head {
  /** What it holds: `rows`, `log`, ... */
  kind: string;
  /** The world it belongs to; empty for what belongs to the folder. */
  world: string;
}

/**
 * One lowdb document with a head and a checksum, so that a foreign, damaged or misplaced file is
 * noticed. lowdb writes a temporary file and renames it: a reader, and a restart after SIGKILL,
 * sees the old document or the new.
 */
export class Document<T> {
  readonly path: string;
  readonly #low: Low<string>;

  constructor(path: string, head: Head) {
    this.path = path;
    const form = {
      parse: (text: string) => unwrap(path, head, text),
      stringify: (json: string) => wrap(path, head, json),
    };
    this.#low = new Low<string>(new DataFile<string>(path, form), '');
  }

  /**
   * @returns the data, or undefined when there is no file
   * @throws DamagedFile when the file is not this document
   */
  async read(): Promise<T | undefined> {
    await this.#low.read();
    const json = this.#low.data;
    this.#low.data = '';
    return json === '' ? undefined : (JSON.parse(json) as T);
  }

  /** Writes the whole document. Writes of one document must not overlap. */
  write(data: T): Promise<void> {
    return this.writeJson(JSON.stringify(data));
  }

  /** Writes data whose JSON text is at hand. */
  async writeJson(json: string): Promise<void> {
    this.#low.data = json;
    await this.#low.write();
    this.#low.data = '';
  }
}

/**
 * What a file of presscheck begins with. Its name is there too: a renamed or copied document is not
 * taken for another.
 */
export const headOf = (path: string, head: Head): object => ({
  presscheck: head.kind,
  version: VERSION,
  world: head.world,
  file: basename(path),
});

function wrap(path: string, head: Head, json: string): string {
  return `${JSON.stringify({...headOf(path, head), sum: crc32(json)}).slice(0, -1)}${BODY}${json}}\n`;
}

function unwrap(path: string, head: Head, text: string): string {
  const cut = text.indexOf(BODY);
  const said = belongs(path, head, cut < 0 ? '' : `${text.slice(0, cut)}}`);
  const json = text.slice(cut + BODY.length, text.lastIndexOf('}'));
  if (crc32(json) !== said['sum'])
    throw new DamagedFile(
      path,
      'its content does not match its checksum: it was cut off or edited',
    );
  return json;
}

/**
 * @param text JSON of the file's beginning
 * @returns what it says
 * @throws DamagedFile when it is another's
 */
export function belongs(path: string, head: Head, text: string): Record<string, unknown> {
  const said = parsed(text);
  if (!isObject(said) || typeof said['presscheck'] !== 'string')
    throw new DamagedFile(path, 'it does not begin as a document of presscheck does');
  if (said['version'] !== VERSION)
    throw new DamagedFile(
      path,
      `it is of version ${String(said['version'])}, and this presscheck reads version ${VERSION}`,
    );
  if (
    said['presscheck'] !== head.kind ||
    said['world'] !== head.world ||
    said['file'] !== basename(path)
  )
    throw new DamagedFile(
      path,
      `it is \`${String(said['file'])}\` (${said['presscheck']}) of world \`${String(said['world'])}\`, in another's place`,
    );
  return said;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
