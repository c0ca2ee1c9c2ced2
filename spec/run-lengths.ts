/** A text, and how often it stands one after the other. */
export interface RunLength {
  text: string;
  times: number;
}

/** Equal texts that follow upon each other, once each. */
export function runLengths(texts: readonly string[]): RunLength[] {
  const runs: RunLength[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times += 1;
    else runs.push({text, times: 1});
  }
  return runs;
}
