import {isObject} from '../../spec/json.ts';

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
  Buffer.from('0000', 'hex'),
]);

/** A PDF of one empty page. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Bytes for a sample file by its name's extension; for other extensions some text. */
function sampleFile(filename: string): Uint8Array {
  if (filename.endsWith('.epub')) return EPUB;
  if (filename.endsWith('.pdf')) return PDF;
  return Buffer.from(`presscheck sample ${filename}\n`);
}

/**
 * A sample with its bytes: one that has a `filename`, and neither bytes nor a size, gets a small
 * valid file of that type, the same every time. Other samples stay as they are.
 */
export function withFile(sample: unknown): unknown {
  if (!isObject(sample) || typeof sample.filename !== 'string') return sample;
  if (sample.bytes || typeof sample.size_bytes === 'number') return sample;
  const bytes = sampleFile(sample.filename);
  return {...sample, bytes, size_bytes: bytes.length};
}
