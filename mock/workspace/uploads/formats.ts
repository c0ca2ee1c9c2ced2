import {defined} from '../../../spec/defined.ts';

/** A file format that can be registered (Endpoints, reserve an upload). */
export interface Format {
  type: 'book' | 'audiobook';
  contentType: string;
  /** Size limit of a file. The values are the mock's choice, because the document shows none. */
  maxBytes: number;
}

const MB = 1024 * 1024;

/** Formats by file extension. */
export const FORMATS: Record<string, Format> = {
  epub: {type: 'book', contentType: 'application/epub+zip', maxBytes: 250 * MB},
  pdf: {type: 'book', contentType: 'application/pdf', maxBytes: 500 * MB},
  docx: {
    type: 'book',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    maxBytes: 100 * MB,
  },
  zip: {type: 'book', contentType: 'application/zip', maxBytes: 1024 * MB},
  mp3: {type: 'audiobook', contentType: 'audio/mpeg', maxBytes: 2048 * MB},
  m4b: {type: 'audiobook', contentType: 'audio/mp4', maxBytes: 2048 * MB},
};

/** The format of a known extension. */
export const formatNamed = (extension: string): Format =>
  defined(FORMATS[extension], `the format ${extension}`);

/** The numbers that limit the sizes of files, by format: `uploads.most_bytes.epub`. */
const SIZE_LIMITS: ReadonlyMap<string, string> = new Map(
  Object.keys(FORMATS).map((extension) => [extension, `uploads.most_bytes.${extension}`]),
);

/** The name of the number that limits the size of files of a known extension. */
export const sizeLimitOf = (extension: string): string =>
  defined(SIZE_LIMITS.get(extension), `the size limit of ${extension}`);

/** The extension of a file name in lower case, for example `epub`; undefined when it is not a supported format. */
export function formatOf(filename: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(FORMATS, extension) ? extension : undefined;
}

/** The title that a file name suggests: `deep tides` for `deep-tides.epub`. */
export const titleOf = (filename: string): string =>
  filename
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim() || filename;
