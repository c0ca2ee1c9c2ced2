import {existsSync, readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {likeliest, pairOverlap} from '../../spec/likeliest.ts';

/** The minimum similarity (`pairOverlap`) of a file name that is suggested. */
const ALIKE = 0.2;

/** Asks whether the most similar YAML file in the same folder was meant; undefined if none is similar. */
export function nearestBeside(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  const nearest = likeliest(basename(file), names);
  return pairOverlap(basename(file), nearest) < ALIKE
    ? undefined
    : `did you mean ${join(folder, nearest)}?`;
}
