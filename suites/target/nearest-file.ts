import {existsSync, readdirSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {likeliest, pairOverlap} from '../../spec/likeliest.ts';

/** The minimum similarity (`pairOverlap`) of a file name that is suggested. */
const ALIKE = 0.2;

const ENDING = /\.ya?ml$/;

/** Asks whether the most similar YAML file in the same folder was meant; undefined if none is similar. */
export function nearestBeside(file: string): string | undefined {
  const folder = dirname(file);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => ENDING.test(name));
  const stemOf = (name: string): string => name.replace(ENDING, '');
  const typed = stemOf(basename(file));
  const nearest = likeliest(typed, names.map(stemOf));
  const found = names.find((name) => stemOf(name) === nearest);
  if (found === undefined || pairOverlap(typed, nearest) < ALIKE) return undefined;
  return `did you mean ${join(folder, found)}?`;
}
