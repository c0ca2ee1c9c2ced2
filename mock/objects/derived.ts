import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {FORMATS} from '../workspace/uploads/formats.ts';
import type {Bucket} from './bucket.ts';
import type {PutOptions, StoredObject} from './object-store.ts';
import {atom, sampleFile} from './sample-files.ts';

/**
 * How a file is derived from another object. It is not stored: its key describes how to generate it whenever it is
 * read. So derived files are real and all different, and take no space, however large their source is
 * (docs/decisions/0009-derived-files-are-made-when-read.md).
 *
 * A derived file of the same format is its source with a note at the end, if the format has room for one. A derived
 * file of another format is a small sample file of that format.
 */
interface Derivation {
  /** Key of the source, which may be derived too. */
  from: string;
  note: string;
  extension: string;
}

/**
 * The key of a derived file, for example `ws_1/pub_1/tides.epub~repair-1.epub`.
 * @param derivation its note has letters, digits and dashes, and differs for every file derived from the same source
 */
export const derivedKey = ({from, note, extension}: Derivation): string =>
  `${from}~${note}.${extension}`;

function derivationOf(key: string): Derivation | undefined {
  const match = /^(.*)~([\w-]+)\.(\w+)$/.exec(key);
  if (!match) return undefined;
  const [, from = '', note = '', extension = ''] = match;
  return {from, note, extension};
}

const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1).toLowerCase();

/** How the end of a derived file differs from the end of its source. */
interface Ending {
  /** Bytes at the end of the source that are left out. */
  cut: number;
  /** The bytes that replace them. */
  tail: Buffer;
}

const ZIP_FORMATS = ['epub', 'docx', 'zip'];

/** The end of a ZIP archive: the length of its comment, and the comment. */
function zipEnding(comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(comment.length);
  return Buffer.concat([length, Buffer.from(comment, 'latin1')]);
}

/** An ID3v1 tag, which has room for 124 bytes; its last byte is a genre: 255 for none. */
function id3Tag(note: string): Buffer {
  const text = Buffer.from(note.padEnd(124, '\0'), 'latin1').subarray(0, 124);
  return Buffer.concat([Buffer.from('TAG'), text, Buffer.from([255])]);
}

/** The notes in a key's derivations, the first one first. */
function notesOf(key: string): string[] {
  const derivation = derivationOf(key);
  return derivation ? [...notesOf(derivation.from), derivation.note] : [];
}

function endingOf({from, note, extension}: Derivation): Ending {
  if (ZIP_FORMATS.includes(extension)) {
    const before = notesOf(from);
    const cut = 2 + before.join('\n').length;
    return {cut, tail: zipEnding([...before, note].join('\n'))};
  }
  if (extension === 'mp3') return {cut: 0, tail: id3Tag(note)};
  if (extension === 'm4b') return {cut: 0, tail: atom('free', Buffer.from(note))};
  return {cut: 0, tail: Buffer.from(`\n% ${note}\n`)};
}

/** A bucket with the stored objects and everything that can be derived from them. */
export const withDerived = (stored: Bucket): Bucket => new DerivingBucket(stored);

class DerivingBucket implements Bucket {
  readonly #stored: Bucket;

  constructor(stored: Bucket) {
    this.#stored = stored;
  }

  put(key: string, bytes: Readable, options: PutOptions): Promise<StoredObject | undefined> {
    return this.#stored.put(key, bytes, options);
  }

  list(): string[] {
    return this.#stored.list();
  }

  head(key: string): StoredObject | undefined {
    const derivation = derivationOf(key);
    const source = derivation && this.head(derivation.from);
    if (!derivation || !source) return this.#stored.head(key);
    return {
      size: sizeOf(derivation, source),
      etag: etagOf(source, key),
      contentType: FORMATS[derivation.extension]?.contentType ?? source.contentType,
    };
  }

  read(key: string, from: number, to: number): Readable {
    const derivation = derivationOf(key);
    const source = derivation && this.head(derivation.from);
    if (!derivation || !source) return this.#stored.read(key, from, to);
    const sample = sampleOf(derivation);
    if (sample) return Readable.from([sample.subarray(from, to + 1)]);
    return Readable.from(this.#pieces(derivation, source, from, to));
  }

  /** The bytes `from` to `to`: first from the source, then from the ending. */
  async *#pieces(
    derivation: Derivation,
    {size}: StoredObject,
    from: number,
    to: number,
  ): AsyncGenerator<Buffer> {
    const {cut, tail} = endingOf(derivation);
    const kept = Math.max(0, size - cut);
    if (from < kept) {
      const source = this.read(derivation.from, from, Math.min(to, kept - 1));
      yield* source as AsyncIterable<Buffer>;
    }
    if (to >= kept) yield tail.subarray(Math.max(0, from - kept), to - kept + 1);
  }
}

function sizeOf(derivation: Derivation, source: StoredObject): number {
  const sample = sampleOf(derivation);
  if (sample) return sample.length;
  const {cut, tail} = endingOf(derivation);
  return Math.max(0, source.size - cut) + tail.length;
}

/** A file of another format than its source; undefined for one of the same format. */
function sampleOf({from, note, extension}: Derivation): Buffer | undefined {
  if (extensionOf(from) === extension) return undefined;
  const file = from.slice(from.lastIndexOf('/') + 1);
  const title = file.replace(/[.~].*$/, '').replaceAll('-', ' ');
  return sampleFile(extension, `${title} ${note}`);
}

function etagOf(source: StoredObject, key: string): string {
  const hash = createHash('sha256').update(`${source.etag} ${key}`);
  return `"${hash.digest('hex').slice(0, 32)}"`;
}
