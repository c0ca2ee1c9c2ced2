import type {ControlVerb} from './control.ts';
import type {AbsentFeature} from './features.ts';
import type {Rank, RanksSeen} from './ranks.ts';
import type {Api, Level, OpenId, RuleId} from './rule.ts';
import type {Command} from './relation.ts';
import type {SuspectLine} from './exchange.ts';
import type {Step} from './step.ts';
import type {Val} from './value.ts';

/**
 * The result of a rule. Only `passed` is a success. `differs`: the document only implies the rule
 * (`observed`), and something else was seen, which changes neither exit code nor certificate.
 */
export type Verdict =
  | 'passed'
  | 'differs'
  | 'failed'
  | 'not-applicable'
  | 'not-exercised'
  | 'inconclusive'
  | 'harness-error';

/** An observation that could have refuted the rule. */
export interface Witness {
  of: string;
  saw: string;
}

/** A violation that a judge found. */
export interface Violation {
  /** Identifies this way of failing; part of the failure's signature. */
  branch: string;
  expected: string;
  got: string;
  /** Id of the step whose response shows it. */
  step: string;
  /** The operation of this response. */
  op?: string;
  /** Ids of the steps whose responses show the expected value, if the response itself does not. */
  comparedWithSteps?: string[];
  /** The expected situations. Set exactly when the violation is only about the situation of the response. */
  wanted?: string[];
  /** With `wanted` or `statusOf`, or if any refusal was expected: the actual status. */
  status?: number;
  /** JSON Pointer of the wrong member, if it is a single member of the response's body. */
  pointer?: string;
  /** Set when the violation is only about values being equal or different, in whatever form they are written. */
  isOfEquality?: true;
  /** Set when the violation is only about the number of requests that a limit admits. */
  isOfLimit?: true;
  /** Set when the violation is only that the response is a server error. */
  isOfServerError?: true;
  /** For a violation about a number: by how much it is too large, or too small (negative). */
  off?: number;
  /** Set when only the status of this situation is wrong. */
  statusOf?: string;
  /**
   * Profile entries that would explain the violation if they were wrong, unless the run shows that they are right.
   */
  suspectLines?: SuspectLine[];
}

/** The result of a rule at one of its places. */
export interface PlaceVerdict {
  place: string;
  verdict: Verdict;
  witnesses: Witness[];
  violations: Violation[];
  /** For every verdict except `passed` and `failed`: the reason, and what to supply. */
  reason?: string;
  /** Whether a step that the check needs got another response: then no rule fails. */
  blocked?: true;
  /** The broken rule that prevents a decision here. */
  blockedBy?: RuleId;
  /**
   * Set when the target does not offer what the place needs. Each inner list is one way to exercise the place:
   * everything in it has to be supplied. Empty if nothing helps: the deployment has nothing of the kind.
   */
  lacks?: string[][];
  /**
   * The verdicts of several attempts at a scene, in order, if they differ. A later attempt never retracts a violation.
   */
  attempts?: AttemptSummary[];
  /** Set when it failed with values of one class only, and passed with plain ones. */
  onlyWith?: ValueDifference;
  /** The open point that leaves the place undecided. */
  openPoint?: OpenId;
  /** Which of two documented responses was seen. */
  variant?: string;
  /** The scene on which the verdict is based, as it was sent: the evidence of a failure. */
  evidence?: Evidence;
  /** A simpler way to the same failure: fewer steps, and plainer values. */
  shrunk?: Pick<PlaceVerdict, 'violations'> & {evidence: Evidence};
  /** Why no simpler way to the failure was found, unless the evidence is the simplest. */
  notShrunk?: string;
  /** For a failure behind a race: the order of its requests that would explain it. */
  raceOrder?: RaceOrder;
}

/** The class of values for which a rule is broken. */
export interface ValueDifference {
  /** The kind of the value, for example `external-id`. */
  kind: string;
  /** The property of the class, for example `digits with leading zeros`. */
  valueClass: string;
  /** The rule that values of the kind are accepted and stored. */
  rule: RuleId;
}

/** The result of one of several attempts at a scene. */
export interface AttemptSummary {
  verdict: Verdict;
  /** In words: its first violation, its reason, or its first observation. */
  saw: string;
  /** Whether it reused requests of earlier scenes. */
  reused?: true;
}

/** The recorded exchanges and the steps behind a verdict; redacted. */
export interface Evidence {
  scene: string;
  steps: Step[];
  handles: Record<string, string[]>;
  /** For a model: the commands of the sequence. */
  sequence?: Command[];
  /** For a property: the generated values, by name. */
  draw?: Record<string, Val>;
  /**
   * Commands to paste, in order: the requests that the violation needs. Hooks, waits and other steps are comments.
   */
  curl: string[];
  /** Indexes in `curl` of the requests whose responses show the violation. */
  shown: number[];
  /** The number of requests of all steps. */
  requests?: number;
  exchanges: {
    step: string;
    op: string;
    status: number;
    situations: string[];
    method: string;
    url: string;
    body: unknown;
    /** For a request that was sent at the same moment as others. */
    race?: RacedAt;
  }[];
}

/** When a request of a race was sent and answered, in milliseconds after the first of its race was sent. */
export interface RacedAt {
  /** The id of the race's step. */
  step: string;
  sentAt: number;
  gotAt: number;
}

/** The documented order of requests that were sent at the same moment. */
export interface RaceOrder {
  /** The requests of the race, by the ids of their steps. */
  requests: {step: string; op: string}[];
  /**
   * The ids in the order in which a server that obeys the document answers as it was seen; absent if it does so in no
   * order.
   */
  order?: string[];
}

/** The result of one rule. */
export interface RuleVerdict {
  rule: RuleId;
  chapter: string;
  section: string;
  sentence: string;
  level: Level;
  verdict: Verdict;
  witnesses: number;
  reason?: string;
  /** A remark about a rule that passed or differs, for readers. */
  note?: string;
  /** The broken rule that prevents a decision of this one. */
  blockedBy?: RuleId;
  /**
   * Set when the rule was exercised at only `places` of its `of` places, because the target lacks what the others
   * need.
   */
  exercised?: {places: number; of: number};
  /**
   * Seconds that the request sequences took which decided the rule; a sequence that decides several rules counts in
   * equal parts.
   */
  seconds?: number;
  places: PlaceVerdict[];
}

/** The cost of a run and what it leaves behind, computed before the first request. */
export interface RunPlan {
  scenes: number;
  /** An upper bound; most scenes can reuse responses to earlier ones. */
  requests: number;
  byApi: Partial<Record<Api, number>>;
  /** The maximum time for pacing and waiting, in seconds. */
  seconds: number;
  effects: string[];
  residue: Record<string, number>;
  /** The maximum number of mails to generated addresses. */
  mails: number;
  notExercised: {rule: RuleId; place: string; reason: string}[];
}

/** Something that the target does not offer, and what a run would decide with it. */
export interface Supply {
  /** In words, for example "give a hook for `mint-key` (hooks.mint-key)"; several things are joined by "and". */
  what: string;
  /** Rules without a decision at any place that it decides, beside what the entries before it give. */
  rules: RuleId[];
  /** Places that it decides, including those of rules that are decided elsewhere. */
  places: number;
}

/** A hook that does not do, or does not answer, what its verb describes. */
export interface BrokenHookRecord {
  verb: ControlVerb;
  /** What shows it, in words. */
  problem: string;
}

/** A hook that could not undo an earlier call. */
export interface HookFailure {
  verb: ControlVerb;
  /** The call that failed. */
  args: Record<string, unknown>;
  /** A description of the error. */
  problem: string;
}

/** How much a run sends: a gate for every push, a complete verdict, or a search for rare faults. */
export type Effort = 'quick' | 'standard' | 'deep';

/** A rule that quick effort does not decide. */
export interface LeftOut {
  rule: RuleId;
  /** The reason, in words. */
  reason: string;
}

/** The result of the rounds of deep effort. */
export interface RoundsPlayed {
  /** Rounds of further sequences and values, after the checks of every run. */
  rounds: number;
  /** The maximum number of requests of the whole run. */
  maxRequests: number;
  /** Seconds after which no scene may begin: then two runs with one seed may send different requests. */
  seconds?: number;
  /** Why the rounds ended. */
  ended: 'nothing new' | 'requests' | 'time' | 'interrupted' | 'a finding';
}

/** The effort of a run. */
export interface EffortRecord {
  name: Effort;
  /** For quick effort: the rules that it does not decide. */
  leftOut?: LeftOut[];
  /** For deep effort. */
  deep?: RoundsPlayed;
}

/** Which classes of the values of one kind, or of one value of a property, a run has sent. */
export interface ClassesSent {
  /** The kind, for example `email`, or the rule of a property and the name of its value. */
  of: string;
  sent: string[];
  notSent: string[];
}

/** The coverage of a model's sequences. */
export interface ModelCoverage {
  rule: RuleId;
  /** Sequences that were run. */
  sequences: number;
  /** Pairs of a command and a state. */
  situations: number;
  /** Triples of a command, a state and a class of values. */
  withClasses: number;
}

/** The coverage of generated values and sequences. */
export interface Coverage {
  /**
   * Members whose texts the deployment returns in another form that the document permits, for example Unicode NFC.
   * Absent if there are none.
   */
  normalized?: {of: string; by: string[]}[];
  values: ClassesSent[];
  models: ModelCoverage[];
  /** Absent where they were not counted. */
  pairs?: PairsSeen;
  /** The pairs in variations. Absent where they were not counted. */
  ranks?: RanksSeen;
  /** Absent where they were not counted. */
  operations?: OperationTried[];
}

/** What a run has tried of one operation. */
export interface OperationTried {
  api: Api;
  operation: string;
  requests: number;
  /** How often each status was seen with each situation, for example `201 created`. */
  situations: Record<string, number>;
  /** Roles, and how their credentials were presented if not in the documented way. */
  credentials: string[];
  interfaces: ('REST' | 'MCP')[];
  /** The classes of generated values that were sent, by kind. */
  values: Record<string, string[]>;
  /** Why some scenes that send it were not sent. */
  notSent?: string[];
}

/** A pair that was not tried. */
export interface PairNotTried extends Pair {
  /** Why a scene that tries one operation before the other was not sent; absent if there is none. */
  because?: string;
}

/**
 * A pair of the first rank (docs/decisions/0049): an operation changes a resource, and a later one names or shows the
 * same one, or another of its kind.
 */
export interface Pair {
  /** The kind of resource, for example `user`. */
  kind: string;
  first: string;
  later: string;
  of: 'the same' | 'another';
}

/** Which pairs of the first rank a run has tried. */
export interface PairsSeen {
  /** With the scene that tried it first. */
  tried: (Pair & {scene: string})[];
  notTried: PairNotTried[];
}

/** All data from which reports are made. */
export interface RunRecord {
  presscheck: string;
  catalogue: string;
  target: {
    name: string;
    kind: 'mock' | 'deployment';
    urls: Record<string, string>;
    /** The APIs of the target. */
    apis: Api[];
    /** Who made it and what it is, as the configuration says. */
    vendor?: string;
    product?: string;
    version?: string;
    build?: string;
    /** The features that it does not have; absent if it has them all. */
    absent?: AbsentFeature[];
    /** The proxies through which requests were sent, without user names and passwords; absent if there were none. */
    proxies?: string[];
  };
  /** Whether every applicable rule of the whole catalogue passed on a deployment (docs/certify.md). */
  certified: boolean;
  /** What the configuration of a deployment says: verdicts rest on it. */
  configuration?: {
    /** The lines of its profiles by API, for example `members.Account#/plan` with its value. */
    profiles: Partial<Record<Api, Record<string, unknown>>>;
    hooks: string[];
    samples: string[];
  };
  seed: number;
  effort: EffortRecord;
  /** The label in every name that the run created on a deployment. */
  nonce?: string;
  startedAt: string;
  finishedAt: string;
  interrupted?: true;
  /** Why the run could not begin, if it could not. */
  couldNotBegin?: string;
  /** The values of `--only`; empty for the whole catalogue. */
  only: string[];
  /** Set if `--accept not-exercised` left rules that were not exercised out of the exit code. */
  acceptsNotExercised?: true;
  plan: RunPlan;
  requests: number;
  residue: Record<string, number>;
  /** What remains in use on the deployment, for example `user 7340043`; absent if nothing does. */
  leftInUse?: string[];
  /** Requests before the run that were answered only on a second attempt; absent if there were none. */
  repeatedAtFirst?: string[];
  /** Hooks that could not be undone; absent if there were none. */
  hooksNotUndone?: HookFailure[];
  /** Hooks that are broken; they fail no rule. Absent if there were none. */
  brokenHooks?: BrokenHookRecord[];
  coverage: Coverage;
  /** The requests after the verdict with which failures were simplified, which `requests` leaves out; absent if none. */
  shrinkingRequests?: number;
  rules: RuleVerdict[];
  /** What to supply so that more is decided: first what decides the most rules, then places. */
  supply: Supply[];
  expected: {
    rule: RuleId;
    verdict: Verdict;
    reason: string;
    until: string;
    state: 'met' | 'stale' | 'expired';
  }[];
  /** The share of each rank of pairs, in percent, that the configuration demands (`must_try`); absent: any. */
  mustTry?: Partial<Record<Rank, number>>;
  exitCode: number;
}
