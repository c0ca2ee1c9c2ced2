import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import {isObject} from '../../spec/json.ts';
import type {FileContent} from '../../spec/step.ts';

/**
 * A stored (uncompressed) ZIP with one entry: the smallest file that an EPUB reader recognizes as
 * EPUB.
 */
const EPUB = Buffer.concat([
  Buffer.from('504b03040a0000000000000021006f61ab2c140000001400000008000000', 'hex'),
  Buffer.from('mimetypeapplication/epub+zip'),
  Buffer.from(
    '504b01020a000a0000000000000021006f61ab2c14000000140000000800000000000000000000000000000000',
    'hex',
  ),
  Buffer.from('6d696d6574797065', 'hex'),
  Buffer.from('504b050600000000010001003600000042000000', 'hex'),
  // The length of the comment that the stamp is.
  Buffer.from('1000', 'hex'),
]);

/** A PDF of one empty page. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Characters at the end of a made-up file in which one upload differs from the others. */
const STAMP_LENGTH = 16;

/**
 * Bytes for a sample file by its name's extension; for other extensions some text. They end with the
 * stamp: the comment of the archive, a comment of the PDF, or text.
 */
function sampleFile(filename: string): Uint8Array {
  return Buffer.concat([contentOf(filename), Buffer.from('0'.repeat(STAMP_LENGTH))]);
}

function contentOf(filename: string): Uint8Array {
  if (filename.endsWith('.epub')) return EPUB;
  if (filename.endsWith('.pdf')) return Buffer.concat([PDF, Buffer.from('%')]);
  return Buffer.from(`presscheck sample ${filename}\n`);
}

/** A file to upload. */
export interface SampleFile {
  bytes: Uint8Array;
  /** It was made up: its last bytes may differ from upload to upload. */
  isMadeUp?: true;
}

/**
 * The bytes of a sample for one upload, always of the same size. A deployment may refuse the bytes
 * of another publication, so those that were made up are stamped.
 * @param upload the presigned URL: bytes that are sent to it again are the same
 */
export function bytesFor({bytes, isMadeUp}: SampleFile, upload: string): Uint8Array {
  if (!isMadeUp) return bytes;
  return Buffer.concat([bytes.subarray(0, -STAMP_LENGTH), Buffer.from(stampOf(upload))]);
}

const stampOf = (upload: string): string =>
  createHash('sha256').update(upload).digest('hex').slice(0, STAMP_LENGTH);

/** The bytes of a kind around a stamp. */
const CONTENTS: Record<FileContent, (stamp: string) => Uint8Array> = {
  // Nothing is compressed, so that the size does not depend on the stamp.
  'a gzip stream': (stamp) => gzipSync(`A packed text: ${stamp}\n`, {level: 0}),
  'a byte order mark': (stamp) => Buffer.from(`\u{FEFF}A marked text: ${stamp}\n`),
  'lines that end in CR and LF': (stamp) => Buffer.from(`One line\r\nand another: ${stamp}\r\n`),
  'bytes of the value 0': (stamp) => Buffer.from(`\0\0A text: ${stamp}\0\0`),
  blanks: (stamp) =>
    Buffer.from(`  ${[...stamp].map((one) => BLANKS[Number(`0x${one}`) % 4]).join('')}\n\n`),
};

const BLANKS = [' ', '\t', '\n', '\r'] as const;

/** The bytes of a kind for one upload, always of the same size. @param upload the presigned URL */
export const contentFor = (content: FileContent, upload: string): Uint8Array =>
  CONTENTS[content](stampOf(upload));

/** The number of bytes of a kind. */
export const sizeOf = (content: FileContent): number => contentFor(content, '').length;

/**
 * A sample with its bytes: one that has a `filename`, and neither bytes nor a size, gets a small
 * valid file of that type, of the same size every time. Other samples stay as they are.
 */
export function withFile(sample: unknown): unknown {
  if (!isObject(sample) || typeof sample.filename !== 'string') return sample;
  if (sample.bytes || typeof sample.size_bytes === 'number') return sample;
  const bytes = sampleFile(sample.filename);
  return {...sample, bytes, size_bytes: bytes.length, isMadeUp: true};
}
