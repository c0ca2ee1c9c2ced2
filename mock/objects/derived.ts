import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {FORMATS} from '../workspace/uploads/formats.ts';
import type {StoredObject} from './object-store.ts';
import {atom, sampleFile} from './sample-files.ts';
import type {Bucket} from './bucket.ts';

/**
 * Derived files are not stored: their key tells how they are made, each time that they are read. A
 * file of the same format is its source with a note at its end, where the format has a place for
 * one; a file of another format is a small one of that format. So they are real, all different, and
 * cost nothing, however large the source is.
 */
interface Derivation {
  from: string;
  note: string;
  extension: string;
}

/**
 * @param note unlike that of every other file derived from the same source; letters, digits and
 * dashes
 */
export const derivedKey = ({from, note, extension}: Derivation): string =>
  `${from}~${note}.${extension}`;

function derivationOf(key: string): Derivation | undefined {
  const [, from, note, extension] = /^(.*)~([\w-]+)\.(\w+)$/.exec(key) ?? [];
  return from !== undefined ? {from, note: note!, extension: extension!} : undefined;
}

const extensionOf = (key: string): string => key.split('.').at(-1)!.toLowerCase();

/** What is left out at the end of the source, and what stands there instead. */
interface Ending {
  cut: number;
  tail: Buffer;
}

const ZIPPED = ['epub', 'docx', 'zip'];
/** What a ZIP archive ends with: its comment, and before it the comment's length. */
function zipEnding(comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(comment.length);
  return Buffer.concat([length, Buffer.from(comment, 'latin1')]);
}

const notesOf = (key: string): string[] => {
  const derivation = derivationOf(key);
  return derivation ? [...notesOf(derivation.from), derivation.note] : [];
};

function endingOf({from, note, extension}: Derivation): Ending {
  if (ZIPPED.includes(extension)) {
    const before = notesOf(from).join('\n');
    return {cut: 2 + before.length, tail: zipEnding(before === '' ? note : `${before}\n${note}`)};
  }
  if (extension === 'mp3')
    return {
      cut: 0,
      tail: Buffer.concat([
        Buffer.from('TAG'),
        Buffer.from(note.padEnd(124, '\0'), 'latin1').subarray(0, 124),
        Buffer.from([255]),
      ]),
    };
  if (extension === 'm4b') return {cut: 0, tail: atom('free', Buffer.from(note))};
  return {cut: 0, tail: Buffer.from(`\n% ${note}\n`)};
}

/** A shelf that has, besides what is stored, everything that can be derived from it. */
export function withDerived(stored: Bucket): Bucket {
  const bucket: Bucket = {
    ...stored,
    head(key) {
      const derivation = derivationOf(key);
      const source = derivation && bucket.head(derivation.from);
      if (!derivation || !source) return stored.head(key);
      return {
        size: sizeOf(derivation, source),
        etag: tagOf(source, key),
        contentType: FORMATS[derivation.extension]?.contentType ?? source.contentType,
      };
    },
    read(key, from, to) {
      const derivation = derivationOf(key);
      const source = derivation && bucket.head(derivation.from);
      if (!derivation || !source) return stored.read(key, from, to);
      const other = converted(derivation);
      if (other) return Readable.from([other.subarray(from, to + 1)]);
      const {cut, tail} = endingOf(derivation);
      const kept = Math.max(0, source.size - cut);
      return Readable.from(pieces(derivation.from, kept, tail, from, to));
    },
  };

  async function* pieces(
    source: string,
    kept: number,
    tail: Buffer,
    from: number,
    to: number,
  ): AsyncGenerator<Buffer> {
    if (from < kept)
      yield* bucket.read(source, from, Math.min(to, kept - 1)) as AsyncIterable<Buffer>;
    if (to >= kept) yield tail.subarray(Math.max(0, from - kept), to - kept + 1);
  }
  return bucket;
}

function sizeOf(derivation: Derivation, source: StoredObject): number {
  const {cut, tail} = endingOf(derivation);
  return converted(derivation)?.length ?? Math.max(0, source.size - cut) + tail.length;
}

/** A file of another format than its source; undefined for one of the same. */
const converted = ({from, note, extension}: Derivation): Buffer | undefined =>
  extensionOf(from) === extension
    ? undefined
    : sampleFile(
        extension,
        `${from
          .split('/')
          .at(-1)!
          .replace(/[.~].*$/, '')
          .replaceAll('-', ' ')} ${note}`,
      );

const tagOf = (source: StoredObject, key: string): string =>
  `"${createHash('sha256').update(`${source.etag} ${key}`).digest('hex').slice(0, 32)}"`;
