import type {View} from '../../operation.ts';

/**
 * The cursor of the page that follows a row.
 * @param seq sequence number of the last row of the page
 * @returns the position and a seal over it, so that clients cannot make up cursors and the cursor
 * of one workspace is unknown in another
 */
export const cursorAfter = (view: View, seq: number): string => {
  const position = seq.toString(36);
  return `${position}.${view.seal('cursor', position)}`;
};

/**
 * Reads a cursor.
 * @returns the sequence number in it, or undefined for a cursor that this workspace was never given
 */
export function positionOf(view: View, cursor: string): number | undefined {
  const [position = ''] = cursor.split('.');
  const seq = Number.parseInt(position, 36);
  return Number.isSafeInteger(seq) && cursorAfter(view, seq) === cursor ? seq : undefined;
}
