import {crc32} from 'node:zlib';
import {belongs, headOf, type Head} from './document.ts';
import {DamagedFile} from './keeper.ts';

/** What the text of a log segment holds. */
export interface Records {
  /** JSON of each whole record. */
  records: string[];
  /** Bytes up to the end of the last whole one. */
  length: number;
  /**
   * Whether something stands after it that is no whole record: a crash came while it was written.
   */
  torn: boolean;
}

/** The first line of a segment. */
export const headLine = (path: string, head: Head): string =>
  `${JSON.stringify(headOf(path, head))}\n`;

/**
 * A record as a line. Numbers run through all segments, so that a missing, repeated or moved line
 * is noticed.
 */
export const recordLine = (number: number, json: string): string =>
  `${before(number)}${crc32(json)}${DATA}${json}}\n`;

const before = (number: number): string => `{"record":${number},"sum":`;
const DATA = ',"data":';

/**
 * @param first number of its first record
 * @throws DamagedFile when the text is not that of this segment, whole or broken off while
 * something was being appended
 */
export function recordsOf(path: string, head: Head, first: number, text: string): Records {
  const begin = headLine(path, head);
  // The head comes with the first record: alone, it broke off too.
  if (begin.startsWith(text)) return {records: [], length: 0, torn: true};
  if (!text.startsWith(begin)) {
    belongs(path, head, text.slice(0, text.indexOf('\n') + 1));
    throw new DamagedFile(path, 'its first line is not as presscheck writes it');
  }
  const lines = text.slice(begin.length).split('\n');
  const rest = lines.pop()!;
  const records = lines.map((line, at) => jsonOf(path, first + at, line));
  const next = before(first + records.length);
  if (!(rest.startsWith(next) || next.startsWith(rest)) || isRecord(rest.slice(0, -1)))
    throw new DamagedFile(path, 'its end is neither a record nor the beginning of one');
  return {
    records,
    length: Buffer.byteLength(text.slice(0, text.length - rest.length)),
    torn: rest !== '',
  };
}

function jsonOf(path: string, number: number, line: string): string {
  if (!isRecord(line))
    throw new DamagedFile(
      path,
      `its content does not match its checksum: record ${number} was cut off or edited`,
    );
  if (numberOf(line) !== number)
    throw new DamagedFile(path, `record ${numberOf(line)} stands where record ${number} belongs`);
  return dataOf(line);
}

const isRecord = (line: string): boolean =>
  `${line}\n` === recordLine(numberOf(line), dataOf(line));
const numberOf = (line: string): number => Number(/^\{"record":([0-9]+),/.exec(line)?.[1]);
const dataOf = (line: string): string => line.slice(line.indexOf(DATA) + DATA.length, -1);
