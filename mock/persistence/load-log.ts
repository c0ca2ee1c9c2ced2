import {rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {AppendedFileSync} from './appended-file.ts';
import {defined} from '../../spec/defined.ts';
import {DamagedFile} from './damaged-file.ts';
import type {Disk} from './disk.ts';
import {Document} from './document.ts';
import {EndMark} from './end-mark.ts';
import {SegmentedLog, logHeadOf, segmentPath} from './segmented-log.ts';
import {recordsOf, type Records} from './records.ts';

/** The log to read. */
export interface LogFiles {
  folder: string;
  world: string;
  /** Number of the first needed record: a checkpoint contains those before. */
  from: number;
  /** The segments on disk, by the number of their first record, in any order. */
  segments: number[];
  disk: Disk;
  /** Whether an earlier version may have written it: then it may have no end mark. */
  isOld: boolean;
}

/** A log that was read. */
export interface LoadedLog {
  /** The log to continue with, after `tidy`. */
  log: SegmentedLog;
  /** JSON of each record, from `from` on. */
  records: string[];
  /** Removes what a crash or a checkpoint left, and writes the end mark. Reading changes nothing. */
  tidy(): Promise<void>;
}

interface Segment extends Records {
  /** Number of its first record. */
  first: number;
}

/**
 * Reads a log: its segments, which must be complete up to the end mark.
 * @throws DamagedFile
 */
export async function loadLog(files: LogFiles): Promise<LoadedLog> {
  const {folder, world, from, disk} = files;
  const endMark = new EndMark(folder, world, disk);
  const acknowledged = await acknowledgedIn(files, endMark);
  if (endMark.start !== undefined && acknowledged < from)
    throw new DamagedFile(endMark.path, 'it is older than `base.json` beside it');
  const segments = readSegments(files);
  const records = segments.flatMap((segment) => segment.records);
  const next = from + records.length;
  checkEnd(files, segments.at(-1), next, acknowledged);
  const torn = segments.at(-1)?.torn ? segments.at(-1) : undefined;
  const left = segments.filter((segment) => segment !== torn || segment.records.length);
  const log = new SegmentedLog(folder, world, disk, {
    next,
    segments: left.map(({first}) => first),
    start: endMark.start,
  });
  const tidy = async (): Promise<void> => {
    if (torn) await cutTornEnd(segmentPath(folder, torn.first), torn);
    // A killed mock may have written the last records without waiting for the device.
    for (const {first} of left) await disk.syncFile(segmentPath(folder, first));
    for (const first of files.segments)
      if (first < from) await rm(segmentPath(folder, first), {force: true});
    await endMark.renew(next);
    await rm(join(folder, CLOSED), {force: true});
  };
  return {log, records, tidy};
}

/** The document that earlier versions wrote when a log was closed. */
const CLOSED = 'closed.json';

/** The number of the first record that was not acknowledged. @throws DamagedFile */
async function acknowledgedIn(
  {folder, world, disk, isOld}: LogFiles,
  endMark: EndMark,
): Promise<number> {
  const closingMark = new Document<{next: number}>(
    join(folder, CLOSED),
    {kind: 'closed', world},
    disk,
  );
  const closed = await closingMark.read();
  const noted = endMark.read();
  if (noted === undefined && !isOld) throw new DamagedFile(endMark.path, 'the file is missing');
  return Math.max(noted ?? 0, closed?.next ?? 0);
}

/** Reads the needed segments. Each has to begin where the previous one ends. */
function readSegments({folder, world, from, segments: onDisk, disk}: LogFiles): Segment[] {
  const needed = onDisk.filter((first) => first >= from).sort((a, b) => a - b);
  const segments: Segment[] = [];
  let next = from;
  for (const first of needed) {
    const path = segmentPath(folder, first);
    const before = segments.at(-1);
    if (before?.torn)
      throw new DamagedFile(
        segmentPath(folder, before.first),
        'its last record was cut off, and others follow',
      );
    if (first !== next)
      throw new DamagedFile(
        path,
        `records ${next} to ${first - 1}, which come before it, are missing`,
      );
    const text = defined(new AppendedFileSync(path, disk).read(), path);
    const segment = {first, ...recordsOf(path, logHeadOf(world), first, text)};
    segments.push(segment);
    next += segment.records.length;
  }
  return segments;
}

/**
 * A log must contain every acknowledged record. One more may follow, if the program was killed before its response.
 */
function checkEnd(
  {folder, from}: LogFiles,
  last: Segment | undefined,
  next: number,
  acknowledged: number,
): void {
  if (acknowledged <= next) return;
  throw new DamagedFile(
    segmentPath(folder, last?.first ?? from),
    `it ends before record ${next}, and the records up to ${acknowledged - 1} were answered: ` +
      'it was cut off, edited or removed',
  );
}

/** Removes what follows the last complete record of a segment, or the whole segment. */
async function cutTornEnd(path: string, {records, length}: Segment): Promise<void> {
  if (records.length) await truncate(path, length);
  else await rm(path, {force: true});
}
