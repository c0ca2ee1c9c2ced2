/** The starts of a mock on a data folder. All parts of the folder tell the last one, so that parts of copies are detected. */

import {basename, dirname} from 'node:path';
import {DamagedFile} from './damaged-file.ts';
import type {Start} from './end-mark.ts';
import type {FolderIndex} from './folder-index.ts';

/** The table of the index that holds the start that all parts are about to tell. */
const STARTS = 'starts';

/** Its only row. */
interface StartRow {
  key: string;
  start: Start;
}

/** The key of that row. */
const NEXT = 'next';

const TODO =
  'Put back all parts of the folder as they were copied together, or use another --data folder';

const numberOf = (start: Start | undefined): number => Number.parseInt(start ?? '0', 10);

/** The start that all parts are about to tell, or have told; undefined in a folder that has counted none yet. */
const nextIn = (index: FolderIndex): Start | undefined =>
  index.rows<StartRow>(STARTS).find(({key}) => key === NEXT)?.start;

/** Whether starts of the folder were counted before. */
export const hasStarts = (index: FolderIndex): boolean => nextIn(index) !== undefined;

/** Checks that the index itself is of one copy: a start is at most one ahead. @throws DamagedFile */
export function checkIndexStart(index: FolderIndex): void {
  const next = nextIn(index);
  if (next === index.start || numberOf(next) - numberOf(index.start) === 1) return;
  throw new DamagedFile(
    index.path,
    `it is of start ${numberOf(index.start)} and of start ${numberOf(next)} of the mock: its files come from different copies`,
    TODO,
  );
}

/**
 * Checks that a world's folder was in the last start of its data folder.
 * @throws DamagedFile that names the older of the two
 */
export function checkStart(
  index: FolderIndex,
  folder: string,
  world: string,
  start: Start | undefined,
): void {
  const {start: last} = index;
  const next = nextIn(index);
  if (start === last || (start !== undefined && start === next)) return;
  const difference = numberOf(start) - numberOf(next ?? last);
  if (difference > 0)
    throw new DamagedFile(
      index.path,
      `it is older than the folder of world \`${world}\`: it is of start ` +
        `${numberOf(next ?? last)} of the mock, and the world is of start ${numberOf(start)}`,
      TODO,
    );
  throw new DamagedFile(
    folder,
    difference === 0
      ? `it belongs to another copy of ${dirname(index.path)} than the folder \`${basename(index.path)}\` does`
      : `it is older than the folder \`${basename(index.path)}\`: it is of start ${numberOf(start)} ` +
          `of the mock, and the index is of start ${numberOf(next ?? last)}`,
    TODO,
  );
}

/**
 * Lets all parts tell a new start. An interrupted call is continued by the next one: until the index tells the new
 * start, both are accepted.
 * @param worlds what lets each world tell a start
 * @param chance a random whole number, which tells two copies of a folder apart
 */
export async function countStart(
  index: FolderIndex,
  worlds: Iterable<{begin(start: Start): Promise<void>}>,
  chance: number,
): Promise<Start> {
  const pending = nextIn(index);
  const isInterrupted = pending !== undefined && pending !== index.start;
  const start = isInterrupted ? pending : startOf(numberOf(index.start) + 1, chance);
  const row: StartRow = {key: NEXT, start};
  if (!isInterrupted) await index.keep({table: STARTS, put: row});
  for (const world of worlds) await world.begin(start);
  await index.begin(start);
  return start;
}

const startOf = (number: number, chance: number): Start => `${number}-${chance.toString(16)}`;
