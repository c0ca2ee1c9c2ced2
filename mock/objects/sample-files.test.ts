import {crc32} from 'node:zlib';
import {XMLValidator} from 'fast-xml-parser';
import {describe, expect, test} from 'vitest';
import {sampleFile} from './sample-files.ts';

/**
 * Entries of a ZIP archive by its central directory; every number in it is held against what lies
 * there.
 */
function unzip(bytes: Buffer): {name: string; content: string}[] {
  const end = bytes.length - 22;
  expect(bytes.toString('latin1', end, end + 4)).toBe('PK\x05\x06');
  const [count, size, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  expect(start + size).toBe(end);
  const entries: {name: string; content: string}[] = [];
  let at = start;
  for (let i = 0; i < count; i += 1) {
    expect(bytes.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [crc, packed, plain] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ];
    const named = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + named);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.toString('latin1', local, local + 4)).toBe('PK\x03\x04');
    expect(bytes.subarray(local + 4, local + 28)).toEqual(bytes.subarray(at + 6, at + 30));
    expect(bytes.toString('utf8', local + 30, local + 30 + named)).toBe(name);
    const content = bytes.subarray(local + 30 + named, local + 30 + named + plain);
    expect([bytes.readUInt16LE(at + 10), packed, crc32(content)]).toEqual([0, plain, crc]);
    entries.push({name, content: content.toString('utf8')});
    at += 46 + named;
  }
  expect(at).toBe(end);
  return entries;
}

const TITLES = ['Night watch', 'Salt & <Smoke>', 'Über die Mole (2)', ''];

describe.each(TITLES)('sample files titled `%s`', (title) => {
  test('EPUB: the type comes first, and all the rest is XML', () => {
    const [first, ...rest] = unzip(sampleFile('epub', title));
    expect(first).toEqual({name: 'mimetype', content: 'application/epub+zip'});
    expect(rest.map(({name}) => name)).toEqual(['META-INF/container.xml', 'book.opf', 'nav.xhtml']);
    for (const {name, content} of rest) expect(XMLValidator.validate(content), name).toBe(true);
  });

  test('DOCX and ZIP are archives', () => {
    for (const {name, content} of unzip(sampleFile('docx', title)))
      expect(XMLValidator.validate(content), name).toBe(true);
    expect(unzip(sampleFile('zip', title))).toEqual([
      {name: `${title}.txt`, content: `${title}\n`},
    ]);
  });

  test('PDF: every offset of the table leads to its object, and the stream is as long as it says', () => {
    const text = sampleFile('pdf', title).toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
    expect(text.startsWith('xref\n0 6\n', table)).toBe(true);
    const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    offsets.forEach((offset, i) => expect(text.startsWith(`${i + 1} 0 obj\n`, offset)).toBe(true));
    expect(offsets).toHaveLength(5);
    const [, length, stream] = /<<\/Length (\d+)>>\nstream\n(.*)\nendstream/s.exec(text)!;
    expect(stream).toHaveLength(Number(length));
  });
});

test('audio: whole frames, whole boxes', () => {
  const mp3 = sampleFile('mp3', 'Night watch');
  // 128 kbit/s at 44.1 kHz without padding: 417 bytes a frame.
  for (let at = 0; at < mp3.length; at += 417) expect(mp3.readUInt32BE(at)).toBe(0xfffb9000);
  expect(mp3.length % 417).toBe(0);
  const m4b = sampleFile('m4b', 'Night watch');
  const boxes: string[] = [];
  for (let at = 0; at < m4b.length; at += m4b.readUInt32BE(at))
    boxes.push(m4b.toString('latin1', at + 4, at + 8));
  expect(boxes).toEqual(['ftyp', 'mdat']);
});

test('of another extension there is none', () =>
  expect(() => sampleFile('exe', 'Night watch')).toThrow(/no sample file of exe; there are epub/));
