import type {FaultRule} from '../faults/fault-rule.ts';
import type {Credentials} from '../control/shown-credentials.ts';

/** How a world of its own is made. Every member is optional. */
export interface WorldOptions {
  /** The content: fixed rows (`demo`), what the conformance suite uses (`suite`), or nothing. Default: `demo`. */
  template?: 'demo' | 'suite' | 'empty';
  /** A seed in place of a template: the path of a file, or the value itself. `docs/mock.md` describes seeds. */
  from?: string | object;
  /** The number from which ids, keys and secrets derive. Default: random. Not with `from`. */
  seed?: number;
  /** ISO 8601: the clock stands still there; null: it runs. Default: it runs. Not with `from`. */
  frozenAt?: string | null;
  /** Whether minute limits and daily quotas are enforced. Default: true. Not with `from`. */
  limits?: boolean;
  /** What the world does where the documents leave it open, by name. Not with `from`. */
  freedoms?: Readonly<Record<string, string | number | boolean>>;
  /** How many times as fast as real time its clock runs: 0.1 to 3600. Default: 1. Not with `from`. */
  speed?: number;
  /** Whether its clock moves to the next due event when a client reads what waits for one. Default: no. Not with `from`. */
  skipWaits?: boolean;
  /** Faults; docs/mock.md lists what they can do. Not with `from`: a seed has its own. */
  faults?: readonly FaultRule[];
}

/** A request that the world received. */
export interface JournalEntry {
  n: number;
  /** ISO 8601, by the world's clock. */
  at: string;
  method: string;
  path: string;
  status: number;
  operation?: string;
  situation?: string;
  /** Why it was refused. */
  why?: {expected: string; got: string; todo: string};
}

/** Which requests are meant: those with all of these values. `path` is a part of the path. */
export type JournalFilter = Partial<
  Pick<JournalEntry, 'method' | 'path' | 'status' | 'operation' | 'situation'>
>;

/** A mail that a real store would have sent. */
export interface Mail {
  id: string;
  store: string;
  to: string;
  kind: 'order-reported' | 'sale-approved';
  order: string;
  subject: string;
  text: string;
  at: string;
  links: string[];
}

/** Which mails are meant. */
export type MailFilter = Partial<Pick<Mail, 'store' | 'to' | 'kind'>>;

/** A fault that was ordered. */
export interface Fault {
  id: string;
  /** How many requests it was about so far. */
  readonly matched: number;
  /** On how many of them it acted. */
  readonly fired: number;
  /** Takes the fault back. */
  remove(): Promise<void>;
}

/** A rule of the world, with how many requests it was about, and on how many of them it acted. */
export interface ListedFault extends FaultRule {
  id: string;
  matched: number;
  fired: number;
}

/** How long to wait, in milliseconds of real time. Default: 2000. */
export interface Patience {
  timeoutMs?: number;
}

/** A world of its own: another one than that of every other test. */
export interface World {
  /** Its name in paths: `/w/<id>`. */
  id: string;
  /** Base URLs of the world. */
  urls: {workspace: string; store: string; objects: string};
  /** Its keys, tokens and OAuth clients. */
  credentials(): Credentials;
  /** The secrets of its keys and tokens by role, for example `full` and `admin`; the first one of each role. */
  keys: Readonly<Record<string, string>>;
  clock: {
    now(): Date;
    /** @param ms milliseconds to advance by; what falls due in them happens */
    advance(ms: number): Promise<void>;
    /** @param at a `Date` or ISO 8601, also in the past: what has happened stays. Default: now */
    freeze(at?: Date | string): Promise<void>;
    run(): Promise<void>;
    /** @param factor how many times as fast as real time it runs, 0.1 to 3600; a clock that stands keeps it until it runs */
    speed(factor: number): Promise<void>;
  };
  faults: {
    /** Orders a fault, after the others: the first rule that matches a request acts. @throws Error for a wrong rule */
    add(rule: FaultRule): Promise<Fault>;
    list(): Promise<ListedFault[]>;
  };
  journal: {
    /** The requests that a filter matches, oldest first, of the newest 2,000. */
    find(filter?: JournalFilter): Promise<JournalEntry[]>;
    /** The first request that a filter matches. @throws Error if there is none in time */
    waitFor(filter: JournalFilter, patience?: Patience): Promise<JournalEntry>;
  };
  outbox: {
    find(filter?: MailFilter): Promise<Mail[]>;
    /** The first mail that a filter matches. @throws Error if there is none in time */
    waitFor(filter?: MailFilter, patience?: Patience): Promise<Mail>;
  };
  /** The world as a seed. */
  seed(): Promise<Record<string, unknown>>;
  /** The world as a snapshot, which `restore` takes. */
  snapshot(): Promise<Record<string, unknown>>;
  restore(snapshot: object): Promise<void>;
  /** Makes the world what it was when it was made. */
  reset(): Promise<void>;
  /**
   * Ends the checkout of a sale as a buyer would.
   * @param order id or `external_reference`
   * @param outcome default: approved
   * @returns where the buyer is sent, and the status of the order
   */
  pay(
    order: string,
    outcome?: 'approved' | 'declined' | 'pending' | 'left',
  ): Promise<{redirect: string | null; order_status?: string}>;
  /** Advances the clock until a run has ended. @returns its state. @throws Error for a run that is held */
  finishRun(run: string): Promise<'succeeded' | 'failed' | 'rejected'>;
  /**
   * Any operation of the control plane on this world, by its `operationId` (`/openapi.json` of the control plane).
   * @returns the body of its answer
   * @throws Error with what is wrong, and what to do
   */
  control(
    operation: string,
    call?: {id?: string; query?: Record<string, string | number>; body?: unknown},
  ): Promise<unknown>;
  /** Drops the world. One that is gone already stays so. */
  drop(): Promise<void>;
}
