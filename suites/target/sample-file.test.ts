import {expect, test} from 'vitest';
import {bytesFor, withFile, type SampleFile} from './sample-file.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

test.each(['tides.epub', 'tides.pdf', 'tides.m4b'])('two uploads of %s differ', (filename) => {
  const sample = withFile({filename}) as SampleFile & {size_bytes: number};
  const [one, again, other] = ['/a', '/a', '/b'].map((url) => bytesFor(sample, url));
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
  expect([one?.length, other?.length]).toEqual([sample.size_bytes, sample.size_bytes]);
});

test('a made-up EPUB is an archive whose comment ends with it', () => {
  const bytes = bytesFor(withFile({filename: 'tides.epub'}) as SampleFile, '/a');
  const end = textOf(bytes).indexOf('PK\u0005\u0006');
  expect(Buffer.from(bytes).readUInt16LE(end + 20)).toBe(bytes.length - end - 22);
});

test('a file of the configuration is sent as it is', () => {
  const bytes = Buffer.from('a book of somebody');
  expect(bytesFor(withFile({filename: 'a.epub', bytes}) as SampleFile, '/a')).toBe(bytes);
});
