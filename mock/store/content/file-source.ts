import {isUrl} from '../../../spec/url.ts';
import type {Conversion, Extension} from './issue.ts';

/** The reserved host whose file names have a meaning for the mock, which fetches no files. */
export const FILE_HOST = 'files.presscheck.example';

/** The result of converting a file, and whether its name says that it is too large. */
export interface FileSource {
  outcome: Conversion['outcome'];
  isSlow: boolean;
  isTooLarge: boolean;
}

const GOOD: FileSource = {outcome: 'done', isSlow: false, isTooLarge: false};
const BAD: FileSource = {...GOOD, outcome: 'failed'};

/** By name without extension, on the reserved host. */
const BY_NAME: Readonly<Record<string, FileSource>> = {
  broken: BAD,
  missing: BAD,
  'too-large': {...BAD, isTooLarge: true},
  slow: {...GOOD, isSlow: true},
};

/**
 * The properties that the mock assumes for the file of an upload, which it never fetches. On the reserved host the
 * names `broken`, `missing`, `too-large` and `slow` have their literal meaning, and the conversion fails if the
 * extension of the name is not that of the upload. Every other file is converted.
 */
export function fileSource(url: string, extension: Extension): FileSource {
  if (!isUrl(url)) return BAD;
  const {hostname, pathname} = new URL(url);
  if (hostname !== FILE_HOST) return GOOD;
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  const name = dot < 0 ? file : file.slice(0, dot);
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known) return known;
  return file.slice(name.length).toLowerCase() === `.${extension}` ? GOOD : BAD;
}
