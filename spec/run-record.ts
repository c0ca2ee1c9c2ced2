import type {Api, Level, RuleId} from './rule.ts';
import type {Command} from './relation.ts';
import type {Step} from './step.ts';

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
  /** Which of two documented responses was seen. */
  variant?: string;
  /** The scene that decided, as it was sent: the evidence of a failure. */
  evidence?: Evidence;
}

/** The recorded exchanges and the script behind a verdict; redacted. */
export interface Evidence {
  scene: string;
  steps: Step[];
  handles: Record<string, string[]>;
  /** Of a model: the commands that the steps are. */
  sequence?: Command[];
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
  places: PlaceVerdict[];
}

/** What a run would cost and leave behind, known before the first request. */
export interface RunPlan {
  scenes: number;
  requests: number;
  byApi: Partial<Record<Api, number>>;
  /** Lower bound of the time that pacing and waiting take, in seconds. */
  seconds: number;
  effects: string[];
  residue: Record<string, number>;
  notExercised: {rule: RuleId; place: string; reason: string}[];
}

/** All that reports know. */
export interface RunRecord {
  presscheck: string;
  catalogue: string;
  target: {name: string; kind: 'mock' | 'deployment'; urls: Record<string, string>};
  seed: number;
  startedAt: string;
  finishedAt: string;
  interrupted?: true;
  plan: RunPlan;
  requests: number;
  residue: Record<string, number>;
  rules: RuleVerdict[];
  expected: {
    rule: RuleId;
    verdict: Verdict;
    reason: string;
    until: string;
    state: 'met' | 'stale' | 'expired';
  }[];
  exitCode: number;
}
