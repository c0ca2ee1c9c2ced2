import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {
  Coverage,
  HookFailure,
  RoundsPlayed,
  RuleVerdict,
  RunPlan,
  Supply,
} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Role} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import type {Conformance} from '../contract/conform.ts';
import type {Dealer} from '../values/deal.ts';
import type {Target} from '../target/target.ts';
import type {CheckVerdict} from './verdicts/findings.ts';
import type {StandingFailure} from './verdicts/group.ts';
import type {HookUndos} from './cleaning/hook-undos.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import type {Pacer} from './pacing/pacer.ts';
import type {Prepared} from './planning/prepare.ts';
import type {UnverifiedRoles} from './preflight/preflight.ts';

/** One round of further checks. */
export interface Round {
  checks: Check[];
  /** Of their values. */
  seed: number;
  /** Deals the classes of their values; without it the seed does. */
  dealer?: Dealer;
}

/** Further checks of a run, made up round by round until nothing new is covered. */
export interface Rounds {
  /** What is run in a round, the first of which is 1. */
  checksOf(round: number): Round;
  /** Requests of the whole run. */
  maxRequests: number;
  /** Milliseconds from the beginning of the run after which no further scene begins. */
  forMs?: number;
  /** Rounds in a row that may cover nothing new; without it a few. */
  withoutNews?: number;
  /**
   * Called with what a scene of a round came to.
   * @returns true to end the rounds
   */
  onDecided?(decided: DecidedScene): Promise<boolean>;
}

/** What a scene of a round came to. */
export interface DecidedScene {
  round: number;
  scene: Prepared;
  decisions: {check: Check; verdict: CheckVerdict}[];
  /** All failures of the run so far that stand; it is worth calling after something failed. */
  failures(): StandingFailure[];
  /** Whether it covered anything that had not been covered. */
  isNews: boolean;
  /** All that was covered so far, counted. */
  covered: number;
  /** Requests of the run so far. */
  requests: number;
}

/** What a run is made of. */
export interface RunOptions {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** Rules that are reported even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
  target: Target;
  /** Seeds the values that the run makes up. */
  seed: number;
  /**
   * Part of every fresh value on a shared target: letters and digits, which no other run there has
   * used. Without it one is drawn. On a mock of its own a run needs none, and is a function of its
   * seed.
   */
  nonce?: string;
  /** Waits for pacing on a shared target. */
  clock: WaitingClock;
  /** Requests at most; what does not fit is not exercised. */
  maxRequests?: number;
  /** Agents whose roles are verified, beside those that the checks need. */
  agents?: ReadonlySet<Role>;
  /** Further checks, made up round by round after those. */
  rounds?: Rounds;
  /**
   * Called before every scene that can be run, and before the clean-up. On a shared target it gets
   * the seconds that are left, too.
   */
  progress?: (done: number, of: number, scene: string, secondsLeft?: number) => void;
  /** Called with a sentence that a user should read before the run. */
  notice?: (text: string) => void;
  /** Called with every exchange of a check. */
  onExchange?: (exchange: Exchange) => void;
  /** Ends the run early, with what has been found by then. */
  signal?: AbortSignal;
  /**
   * Called when the signal has ended the run and there is something to put out of use, with how much
   * that is: then it is put out of use all the same. Without it an interrupted run leaves it.
   */
  onInterruptedCleanUp?: (things: number) => void;
  /** Ends an interrupted run in any case: its requests and hooks are broken off. */
  hardStop?: AbortSignal;
  /** Milliseconds for one response. */
  timeout?: number;
  /** Roles of a shared target of which it is open whether they are what they say. */
  unverifiedRoles?: UnverifiedRoles;
  /** For a shared target. It has counted earlier requests, which the limits count too. */
  pacer?: Pacer;
  /** What hooks have to give back, of a shared target; absent: nothing yet. */
  undos?: HookUndos;
  /**
   * Estimates how many publications the run registers; absent or undefined where nobody can. It is
   * called only where the allowance may not suffice, for it takes seconds.
   */
  publicationsNeeded?: () => Promise<number | undefined>;
  /** Compares responses with the contracts; several runs may share what it compiles. */
  conformance?: Record<Api, Conformance>;
}

/** What a run found. */
export interface RunResult {
  rules: RuleVerdict[];
  /** Why nothing could be decided, where the run could not begin. */
  couldNotBegin?: string;
  /** What to supply so that more is decided. */
  supply: Supply[];
  plan: RunPlan;
  coverage: Coverage;
  /** What the rounds of further checks came to. */
  rounds?: RoundsPlayed;
  requests: number;
  /** What stands in every name that the run made up on a shared target. */
  nonce?: string;
  /** Of `requests`: those of the clean-up. */
  cleaningRequests: number;
  residue: Record<string, number>;
  /** What of it is still in use, for example `user 7340043`: the run could not put it out of use. */
  leftInUse?: string[];
  /** Requests before the run that were answered only when they were sent again, in words. */
  repeatedAtFirst?: string[];
  /** Hooks that could not be undone. */
  hooksNotUndone?: HookFailure[];
}
