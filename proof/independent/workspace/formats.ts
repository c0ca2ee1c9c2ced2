import type {World} from './world.ts';

const MB = 1024 * 1024;

/** A supported format. */
export type Format = {media: string; largest: number; type: 'book' | 'audiobook'};

const FORMATS: Readonly<Record<string, Format>> = {
  epub: {media: 'application/epub+zip', largest: 150 * MB, type: 'book'},
  pdf: {media: 'application/pdf', largest: 250 * MB, type: 'book'},
  docx: {
    media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    largest: 40 * MB,
    type: 'book',
  },
  mp3: {media: 'audio/mpeg', largest: 900 * MB, type: 'audiobook'},
  m4b: {media: 'audio/mp4', largest: 2000 * MB, type: 'audiobook'},
};

/** The format that a file name shows by its ending, if it is supported. */
export function formatOf(w: World, name: string): Format | undefined {
  const dot = name.lastIndexOf('.');
  const ending = dot < 1 ? '' : name.slice(dot + 1).toLowerCase();
  const found = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
  if (found === undefined && w.faults.has('format-anywhere-in-name')) {
    const key = Object.keys(FORMATS).find((one) => name.includes(`.${one}`));
    return key === undefined ? undefined : FORMATS[key];
  }
  if (found === undefined && w.faults.has('format-by-prototype')) {
    const inherited: unknown = Reflect.get(FORMATS, ending);
    return inherited === undefined ? undefined : FORMATS['epub'];
  }
  return found;
}

/** The size limit that holds for a format. */
export function largestOf(w: World, format: Format): number {
  if (w.faults.has('size-limit-of-largest-format')) {
    return Math.max(...Object.values(FORMATS).map((one) => one.largest));
  }
  if (format.type === 'audiobook' && w.faults.has('size-unlimited-for-audio')) return Infinity;
  return format.largest;
}
