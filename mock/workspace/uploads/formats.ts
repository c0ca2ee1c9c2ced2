/** A file format that the workspace takes. */
export interface Format {
  type: 'book' | 'audiobook';
  contentType: string;
  /** Bytes at most; the document shows no values. */
  most: number;
}

const MB = 1024 * 1024;

/** Formats by file extension. */
export const FORMATS: Record<string, Format> = {
  epub: {type: 'book', contentType: 'application/epub+zip', most: 250 * MB},
  pdf: {type: 'book', contentType: 'application/pdf', most: 500 * MB},
  docx: {
    type: 'book',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    most: 100 * MB,
  },
  zip: {type: 'book', contentType: 'application/zip', most: 1024 * MB},
  mp3: {type: 'audiobook', contentType: 'audio/mpeg', most: 2048 * MB},
  m4b: {type: 'audiobook', contentType: 'audio/mp4', most: 2048 * MB},
};

/** Extension of a file name in lower case, when it is one of the formats. */
export function formatOf(filename: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(FORMATS, extension) ? extension : undefined;
}

/** `deep-tides.epub` is titled `deep tides`. */
export const titleOf = (filename: string): string =>
  filename
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim() || filename;
