import type {View} from '../../operation.ts';

/** The position of a page: after or before a session of the list. */
export interface Position {
  /** Sequence number of the session next to the page: the last one before it, or the first one after it. */
  seq: number;
  side: 'after' | 'before';
  /** Number of the page, from 1. */
  page: number;
}

const MARKS = {after: 'a', before: 'b'} as const;

/** @returns the position with a seal: a cursor of one store is unknown to another */
export function cursorOf(view: View, {seq, side, page}: Position): string {
  const text = `${MARKS[side]}${seq.toString(36)}_${page.toString(36)}`;
  return `${text}.${view.seal('reading', text)}`;
}

/** Reads a cursor. @returns undefined for a cursor that this store did not make */
export function positionOf(view: View, cursor: string): Position | undefined {
  const [, mark, seqText = '', pageText = ''] = /^([ab])([\da-z]+)_([\da-z]+)\./.exec(cursor) ?? [];
  const side = mark === MARKS.before ? 'before' : 'after';
  const position: Position = {
    seq: Number.parseInt(seqText, 36),
    side,
    page: Number.parseInt(pageText, 36),
  };
  const isWhole = Number.isSafeInteger(position.seq) && Number.isSafeInteger(position.page);
  return isWhole && cursorOf(view, position) === cursor ? position : undefined;
}
