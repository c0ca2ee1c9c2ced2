/** How a run ends. */
export type Ending = 'succeeded' | 'failed' | 'rejected';

/** A metered run as it counts against the limits. */
export type Mark = {
  at: number;
  tool: string;
  publication: string;
  by: string;
  filler: boolean;
  run: string;
};

/** A workspace. `spent` and `extra` are of the current cycle. */
export type Workspace = {
  id: string;
  title: string;
  plan: string;
  unresolved: boolean;
  spent: number;
  extra: number;
  saved: number | null;
  cycle: number;
  withheld: boolean;
  endings: Ending[];
  marks: Mark[];
  replays: Map<string, string>;
  minted: number;
};

/** A workspace API key, with the times of its latest requests. */
export type KeyRecord = {
  key: string;
  space: string;
  abilities: readonly string[];
  hits: {at: number; operation: string}[];
};

/** An OAuth access token. */
export type TokenRecord = {
  id: string;
  token: string;
  space: string;
  scopes: readonly string[];
  until: number | null;
  revoked: boolean;
};

/** A reserved upload. */
export type Reservation = {
  id: string;
  space: string;
  key: string;
  name: string;
  title: string;
  size: number;
  until: number;
  headers: Record<string, string>;
  stored: Buffer | null;
  registered: boolean;
  /** When it was reserved. */
  reserved: number;
};

/** One mirror on the reader store. */
export type Mirror = {kind: 'original' | 'modified'; pushed: number; file: string};

/** A registered publication. */
export type Publication = {
  id: string;
  space: string;
  order: number;
  created: number;
  type: 'book' | 'audiobook';
  title: string;
  versions: string[];
  working: string | null;
  mirrors: Mirror[];
};

/** One version of a publication's file. */
export type FileVersion = {
  id: string;
  publication: string;
  space: string;
  name: string;
  bytes: Buffer;
  tool: string | null;
  run: string | null;
  created: number;
};

/** One execution of a tool. */
export type Run = {
  id: string;
  space: string;
  publication: string;
  tool: string;
  started: number;
  ending: Ending;
  input: string;
  output: string | null;
  settled: boolean;
  reads: number;
};

/** A session of the agent server: when it was used last, whose it is, and whether it is initialized. */
export type Session = {at: number; token: string; ready: boolean};
