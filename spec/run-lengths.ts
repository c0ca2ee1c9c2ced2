/** A text, and how often it is repeated consecutively. */
export interface RunLength {
  text: string;
  times: number;
}

/** Collapses equal consecutive texts. */
export function runLengths(texts: readonly string[]): RunLength[] {
  const runs: RunLength[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({text, times: 1});
  }
  return runs;
}
