/** The standard score of 95 %. */
const SCORE = 1.959964;

/**
 * The Wilson interval of a share at 95 %, both ends between 0 and 1.
 * @param whole when it is 0 nothing is known: from 0 to 1
 */
export function wilson(part: number, whole: number): [number, number] {
  if (whole === 0) return [0, 1];
  const share = part / whole;
  const square = SCORE ** 2 / whole;
  const middle = (share + square / 2) / (1 + square);
  const half =
    (SCORE * Math.sqrt((share * (1 - share)) / whole + square / (4 * whole))) / (1 + square);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
