import {isUrl} from '../../../spec/url.ts';
import type {Conversion, Extension} from './issue.ts';

/** The reserved host whose files the mock knows by their names; it fetches none of them. */
export const FILE_HOST = 'files.presscheck.example';

/** What becomes of a file, and whether its name says that it is larger than a file may be. */
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
 * What the mock takes the file of an upload for, which it never fetches. On the reserved host the
 * names `broken`, `missing`, `too-large` and `slow` mean what they say, and a name with another
 * extension than the upload fails; every other file converts.
 */
export function fileSource(url: string, extension: Extension): FileSource {
  if (!isUrl(url)) return BAD;
  const {hostname, pathname} = new URL(url);
  if (hostname !== FILE_HOST) return GOOD;
  const [, name = '', ending = ''] = /([^/]*?)(?:\.([^./]*))?$/.exec(pathname) ?? [];
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known) return known;
  return ending.toLowerCase() === extension ? GOOD : BAD;
}
