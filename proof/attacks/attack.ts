/** The size and the seed of an attack. */
export interface Scale {
  /** How often, in the attack's own unit. */
  times: number;
  seed: number;
}

/** The outcome of an attack. */
export interface Outcome {
  /** How often it was actually tried. */
  tried: number;
  /** The result in one figure, for example `3 servers, 120 MB at most`. */
  figure: string;
  /** One sentence for each problem that was found. */
  findings: string[];
}

/** One kind of attack. */
export interface Attack {
  name: string;
  /** The unit of its size: `requests`. */
  unit: string;
  /** The size at night. */
  full: number;
  /** The size in a test. */
  short: number;
  /** @param count is called with the number of further attempts during the run */
  run(scale: Scale, count: (more: number) => void): Promise<Outcome>;
}

/** Describes an error as a problem. */
export const findingOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error);
