import {crc32} from 'node:zlib';
import {escapeUTF8} from 'entities/escape';

/** Makers of small, valid files by extension, for the demo's uploads and the results of conversions. */
const MAKERS: Record<string, (title: string) => Buffer> = {
  epub: (title) => zip([['mimetype', 'application/epub+zip'], ...epubEntries(title)]),
  docx: (title) => zip(docxEntries(title)),
  zip: (title) => zip([[`${title}.txt`, `${title}\n`]]),
  pdf,
  mp3: () => Buffer.concat(Array.from({length: 40}, () => SILENCE)),
  m4b: () =>
    Buffer.concat([
      atom('ftyp', Buffer.from('M4B \0\0\0\0M4B isom')),
      atom('mdat', Buffer.alloc(64)),
    ]),
};

/**
 * Makes a file of a format.
 * @param title the content of the file, if the format has text
 * @throws Error for an extension without a maker
 */
export function sampleFile(extension: string, title: string): Buffer {
  const make = MAKERS[extension];
  if (!make)
    throw new Error(`no sample file of ${extension}; there are ${Object.keys(MAKERS).join(', ')}`);
  return make(title);
}

/** A silent MPEG-1 layer III frame of 128 kbit/s at 44.1 kHz; a second has 38 frames. */
const SILENCE = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);

/** A box of an MP4 file. */
export function atom(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const XML = '<?xml version="1.0"?>';

/** The files of an EPUB other than its `mimetype` (EPUB 3, OCF). */
const epubEntries = (title: string): [name: string, content: string][] => [
  ['META-INF/container.xml', EPUB_CONTAINER],
  ['book.opf', epubPackage(title)],
  ['nav.xhtml', epubNavigation(title)],
];

const EPUB_CONTAINER =
  `${XML}<container version="1.0" ` +
  'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
  '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>' +
  '</rootfiles></container>';

const epubPackage = (title: string): string =>
  `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">` +
  '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">' +
  '<dc:identifier id="id">urn:presscheck:sample</dc:identifier>' +
  `<dc:title>${escapeUTF8(title)}</dc:title><dc:language>en</dc:language>` +
  '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>' +
  '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" ' +
  'properties="nav"/></manifest><spine><itemref idref="nav"/></spine></package>';

const epubNavigation = (title: string): string =>
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">' +
  `<head><title>${escapeUTF8(title)}</title></head><body><nav epub:type="toc"><ol>` +
  `<li><a href="nav.xhtml">${escapeUTF8(title)}</a></li></ol></nav></body></html>`;

/** The files of a Word document (ECMA-376). */
const docxEntries = (title: string): [name: string, content: string][] => [
  ['[Content_Types].xml', DOCX_TYPES],
  ['_rels/.rels', DOCX_RELATIONS],
  ['word/document.xml', docxDocument(title)],
];

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DOCX_TYPES =
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ' +
  'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ' +
  `ContentType="${WORD_TYPE}.document.main+xml"/></Types>`;

const SCHEMAS = 'http://schemas.openxmlformats.org';
const DOCX_RELATIONS =
  `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">` +
  `<Relationship Id="r1" Type="${SCHEMAS}/officeDocument/2006/relationships/officeDocument" ` +
  'Target="word/document.xml"/></Relationships>';

const docxDocument = (title: string): string =>
  `${XML}<w:document xmlns:w="${SCHEMAS}/wordprocessingml/2006/main"><w:body><w:p><w:r>` +
  `<w:t>${escapeUTF8(title)}</w:t></w:r></w:p></w:body></w:document>`;

/** A PDF of one page that shows the title, with a valid cross-reference table. */
function pdf(title: string): Buffer {
  const shown = title.replaceAll(/[^\x20-\x7e]|[()\\]/g, '?');
  const content = `BT /F1 18 Tf 40 140 Td (${shown}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R' +
      '/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}

/** A ZIP archive of stored (uncompressed) entries. */
function zip(entries: [name: string, content: string][]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const [bytes, label] = [Buffer.from(content), Buffer.from(name)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(10, 0); // version needed
    common.writeUInt16LE(0x21, 8); // 1980-01-01
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, label, bytes]);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x0a\x00', 'latin1'), common, location, label]),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}
