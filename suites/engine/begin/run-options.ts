import type {AbsentFeature} from '../../../spec/features.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Api, RuleId} from '../../../spec/rule.ts';
import type {
  Coverage,
  BrokenHookRecord,
  HookFailure,
  RoundsPlayed,
  RuleVerdict,
  RunPlan,
  Supply,
} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import type {GainOf} from '../../generation/scenes-again.ts';
import type {Conformance} from '../../contract/passive/conform.ts';
import type {ClassAssigner} from '../../values/assign-classes.ts';
import type {ErasSeen} from '../../target/tool-revisions.ts';
import type {Target} from '../../target/target.ts';
import type {DecidedCheck} from '../judge/place-results.ts';
import type {StandingFailure} from '../conclude/group.ts';
import type {HookUndos} from '../send/ledger/hook-undos.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import type {Redaction} from '../evidence/redaction.ts';
import type {Pacer} from '../send/pacing/pacer.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import type {RoleDoubts} from '../judge/role-doubt.ts';

/** One round of further checks. */
export interface Round {
  checks: Check[];
  /** The seed of their values. */
  seed: number;
  /** Assigns the classes of their values; without it the seed determines them. */
  assigner?: ClassAssigner;
}

/** Further checks of a run, generated round by round until they cover nothing new. */
export interface Rounds {
  /**
   * The checks of a round; the first round is 1.
   * @param gainOf what is gained by going on from a scene: its responses are rare, its pairs were varied little
   */
  checksOf(round: number, gainOf: GainOf): Round;
  /** The most requests of the whole run. */
  maxRequests: number;
  /** Milliseconds from the beginning of the run after which no further scene begins. */
  forMs?: number;
  /** The rounds in a row that may cover nothing new; a few by default. */
  withoutNews?: number;
  /**
   * Called with the result of each scene of a round.
   * @returns true to end the rounds
   */
  onDecided?(decided: DecidedScene): Promise<boolean>;
}

/** The result of a scene of a round. */
export interface DecidedScene {
  round: number;
  scene: PreparedScene;
  decidedChecks: DecidedCheck[];
  /** All failures of the run so far without consequences of others; worth calling after a failure. */
  failures(): StandingFailure[];
  /** Whether it covered anything new. */
  isNews: boolean;
  /** The number of things that are covered so far. */
  covered: number;
  /** Requests of the run so far. */
  requests: number;
}

/** The options of a run. */
export interface RunOptions {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /**
   * The checks of rules that were not selected. Some of their scenes are sent as well, because their responses may show
   * a selected rule broken, or a line of the profile right (`planning/supporting-scenes.ts`).
   */
  others?: Check[];
  /** Of the `others`, only what proves lines of the profile is sent. */
  provesOnly?: true;
  /** Rules that are reported even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
  target: Target;
  /** Seeds the generated values. */
  seed: number;
  /**
   * Part of every fresh value on a shared target: letters and digits that no other run there has used.
   * By default it is random. On a mock of its own a run does not use it and depends on its seed alone.
   */
  nonce?: string;
  /** Waits for pacing on a shared target. */
  clock: WaitingClock;
  /** How many scenes run at the same time on a target that gives each a world of its own; by default one. */
  atOnce?: number;
  /** The most requests; checks that would need more are not exercised. */
  maxRequests?: number;
  /** Agents whose roles are verified in addition to those that the checks need. */
  agents?: ReadonlySet<Role>;
  /** Further checks, generated round by round after the planned ones. */
  rounds?: Rounds;
  /**
   * Called before every scene that can be run and before the clean-up; on a shared target with the
   * seconds that are left as well.
   */
  progress?: (done: number, of: number, scene: string, secondsLeft?: number) => void;
  /** Called with a sentence that a user should read before the run. */
  notice?: (text: string) => void;
  /** Set for a deployment that is known to obey the documents: its responses are not compared with each other. */
  isRehearsal?: true;
  /** Called with every exchange of a check. */
  onExchange?: (exchange: Exchange) => void;
  /** Called with every call of a hook that a scene made. */
  onHook?: (exchange: Exchange) => void;
  /** Ends the run early, with the results so far. */
  signal?: AbortSignal;
  /**
   * Called with the number of resources to clean up when the signal has ended the run: the clean-up is
   * made nevertheless. Without it an interrupted run does not clean up.
   */
  onInterruptedCleanUp?: (things: number) => void;
  /** Ends an interrupted run in any case: its requests and hooks are aborted. */
  hardStop?: AbortSignal;
  /** The timeout of a response in milliseconds. */
  timeout?: number;
  /** Roles of a shared target whose credentials are unconfirmed. */
  doubtfulRoles?: RoleDoubts;
  /** Which eras of MCP the server speaks, as far as was seen before the run. */
  eras?: ErasSeen;
  /** The pacer of a shared target. It has counted earlier requests, since the limits count them as well. */
  pacer?: Pacer;
  /** The outstanding undos of hooks of a shared target; absent if there are none yet. */
  undos?: HookUndos;
  /**
   * Estimates how many publications the run registers; absent or undefined if that is not possible. It
   * is called only if the allowance may not suffice, because it takes seconds.
   */
  publicationsNeeded?: () => Promise<number | undefined>;
  /** Compares responses with the contracts; several runs may share what it compiles. */
  conformance?: Record<Api, Conformance>;
}

/** The result of a run. */
export interface RunResult {
  /** Removes what nobody may see from exchanges of the run; absent if it could not begin. */
  redaction?: Redaction;
  rules: RuleVerdict[];
  /** Why nothing could be decided, if the run could not begin. */
  couldNotBegin?: string;
  /** What to supply so that more is decided. */
  supply: Supply[];
  plan: RunPlan;
  coverage: Coverage;
  /** The result of the rounds. */
  rounds?: RoundsPlayed;
  requests: number;
  /** The part of every generated name that identifies the run on a shared target. */
  nonce?: string;
  /** The requests of the clean-up, which `requests` includes. */
  cleaningRequests: number;
  residue: Record<string, number>;
  /** The resources that the run could not clean up, for example `user 7340043`. */
  leftInUse?: string[];
  /** Describes requests before the run that had to be sent more than once. */
  repeatedAtFirst?: string[];
  /** The features that the deployment does not have. */
  absent?: AbsentFeature[];
  /** Hooks that could not be undone. */
  hooksNotUndone?: HookFailure[];
  /** Hooks that are broken. */
  brokenHooks?: BrokenHookRecord[];
}
