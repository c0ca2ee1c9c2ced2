import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {derivedKey, withDerived} from './derived.ts';
import {memoryObjects} from './memory-objects.ts';
import {sampleFile} from './sample-files.ts';
import {type Bucket, bucketOf} from './bucket.ts';

const EXTENSIONS = ['epub', 'docx', 'zip', 'pdf', 'mp3', 'm4b'];

/** A bucket with one original of a format. */
async function bucketWith(
  extension: string,
): Promise<{bucket: Bucket; key: string; original: Buffer}> {
  const bucket = withDerived(bucketOf(memoryObjects(), 'w'));
  const key = `ws_1/pub_1/night-watch.${extension}`;
  const original = sampleFile(extension, 'Night watch');
  await bucket.put(key, Readable.from([original]), {
    contentType: 'application/octet-stream',
    limit: 1_000_000,
  });
  return {bucket, key, original};
}

const whole = (bucket: Bucket, key: string): Promise<Buffer> =>
  buffer(bucket.read(key, 0, bucket.head(key)!.size - 1));

/**
 * The last of a chain of derivations: `repair-1` of the original, `repair-2` of that, and so on.
 */
const chain = (key: string, extensions: string[]): string =>
  extensions.reduce(
    (from, extension, i) => derivedKey({from, note: `repair-${i + 1}`, extension}),
    key,
  );

/** Offset of the end record of a ZIP archive whose comment fills the rest. */
function endOf(bytes: Buffer): {at: number; comment: string} {
  const at = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const comment = bytes.subarray(at + 22);
  expect(comment.length).toBe(bytes.readUInt16LE(at + 20));
  return {at, comment: comment.toString('latin1')};
}

describe.each(EXTENSIONS)('files derived from %s', (extension) => {
  test('are their source with a note: real, and all different', async () => {
    const {bucket, key, original} = await bucketWith(extension);
    const [one, other] = ['repair-1', 'repair-2'].map((note) =>
      derivedKey({from: key, note, extension}),
    );
    const [bytes, others] = [await whole(bucket, one!), await whole(bucket, other!)];
    expect(bytes.equals(original) || bytes.equals(others)).toBe(false);
    expect(bytes.includes('repair-1')).toBe(true);
    expect(bytes.subarray(0, original.length - 2)).toEqual(original.subarray(0, -2));
    expect(bucket.head(one!)!.etag).not.toBe(bucket.head(other!)!.etag);
    expect(await whole(bucket, key)).toEqual(original);
  });

  test('any range of them is that part of the whole, however often they were derived', async () => {
    const {bucket, key} = await bucketWith(extension);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...EXTENSIONS, extension), {minLength: 1, maxLength: 4}),
        fc.nat(),
        fc.nat(),
        async (extensions, a, b) => {
          const last = chain(key, extensions);
          const bytes = await whole(bucket, last);
          expect(bytes.length).toBe(bucket.head(last)!.size);
          const [from, to] = [a % bytes.length, b % bytes.length].sort((x, y) => x - y) as [
            number,
            number,
          ];
          expect(await buffer(bucket.read(last, from, to))).toEqual(bytes.subarray(from, to + 1));
        },
      ),
      {numRuns: 40},
    );
  });

  test('of another format they are a file of that format', async () => {
    const {bucket, key} = await bucketWith(extension);
    const other = extension === 'pdf' ? 'epub' : 'pdf';
    const converted = await whole(
      bucket,
      derivedKey({from: key, note: 'convert-1', extension: other}),
    );
    expect(converted.subarray(0, 4).toString('latin1')).toBe(
      other === 'pdf' ? '%PDF' : 'PK\x03\x04',
    );
    expect(converted.includes('convert-1')).toBe(true);
  });
});

test('the comment of a ZIP archive grows by each derivation, and its length with it', async () => {
  const {bucket, key, original} = await bucketWith('epub');
  const bytes = await whole(bucket, chain(key, ['epub', 'epub', 'epub']));
  const {at, comment} = endOf(bytes);
  expect(comment).toBe('repair-1\nrepair-2\nrepair-3');
  expect(at).toBe(endOf(original).at);
});

test('nothing is derived from what is not there', async () => {
  const {bucket} = await bucketWith('epub');
  expect(
    bucket.head(derivedKey({from: 'ws_1/pub_2/gone.epub', note: 'repair-1', extension: 'epub'})),
  ).toBeUndefined();
  expect(bucket.list()).toEqual(['ws_1/pub_1/night-watch.epub']);
});
