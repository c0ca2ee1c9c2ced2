/** How much is attacked, and how it is drawn. */
export interface Scale {
  /** How often, in the attack's own unit. */
  times: number;
  seed: number;
}

/** What an attack came to. */
export interface Outcome {
  /** How often it was really tried. */
  tried: number;
  /** What held, in one figure, for example `3 servers, 120 MB at most`. */
  figure: string;
  /** What did not hold: a sentence for each. */
  findings: string[];
}

/** One kind of attack. */
export interface Attack {
  name: string;
  /** What is counted: `requests`. */
  unit: string;
  /** How often a night tries it. */
  full: number;
  /** How often a test tries it. */
  short: number;
  /** @param count is told how many more were tried, while it runs */
  run(scale: Scale, count: (more: number) => void): Promise<Outcome>;
}

/** An error as a finding. */
export const findingOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error);
