import {crc32} from 'node:zlib';
import {checkHead, headOf, type DocumentHead} from './document.ts';
import {DamagedFile} from './damaged-file.ts';

/** What the text of a log segment contains. */
export interface Records {
  /** JSON of each complete record. */
  records: string[];
  /** Position of the end of the last complete record. */
  length: number;
  /** Whether an incomplete record follows: a crash interrupted its writing. */
  torn: boolean;
}

/** The first line of a segment. */
export const headLine = (path: string, head: DocumentHead): string =>
  `${JSON.stringify(headOf(path, head))}\n`;

/**
 * A record as a line, for example `{"record":7,"sum":123,"data":{...}}`. The numbers continue through all segments of
 * a log, so that a missing, repeated or moved line is detected.
 */
export const recordLine = (number: number, json: string): string =>
  `${beginningOf(number)}${crc32(json)}${DATA}${json}}\n`;

const beginningOf = (number: number): string => `{"record":${number},"sum":`;
const DATA = ',"data":';

/**
 * Reads the text of a segment.
 * @param first number of its first record
 * @throws DamagedFile when the text is not that of this segment, either complete or interrupted while a record was
 * being appended
 */
export function recordsOf(path: string, head: DocumentHead, first: number, text: string): Records {
  const start = headLine(path, head);
  // The head is written together with the first record: a head alone was interrupted as well.
  if (start.startsWith(text)) return {records: [], length: 0, torn: true};
  if (!text.startsWith(start)) {
    checkHead(path, head, text.slice(0, text.indexOf('\n') + 1));
    throw new DamagedFile(path, 'its first line is not as presscheck writes it');
  }
  const end = text.lastIndexOf('\n') + 1;
  const lines = text.slice(start.length, end).split('\n').slice(0, -1);
  const records = lines.map((line, index) => jsonOf(path, first + index, line));
  const rest = text.slice(end);
  if (!isBeginning(rest, first + records.length))
    throw new DamagedFile(path, 'its end is neither a record nor the beginning of one');
  return {records, length: Buffer.byteLength(text.slice(0, end)), torn: rest !== ''};
}

/** Whether a text is the beginning of a record's line, and not a complete line with a wrong end. */
function isBeginning(text: string, number: number): boolean {
  const beginning = beginningOf(number);
  if (!text.startsWith(beginning) && !beginning.startsWith(text)) return false;
  return !isRecord(text.slice(0, -1));
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
