import type {View} from '../../operation.ts';

/** A position in this workspace's list that nobody else can write. */
export const cursorAfter = (view: View, seq: number): string => {
  const position = seq.toString(36);
  return `${position}.${view.seal('cursor', `${view.tenant}:${position}`)}`;
};

/** @returns the position, or undefined for a cursor that was never given to this workspace */
export function positionOf(view: View, cursor: string): number | undefined {
  const position = cursor.split('.')[0]!;
  const seq = Number.parseInt(position, 36);
  return Number.isSafeInteger(seq) && cursorAfter(view, seq) === cursor ? seq : undefined;
}
