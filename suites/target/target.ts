import type {ControlVerb} from '../../spec/control.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Api} from '../../spec/rule.ts';
import type {Role} from '../../spec/step.ts';
import type {TargetClock} from '../../spec/clock.ts';
import type {CreationLogs} from './creation-log.ts';
import type {Proxies} from './proxies.ts';
import type {UndoStore} from './undo-store.ts';

/**
 * What a check needs and a target may offer, for example `role:admin` or `sample:good`: one of the
 * APIs, a credential of a role, a control verb, a sample, time that can pass (in milliseconds; `wait`:
 * without moving the clock), the permission to do something (`spend`), ids that are unique across
 * tenants, a path that the profile has to name, the MCP server (`interface`), or an operation that the
 * deployment has according to the profile (`served`).
 */
export type Capability =
  | `api:${Api}`
  | `role:${Role}`
  | `control:${ControlVerb}`
  | `sample:${string}`
  | `time:${number}`
  | `wait:${number}`
  | `spend:${Spending}`
  | `unique-ids:${Api}`
  | `path:${Api}.${string}`
  | 'interface:mcp'
  | `served:${Api}.${string}`;

/**
 * What a run may do to a deployment: read, add resources, change those that it created, and use up a
 * minute window or an allowance.
 */
export const SPENDINGS = ['reads', 'adds', 'changes', 'exhausts'] as const;
export type Spending = (typeof SPENDINGS)[number];

/** A credential as it goes into a request, and the name under which reports show it. */
export interface Credential {
  name: string;
  secret: string;
  /** The environment variable from which the configuration reads it. */
  variable?: string;
}

/** The credential of the role `unknown-credential`: well-formed, and never issued by anybody. */
export const UNKNOWN_CREDENTIAL: Credential = {
  name: 'unknown-credential',
  secret: 'presscheck-never-issued-this-0000',
};

/** Where one scene is run: a world of its own on the mock, the shared deployment elsewhere. */
export interface Environment {
  /** Base address below which the API's own path begins. */
  base(api: Api): string;
  /**
   * Credentials of a role, interchangeable. Some have to be fetched.
   * @throws UsageError for client credentials that the authorization server refuses
   * @throws Unreachable when no token can be fetched
   */
  credentials(role: Role): Credential[] | Promise<Credential[]>;
  /**
   * Whether a credential of the role, which was refused, is replaced because it may have expired;
   * absent: none is.
   */
  renewRefused?(role: Role): boolean;
  /** A sample's value. */
  sample(name: string): unknown;
  /**
   * @throws VerbUnknown when the target does not do what the verb says; else Error that says what
   * the hook answered
   */
  control(verb: ControlVerb, args: Record<string, unknown>): Promise<unknown>;
  /** Lets `ms` milliseconds pass on the target's clock: it may be moved. */
  advance(ms: number): Promise<void>;
  /**
   * Waits `ms` milliseconds until what was changed shows. Moving the target's clock would not make
   * it show earlier.
   */
  wait(ms: number): Promise<void>;
  /** Milliseconds, on the clock that times requests: by how much it was moved is included. */
  now(): number;
  /** Of a clock that only `advance` moves: its time, in epoch milliseconds. */
  targetTime?(): number;
  close(): Promise<void>;
}

/** A deployment under test. */
export interface Target {
  name: string;
  kind: 'mock' | 'deployment';
  urls: Record<string, string>;
  /** All scenes share one environment and its limits: set-ups are shared, requests paced. */
  shared: boolean;
  apis: Api[];
  profile(api: Api): Profile;
  /** Roles whose credentials are fetched when they are first needed. */
  fetchedRoles?: readonly Role[];
  /** What no report may show: credentials that are known before a run, and more. */
  secrets?: readonly string[];
  /** Keeps on disk what hooks have to give back; absent where nothing is taken from a target. */
  undos?: UndoStore;
  /** Keeps on disk what runs create; absent where nothing remains of a run. */
  creations?: CreationLogs;
  /** The proxies through which requests are sent to it; absent if there are none. */
  proxies?: Proxies;
  /** The clock that limits, links and tokens of the target follow; absent: the run's own. */
  clock?: TargetClock;
  /** @returns undefined when the capability is offered, else what to supply */
  lacks(capability: Capability): string | undefined;
  /** @returns why the deployment cannot have the capability; undefined when it has it, or may have it */
  absence?(capability: Capability): string | undefined;
  /** The features that the configuration declares absent, or that its profile says to be. */
  absentFeatures?: readonly string[];
  /** The line that says so, by feature. */
  absenceLines?: Readonly<Record<string, string>>;
  /** `FILE:LINE` of the field of the configuration at a JSON Pointer; absent if it has no file. */
  lineOf?: (pointer: string) => string;
  /** Whether requests are sent in the forms alone that the documents show. */
  onlyDocumentedForms?: boolean;
  /** Whether two samples have one value; absent where no two have. */
  isSameSample?(one: string, other: string): boolean;
  /** @param scene seeds the world that a mock makes for it */
  open(scene: string): Promise<Environment>;
  close(): Promise<void>;
}
