/** The parts of a mock at which faults can be ordered. */
export type FaultInterface = 'workspace' | 'store' | 'storage' | 'mcp' | 'checkout';

/** An instant (ISO 8601), or one after the rule was added: `+90s`, `+5m`, `+2h`, `+1d`. */
export type FaultInstant = string;

/** Which requests a rule is about; without a member it is about all of them. */
export interface FaultMatch {
  interface?: FaultInterface;
  operation?: string;
  method?: string;
  /** The path in its world, without the query. `*` stands for any characters but `/`, `**` for any. */
  path?: string;
  /** Role or id of a key or token, never its secret. */
  credential?: string;
  /** Id of a workspace or store. */
  tenant?: string;
  /** Which of the matching requests, counted from 1, both inclusive. */
  nth?: {from?: number; to?: number};
  /** The share of the matching requests, from 0 to 1; the same seed gives the same requests. */
  probability?: {of: number; seed?: number};
  /** The window of the world's clock: from the first instant until before the second; null is open. */
  between?: [from: FaultInstant | null, to: FaultInstant | null];
}

/** What a rule does: one of these, where `retry_after` and `body` go with `status`. */
export interface FaultAct {
  latency_ms?: number;
  latency?: {min_ms: number; max_ms: number} | {median_ms: number; sigma: number};
  status?: number;
  retry_after?: number;
  body?: unknown;
  reset?: 'before' | 'after';
  half_body?: true;
  drip?: number;
  never?: true | 'before' | 'after';
  cannot_mint?: true;
  link_expires_after_ms?: number;
  run_hangs?: true;
  return?: 'missing' | 'twice' | {late_ms: number};
}

/** A fault that a user orders, as data. */
export interface FaultRule {
  /** Default: `fault-1`, `fault-2`, and so on. */
  id?: string;
  name?: string;
  /** Default: true. */
  enabled?: boolean;
  match?: FaultMatch;
  act: FaultAct;
}

/** A rule of a world. */
export interface OrderedFault extends FaultRule {
  id: string;
  /** The world's clock when the rule was added, or when the world was reset since, in epoch milliseconds. */
  since: number;
  /** It is a setting of a workspace under its older name, which a reset takes back. */
  setting?: true;
}

/** How often a rule was about a request, and how often it acted. */
export interface FaultTally {
  matched: number;
  fired: number;
}
