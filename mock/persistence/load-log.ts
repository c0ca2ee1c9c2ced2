import {rm, truncate} from 'node:fs/promises';
import {AppendedFileSync} from './appended-file.ts';
import {defined} from '../../spec/defined.ts';
import {DamagedFile} from './damaged-file.ts';
import {closingMarkOf, Log, logHeadOf, segmentPath} from './log.ts';
import {recordsOf, type Records} from './records.ts';

/** Which log is to be read. */
export interface LogFiles {
  folder: string;
  world: string;
  /** Number of the first record that is needed: a checkpoint has the ones before. */
  from: number;
  /** The segments on disk, by the number of their first record, in any order. */
  segments: number[];
}

/** A log that was read. */
export interface LoadedLog {
  /** The log to go on with. */
  log: Log;
  /** JSON of each record, from `from` on. */
  records: string[];
}

interface Segment extends Records {
  /** Number of its first record. */
  first: number;
}

/**
 * Reads a log in four steps: reads the segments, checks that together they are whole, cuts off what
 * a crash left half-written, and removes segments that a checkpoint has made needless.
 * @throws DamagedFile; then nothing was changed
 */
export async function loadLog(files: LogFiles): Promise<LoadedLog> {
  const {folder, world, from} = files;
  const closed = await closingMarkOf(folder, world).read();
  const segments = readSegments(files);
  const records = segments.flatMap((segment) => segment.records);
  const next = from + records.length;
  checkEnd(files, segments.at(-1), next, closed?.next);
  const left = await cutTornEnd(files, segments);
  for (const first of files.segments)
    if (first < from) await rm(segmentPath(folder, first), {force: true});
  return {log: new Log(folder, world, {next, segments: left}), records};
}

/** Reads the needed segments, each of which has to begin where the one before ends. */
function readSegments({folder, world, from, segments: onDisk}: LogFiles): Segment[] {
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
    const text = defined(new AppendedFileSync(path).read(), path);
    const segment = {first, ...recordsOf(path, logHeadOf(world), first, text)};
    segments.push(segment);
    next += segment.records.length;
  }
  return segments;
}

/** A log that was closed has to end where it was closed. */
function checkEnd(
  {folder, from}: LogFiles,
  last: Segment | undefined,
  next: number,
  closedAt: number | undefined,
): void {
  if (closedAt === undefined) return;
  if (closedAt === next && !last?.torn) return;
  throw new DamagedFile(
    segmentPath(folder, last?.first ?? from),
    `it does not end where the log was closed, before record ${closedAt}: ` +
      'it was cut off, edited or removed',
  );
}

/** Cuts the half-written end off the last segment. Returns the segments that are left. */
async function cutTornEnd({folder}: LogFiles, segments: readonly Segment[]): Promise<number[]> {
  const all = segments.map(({first}) => first);
  const last = segments.at(-1);
  if (!last?.torn) return all;
  const path = segmentPath(folder, last.first);
  if (last.records.length) {
    await truncate(path, last.length);
    return all;
  }
  await rm(path, {force: true});
  return all.slice(0, -1);
}
