import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {RuleVerdict, Verdict} from '../../spec/run-record.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {allChecks} from '../../suites/all-checks.ts';
import type {Check} from '../../suites/language/check.ts';
import type {Conformance} from '../../suites/contract/passive/conform.ts';
import {choiceOf} from '../../suites/generation/effort-choice.ts';
import {conformanceOf} from '../../suites/engine/judge/conformance.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import {verifyAndRun} from '../../suites/engine/run.ts';
import {configReader} from '../../suites/target/config/reader.ts';
import type {Target} from '../../suites/target/target.ts';
import {VirtualTime} from '../../suites/engine/facts/virtual-time.ts';
import {lettingGo, seenWithoutFailure, type LetGo} from '../let-go.ts';
import {deploymentOf, startServer, type Access, type IndependentServer} from './deployment.ts';
import type {ReadConfig} from './vendor-words.ts';

/** One or several certifications of one independent server. */
export interface Trial extends Access {
  api: Api;
  seed: number;
  /** Runs on the same server, one after the other. */
  runs: number;
  /** Seconds between two of them; at once when absent. */
  pause?: number;
  /** The name of the fault that it has; without one it obeys its document. */
  fault?: string;
  /** Only rules of these chapters (`orders`), and these rules, are checked; all without it. */
  chapters?: string[];
  /** At deep effort further rounds are played; `standard` without it. */
  effort?: 'deep';
  /** The instant at which the virtual clock begins, in milliseconds since 1970; a Monday morning without it. */
  startsAt?: number;
  /** Whether waiting takes its time; else the clock is virtual. */
  realTime?: boolean;
}

/** A rule that did not pass. */
export interface NotPassed {
  rule: RuleId;
  verdict: Verdict;
  reason: string;
}

/** What one run said. */
export interface Certification {
  trial: Trial;
  /** 1 for the first run on the server. */
  run: number;
  verdicts: Partial<Record<Verdict, number>>;
  /** Rules that are neither green nor without what they need. */
  notGreen: NotPassed[];
  /** Rules that were not exercised, or do not apply. */
  left: NotPassed[];
  /** Rules from which the server differs (`observed`). */
  noted: RuleId[];
  /** Where verdicts break an invariant, or a run in which nothing failed saw a violation. */
  letGo: LetGo[];
  requests: number;
  /** Seconds that it would have taken in real time. */
  seconds: number;
  /** Milliseconds that it took. */
  took: number;
  /** Why the run did not come to its end: the configuration was refused, or its time was over. */
  unfinished?: string;
}

/** Milliseconds after which a run ends with what it has. */
const LONGEST_VIRTUAL_RUN = {standard: 600_000, deep: 1_800_000};

/** Certifies independent servers; keeps what several runs can share. */
export class Certifier {
  readonly #specifications: Record<Api, Specification>;
  readonly #isPlayed: (check: Check) => boolean;
  readonly #read: ReadConfig;
  readonly #checks = new Map<number, Check[]>();
  readonly #conformance = new Map<Api, Record<Api, Conformance>>();

  /** @param isPlayed says which checks are played: all without it */
  constructor(
    specifications: Record<Api, Specification>,
    isPlayed: (check: Check) => boolean = () => true,
  ) {
    this.#specifications = specifications;
    this.#isPlayed = isPlayed;
    this.#read = configReader(specifications);
  }

  /**
   * Starts the server of a trial, certifies it, and closes it.
   * @param started is called with the server before anything is asked of it
   */
  async certify(
    trial: Trial,
    started: (server: IndependentServer, clock: WaitingClock) => void = () => undefined,
  ): Promise<Certification[]> {
    const virtual = new VirtualTime(trial.startsAt);
    const clock = trial.realTime ? realTime : virtual;
    const faults = trial.fault === undefined ? [] : [trial.fault];
    const server = await startServer(trial.api, faults, clock, trial.variants);
    started(server, clock);
    const certifications: Certification[] = [];
    try {
      for (let run = 1; run <= trial.runs; run += 1) {
        if (run > 1) await clock.sleep((trial.pause ?? 0) * 1000);
        certifications.push(await this.#run(trial, run, server, clock));
      }
    } finally {
      await server.close();
    }
    return certifications;
  }

  async #run(
    trial: Trial,
    run: number,
    server: IndependentServer,
    clock: WaitingClock,
  ): Promise<Certification> {
    const specifications = this.#specifications;
    const target = deploymentOf(server, this.#read, trial, clock);
    const began = {real: realClock.now(), virtual: clock.now()};
    const base = {
      trial,
      run,
      verdicts: {},
      notGreen: [],
      left: [],
      noted: [],
      letGo: [],
      requests: 0,
    };
    const elapsed = (): Pick<Certification, 'seconds' | 'took'> => ({
      seconds: Math.round((clock.now() - began.virtual) / 1000),
      took: Math.round(realClock.now() - began.real),
    });
    try {
      const inputs = {specifications, checks: this.#checksOf(trial), target, seed: trial.seed};
      const {effort = 'standard', realTime} = trial;
      const {rounds} = choiceOf({effort}, inputs);
      const signal = realTime ? undefined : AbortSignal.timeout(LONGEST_VIRTUAL_RUN[effort]);
      const {rules, requests} = await verifyAndRun({
        ...inputs,
        ...(rounds && {rounds}),
        // As drawn ones are: another for each run, six letters and digits.
        nonce: `run${trial.seed}x${run}`,
        clock,
        conformance: this.#conformanceOf(trial, target),
        ...(signal && {signal}),
      });
      const cut = signal?.aborted && {unfinished: 'its time was over before its end'};
      return {...base, ...verdictsOf(rules), requests, ...elapsed(), ...cut};
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return {...base, unfinished: `the configuration is refused: ${error.message}`, ...elapsed()};
    } finally {
      await target.close();
    }
  }

  /** The validators of one server's profile, compiled once. */
  #conformanceOf({api, variants}: Trial, target: Target): Record<Api, Conformance> {
    // A variant may have a profile of its own.
    if (variants !== undefined) return conformanceOf(this.#specifications, target);
    const made = this.#conformance.get(api) ?? conformanceOf(this.#specifications, target);
    this.#conformance.set(api, made);
    return made;
  }

  /** The checks of one API alone: a server has one. */
  #checksOf({api, seed, chapters}: Trial): Check[] {
    const own = this.#allChecks(seed).filter(({scene}) => scene.api === api);
    if (!chapters) return own;
    return own.filter(({rule}) =>
      chapters.some((one) => one === rule || one === rule.split('.')[1]),
    );
  }

  #allChecks(seed: number): Check[] {
    const made =
      this.#checks.get(seed) ?? allChecks(this.#specifications, seed).checks.filter(this.#isPlayed);
    this.#checks.set(seed, made);
    return made;
  }
}

/** The machine's clock, on which pacing really waits. */
const realTime: WaitingClock = {
  now: () => realClock.epoch(),
  sleep: (ms, signal) => realClock.sleep(ms, signal),
};

/** Verdicts for which nobody is accused and nothing is left undecided by mistake. */
const LEFT: Verdict[] = ['not-exercised', 'not-applicable'];

function verdictsOf(
  rules: RuleVerdict[],
): Pick<Certification, 'verdicts' | 'notGreen' | 'left' | 'noted' | 'letGo'> {
  const verdicts: Certification['verdicts'] = {};
  for (const {verdict} of rules) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const isDifferent = ({verdict}: RuleVerdict): boolean => verdict === 'differs';
  const isOther = (rule: RuleVerdict): boolean => rule.verdict !== 'passed' && !isDifferent(rule);
  const others = rules.filter(isOther).map(notPassed);
  return {
    verdicts,
    notGreen: others.filter(({verdict}) => !LEFT.includes(verdict)),
    left: others.filter(({verdict}) => LEFT.includes(verdict)),
    noted: rules.filter(isDifferent).map(({rule}) => rule),
    letGo: [...lettingGo(rules), ...seenWithoutFailure(rules)],
  };
}

/** A rule that did not pass, with the places that say why. */
function notPassed({rule, verdict, reason, places}: RuleVerdict): NotPassed {
  const why = places
    .filter((place) => place.verdict === verdict)
    .map(({place, violations, reason: because}) => {
      const seen = violations.map(
        ({branch, expected, got}) => `${branch}: expected ${expected}, got ${got}`,
      );
      return `${place}: ${[...new Set(seen), because].filter(Boolean).join('; ')}`;
    });
  return {rule, verdict, reason: [...new Set([reason, ...why])].filter(Boolean).join(' | ')};
}
