import {crc32} from 'node:zlib';

/**
 * Small real files, made from a title: what the demo's shelves hold and what a conversion gives.
 */
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

/** @throws Error for an extension that no file is made of */
export function sampleFile(extension: string, title: string): Buffer {
  const make = MAKERS[extension];
  if (!make)
    throw new Error(`no sample file of ${extension}; there are ${Object.keys(MAKERS).join(', ')}`);
  return make(title);
}

/** One second of silence is 38 of these: an MPEG-1 layer III frame of 128 kbit/s at 44.1 kHz. */
const SILENCE = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);

/** A box of an MP4 file. */
export function atom(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const epubEntries = (title: string): [string, string][] => [
  [
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
      '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  ],
  [
    'book.opf',
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
      `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:presscheck:sample</dc:identifier><dc:title>${escaped(title)}</dc:title>` +
      '<dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>' +
      '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest><spine><itemref idref="nav"/></spine></package>',
  ],
  [
    'nav.xhtml',
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>' +
      `<title>${escaped(title)}</title></head><body><nav epub:type="toc"><ol><li><a href="nav.xhtml">${escaped(title)}</a></li></ol></nav></body></html>`,
  ],
];

const docxEntries = (title: string): [string, string][] => [
  [
    '[Content_Types].xml',
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ],
  [
    '_rels/.rels',
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  ],
  [
    'word/document.xml',
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>' +
      `<w:t>${escaped(title)}</w:t></w:r></w:p></w:body></w:document>`,
  ],
];

/** A page that says the title, with a right cross-reference table. */
function pdf(title: string): Buffer {
  const words = `BT /F1 18 Tf 40 140 Td (${title.replaceAll(/[^\x20-\x7e]|[()\\]/g, '?')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${words.length}>>\nstream\n${words}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
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
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x0a\x00', 'latin1'), common, place, label]),
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
