import type {ControlVerb} from './control.ts';
import type {Api, Level, RuleId} from './rule.ts';
import type {Command} from './relation.ts';
import type {SuspectLine} from './exchange.ts';
import type {Step} from './step.ts';
import type {Val} from './value.ts';

/** What a run decides. Only `passed` is green. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'not-applicable'
  | 'not-exercised'
  | 'inconclusive'
  | 'harness-error';

/** An observation that could have been otherwise. */
export interface Witness {
  of: string;
  saw: string;
}

/** What a judge found wrong. */
export interface Violation {
  /** Part of the failure's signature. */
  branch: string;
  expected: string;
  got: string;
  /** Id of the step whose response shows it. */
  step: string;
  /** The operation that gave this response. */
  op?: string;
  /** Ids of the steps that show what it has to be, where the response does not show that alone. */
  beside?: string[];
  /** Set when all that is wrong is the situation of the response: the ones that would be right. */
  wanted?: string[];
  /** With `wanted` or `statusOf`: the status that came in its place. */
  status?: number;
  /** JSON Pointer of the member that is wrong, where it is one member of the response's body. */
  pointer?: string;
  /** Set when it is about values being equal or not, in whatever form they are written. */
  isOfEquality?: true;
  /** What is wrong is how many requests a limit let pass: no member of a response counts. */
  isOfLimit?: true;
  /** How much too large a number is, or too small (negative), where it is about a number. */
  off?: number;
  /** Set when all that is wrong is the status of this situation. */
  statusOf?: string;
  /** Lines of the profile that would explain it if they were wrong, unless the run shows them right. */
  suspectLines?: SuspectLine[];
}

/** The decision at one place of a rule. */
export interface PlaceVerdict {
  place: string;
  verdict: Verdict;
  witnesses: Witness[];
  violations: Violation[];
  /** For everything but `passed` and `failed`: why, and what to supply. */
  reason?: string;
  /** True when a step that the check needs was answered otherwise: nobody is accused. */
  blocked?: true;
  /** The broken rule that keeps this place from being decided. */
  blockedBy?: RuleId;
  /**
   * Set when the target does not offer what the place needs. Each inner list is one way to bring
   * the place about: all that it names has to be supplied. Empty where nothing would: the deployment
   * holds nothing of the kind.
   */
  lacks?: string[][];
  /**
   * Set when several attempts at a scene came to different verdicts: each of them, in order. What
   * one of them saw broken is never taken back by a later one.
   */
  attempts?: AttemptSummary[];
  /** Set when it failed with values of one class only, and passed with plain ones. */
  onlyWith?: ValueDifference;
  /** Which of two documented responses was seen. */
  variant?: string;
  /** The scene that decided, as it was sent: the evidence of a failure. */
  evidence?: Evidence;
}

/** The class of values for which a rule is broken. */
export interface ValueDifference {
  /** What the value is, for example `external-id`. */
  kind: string;
  /** What is particular about it, for example `digits with leading zeros`. */
  valueClass: string;
  /** The rule that values of the kind are taken and kept. */
  rule: RuleId;
}

/** What one of several attempts at a scene came to. */
export interface AttemptSummary {
  verdict: Verdict;
  /** Its first violation, its reason, or what its first witness saw; in words. */
  saw: string;
  /** Its requests were partly those of earlier scenes. */
  reused?: true;
}

/** The recorded exchanges and the script behind a verdict; redacted. */
export interface Evidence {
  scene: string;
  steps: Step[];
  handles: Record<string, string[]>;
  /** Of a model: the commands that the steps are. */
  sequence?: Command[];
  /** Of a property: what was drawn, by name. */
  draw?: Record<string, Val>;
  /**
   * Commands to paste, in order: the requests that the violation needs. Hooks, waits and the like
   * are comments.
   */
  curl: string[];
  /** Positions in `curl` of the requests whose responses show the violation. */
  shown: number[];
  exchanges: {
    step: string;
    op: string;
    status: number;
    situations: string[];
    method: string;
    url: string;
    body: unknown;
  }[];
}

/** The decision of one rule. */
export interface RuleVerdict {
  rule: RuleId;
  chapter: string;
  section: string;
  sentence: string;
  level: Level;
  verdict: Verdict;
  witnesses: number;
  reason?: string;
  /** What a reader should know of a rule that passed, in words. */
  note?: string;
  /** The rule is `observed`, and something else was seen than the document's example. */
  differsFromExample?: true;
  /** The broken rule that keeps this one from being decided. */
  blockedBy?: RuleId;
  /**
   * Set when the rule was decided at some of its places only, since the target lacks what the
   * others need: it was exercised at `places` of `of`.
   */
  exercised?: {places: number; of: number};
  places: PlaceVerdict[];
}

/** What a run would cost and leave behind, known before the first request. */
export interface RunPlan {
  scenes: number;
  /** At most; most scenes can use responses to earlier ones. */
  requests: number;
  byApi: Partial<Record<Api, number>>;
  /** The time that pacing and waiting take at most, in seconds. */
  seconds: number;
  effects: string[];
  residue: Record<string, number>;
  /** Mails to made-up people that the service may send, at most. */
  mails: number;
  notExercised: {rule: RuleId; place: string; reason: string}[];
}

/** Something that the target does not offer, and what a run would decide with it. */
export interface Supply {
  /** In words, for example "give a hook for `mint-key` (hooks.mint-key)". */
  what: string;
  /** Rules that no place has decided yet, and that this alone would decide at some place. */
  rules: RuleId[];
  /** Places that need nothing else, also those of rules that are decided elsewhere. */
  places: number;
  /** Places that need this and something else. */
  placesWithMore: number;
}

/** A hook that could not give back what an earlier call of it had taken away. */
export interface HookFailure {
  verb: ControlVerb;
  /** The call that failed. */
  args: Record<string, unknown>;
  /** What happened, in words. */
  problem: string;
}

/** How much a run sends: a gate for every push, a whole verdict, or a search for rare faults. */
export type Effort = 'quick' | 'standard' | 'deep';

/** A rule that quick effort does not decide. */
export interface LeftOut {
  rule: RuleId;
  /** Why, in words. */
  reason: string;
}

/** What the rounds of deep effort came to. */
export interface RoundsPlayed {
  /** Rounds of further sequences and draws, after the checks of every run. */
  rounds: number;
  /** Requests of the whole run that were allowed. */
  maxRequests: number;
  /** Seconds after which no further scene began: then the same seed need not send the same. */
  seconds?: number;
  /** Why no further round was played. */
  ended: 'nothing new' | 'requests' | 'time' | 'interrupted' | 'a finding';
}

/** The effort of a run. */
export interface EffortRecord {
  name: Effort;
  /** Of quick effort: the rules that it does not decide. */
  leftOut?: LeftOut[];
  /** Of deep effort. */
  deep?: RoundsPlayed;
}

/** Which classes of the values of one kind, or of one value of a property, a run has sent. */
export interface ClassesSent {
  /** The kind, for example `email`, or the rule of a property and the name of its value. */
  of: string;
  sent: string[];
  notSent: string[];
}

/** What the sequences of a model have covered. */
export interface ModelCoverage {
  rule: RuleId;
  /** Sequences that were played. */
  sequences: number;
  /** Commands in different states. */
  situations: number;
  /** The same with different classes of values. */
  withClasses: number;
}

/** What of the generated values and sequences a run has sent. */
export interface Coverage {
  /**
   * Members whose texts the deployment showed in a form of its own that the document does not forbid,
   * for example Unicode NFC. Absent where there are none.
   */
  normalized?: {of: string; by: string[]}[];
  values: ClassesSent[];
  models: ModelCoverage[];
}

/** All that reports know. */
export interface RunRecord {
  presscheck: string;
  catalogue: string;
  target: {
    name: string;
    kind: 'mock' | 'deployment';
    urls: Record<string, string>;
    /** The APIs that it has. */
    apis: Api[];
  };
  seed: number;
  effort: EffortRecord;
  /** What stands in every name that the run made up on a deployment. */
  nonce?: string;
  startedAt: string;
  finishedAt: string;
  interrupted?: true;
  /** Why nothing could be decided, where the run could not begin. */
  couldNotBegin?: string;
  /** What `--only` named; empty when the whole catalogue was to be decided. */
  only: string[];
  plan: RunPlan;
  requests: number;
  residue: Record<string, number>;
  /** What of it is still in use, for example `user 7340043`; absent when nothing is. */
  leftInUse?: string[];
  /** Requests before the run that were answered only when they were sent again; absent without any. */
  repeatedAtFirst?: string[];
  /** Hooks that could not be undone; absent when all were. */
  hooksNotUndone?: HookFailure[];
  coverage: Coverage;
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
  exitCode: number;
}
