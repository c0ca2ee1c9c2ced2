/** How much may differ before two texts are strangers. */
const CLOSE = 5;

/** The text that fewest edits lead to, when it is at most 5 away. */
export function nearest(
  said: string,
  known: string[],
): {text: string; distance: number} | undefined {
  let best: {text: string; distance: number} | undefined;
  for (const text of known) {
    const distance = edits(said, text, (best?.distance ?? CLOSE + 1) - 1);
    if (distance !== undefined) best = {text, distance};
  }
  return best;
}

/** Levenshtein's distance, or undefined when it is above `most`. */
function edits(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let row = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    if (Math.min(...next) > most) return undefined;
    row = next;
  }
  return row[b.length]! <= most ? row[b.length] : undefined;
}
