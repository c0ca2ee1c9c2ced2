import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {Evidence, PlaceVerdict, RunPlan, RuleVerdict, Verdict} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Check, Judgement} from '../check.ts';
import {NothingSeen} from '../judge.ts';
import {Conformance} from '../contract/conform.ts';
import {isInPassing} from '../contract/judged-in-passing.ts';
import {HttpClient} from '../target/client.ts';
import {Codec} from '../target/codec.ts';
import type {Target, Environment} from '../target/target.ts';
import {Unreachable} from '../target/unreachable.ts';
import {contractsOf, ordered, planRun} from './agenda.ts';
import type {RunContext} from './run-context.ts';
import {Blocked} from './blocked.ts';
import {Breaker} from './breaker.ts';
import {cleanUp} from './clean-up.ts';
import {evidenceOf} from './evidence.ts';
import {execute} from './execute.ts';
import {Findings} from './findings.ts';
import {Interrupted} from './interruption.ts';
import {Ledger} from './ledger.ts';
import {RequestCache} from './request-cache.ts';
import {Pacer, type WaitingClock} from './pacer.ts';
import {prepare, type Prepared} from './plan.ts';
import {silence} from './preflight.ts';
import type {SceneCache} from './scene-cache.ts';
import {Redaction} from './redaction.ts';
import {ToolSessions} from './tool-sessions.ts';
import {isTainted, tainted, unsettled} from './taint.ts';
import {ruleVerdict} from './verdict.ts';

/** What a run is made of. */
export interface RunOptions {
  specifications: Record<Api, Specification>;
  checks: Check[];
  /** Rules that are told even if no check decides them. */
  rules?: ReadonlySet<RuleId>;
  target: Target;
  seed: number;
  /** Waits for pacing on a shared target. */
  clock: WaitingClock;
  /** Requests at most; what does not fit is not exercised. */
  maxRequests?: number;
  /** Told how far the run is. */
  progress?: (done: number, of: number, scene: string) => void;
  /** Told of every answer. */
  seen?: (exchange: Exchange) => void;
  /** Ends the run early, with what is there. */
  signal?: AbortSignal;
  /** Milliseconds for one answer. */
  timeout?: number;
  /**
   * Of a shared target: knows the requests that were sent before, for they count for the limits.
   */
  pacer?: Pacer;
  /** Judges answers in passing; many runs may share what is compiled. */
  conformance?: Record<Api, Conformance>;
}

/** What a run found. */
export interface RunResult {
  rules: RuleVerdict[];
  plan: RunPlan;
  requests: number;
  /** Of these: to put out of use what the run made. */
  cleaning: number;
  residue: Record<string, number>;
}

/** Tries at a race whose requests did not overlap. */
const RACE_TRIES = 4;

/** What judges the answers of a target by the contracts. */
export const conformanceOf = (
  specifications: Record<Api, Specification>,
  target: Target,
): Record<Api, Conformance> => ({
  workspace: new Conformance(specifications.workspace.contract, target.profile('workspace')),
  store: new Conformance(specifications.store.contract, target.profile('store')),
});

/** Runs checks on a target and decides their rules. */
export async function run(options: RunOptions): Promise<RunResult> {
  const {prepared, plan} = planRun(options);
  const scenes = new Set(prepared.map((one) => one.scene.id));
  return new Run(
    {...options, checks: options.checks.filter((check) => scenes.has(check.scene.id))},
    plan,
  ).all(ordered(prepared, options));
}

/** What a run found that could not begin: nothing is known of any rule, for one reason. */
export function undecided(options: RunOptions, verdict: Verdict, reason: string): RunResult {
  const {plan} = planRun(options);
  const rules = Object.values(options.specifications).flatMap(
    (specification) => specification.rules,
  );
  return {
    plan,
    requests: 0,
    cleaning: 0,
    residue: {},
    rules: rules.flatMap((rule) => {
      const places = [
        ...new Set(
          options.checks.filter((check) => check.rule === rule.id).map((check) => check.place),
        ),
      ];
      return places.length
        ? [
            ruleVerdict(
              rule,
              places.map((place) => ({place, verdict, reason, witnesses: [], violations: []})),
            ),
          ]
        : [];
    }),
  };
}

class Run {
  readonly #options: RunOptions;
  readonly #plan: RunPlan;
  readonly #client: HttpClient;
  readonly #breaker = new Breaker();
  /** Why the deployment is taken for gone. */
  #gone: string | undefined;
  readonly #ledger = new Ledger();
  /** Of a shared target: sessions go on from scene to scene. */
  readonly #sessions = new ToolSessions();
  readonly #redaction: Redaction;
  readonly #codecs: Record<Api, Codec>;
  readonly #pacer: Pacer | undefined;
  /** What was sent before: on a shared target scenes take from it instead of repeating. */
  readonly #memory: RequestCache | undefined;
  #recollection: SceneCache | undefined;
  /** The scene came to something else than a pass with what it took. */
  #doubtful = false;
  readonly #findings: Findings;
  /** Set-ups that last, already made on a shared target. */
  readonly #lasting = new Map<string, Map<string, Exchange>>();

  constructor(options: RunOptions, plan: RunPlan) {
    this.#options = options;
    this.#plan = plan;
    const {specifications, target} = options;
    this.#codecs = {
      workspace: new Codec(specifications.workspace.contract, target.profile('workspace')),
      store: new Codec(specifications.store.contract, target.profile('store')),
    };
    this.#client = new HttpClient(options.timeout);
    for (const secret of target.secrets ?? []) this.#ledger.keep(secret);
    this.#redaction = new Redaction(this.#ledger, target.kind === 'deployment');
    this.#findings = new Findings({
      specifications: specifications,
      checks: options.checks,
      codecs: this.#codecs,
      conformance: options.conformance ?? conformanceOf(specifications, target),
      redaction: this.#redaction,
      ...(options.rules && {rules: options.rules}),
    });
    this.#memory = target.shared
      ? new RequestCache({
          method: (step) => step.method ?? this.#codecs[step.api].operation(step.op).method,
          turnsPages: (step) => this.#codecs[step.api].operation(step.op).pager !== undefined,
        })
      : undefined;
    this.#pacer = target.shared ? (options.pacer ?? new Pacer(options.clock)) : undefined;
  }

  async all(prepared: Prepared[]): Promise<RunResult> {
    try {
      let done = 0;
      for (const one of prepared) {
        this.#options.progress?.(done, prepared.length, one.scene.id);
        await this.#scene(one);
        done += 1;
        if (this.#options.signal?.aborted) break;
      }
      const cleaning = await this.#cleanUp();
      return {
        rules: this.#findings.rules(),
        plan: this.#plan,
        requests: this.#ledger.requests,
        cleaning,
        residue: this.#ledger.residue,
      };
    } finally {
      await this.#client.close();
    }
  }

  /** @returns requests that it took */
  async #cleanUp(): Promise<number> {
    const {target, signal, maxRequests = Infinity} = this.#options;
    if (!target.shared || this.#gone || !this.#ledger.inUse.length) return 0;
    this.#options.progress?.(this.#ledger.inUse.length, this.#ledger.inUse.length, 'clean-up');
    const environment = await target.open('clean-up');
    try {
      const context: RunContext = {
        environment: environment,
        client: this.#client,
        codecs: this.#codecs,
        ledger: this.#ledger,
        sessions: this.#sessions,
        label: this.#label('clean-up', 1),
        ...(this.#pacer && {pacer: this.#pacer}),
        ...(signal && {signal}),
      };
      return await cleanUp(target, context, maxRequests - this.#ledger.requests);
    } finally {
      await environment.close().catch(() => undefined);
    }
  }

  async #scene(prepared: Prepared): Promise<void> {
    const checks = this.#options.checks.filter((check) => check.scene.id === prepared.scene.id);
    const decide = (verdict: Omit<PlaceVerdict, 'place' | 'witnesses' | 'violations'>): void => {
      for (const check of checks)
        this.#place(check, {place: check.place, witnesses: [], violations: [], ...verdict});
    };
    if (!this.#options.target.apis.includes(prepared.scene.api))
      return decide({
        verdict: 'not-applicable',
        reason: `the target has no ${prepared.scene.api} API`,
      });
    if (prepared.lacks) return decide({verdict: 'not-exercised', reason: prepared.lacks});
    if (this.#options.target.shared && checks.every((check) => this.#findings.witnessed(check)))
      return checks.forEach((check) => this.#place(check, this.#findings.inPassing(check, [])));
    if (this.#gone) return decide({verdict: 'inconclusive', reason: this.#gone});
    const {maxRequests} = this.#options;
    if (maxRequests !== undefined && this.#ledger.requests + prepared.requests > maxRequests)
      return decide({
        verdict: 'not-exercised',
        reason: `--max-requests ${maxRequests} leaves no room for its ${prepared.requests} requests`,
      });
    const {exhausts, unbroken, given} = prepared.scene;
    const anew = exhausts || unbroken || (prepared.given.length > 0 && !given?.lasting);
    const sceneCache = anew
      ? undefined
      : this.#memory?.forScene(
          prepared.act,
          Object.values(prepared.handles).map(({id}) => id),
        );
    this.#doubtful = false;
    this.#recollection = sceneCache;
    const raced = sceneCache && (await this.#attempt(prepared, checks, 0));
    this.#recollection = undefined;
    // Only a pass may rest on what other scenes did: anything else is tried again from scratch.
    if (sceneCache && !raced && !this.#doubtful) return;
    for (let attempt = 1; ; attempt += 1) {
      const again = await this.#attempt(prepared, checks, attempt);
      if (!again || attempt === RACE_TRIES) return;
    }
  }

  /** @returns true when a race has to be tried again */
  async #attempt(prepared: Prepared, checks: Check[], attempt: number): Promise<boolean> {
    const {target} = this.#options;
    const {scene} = prepared;
    let environment: Environment | undefined;
    const exchanges: Exchange[] = [];
    try {
      environment = await target.open(attempt <= 1 ? scene.id : `${scene.id} again ${attempt}`);
      const context: RunContext = {
        environment: environment,
        client: this.#client,
        codecs: this.#codecs,
        ledger: this.#ledger,
        sessions: target.shared ? this.#sessions : new ToolSessions(),
        label: this.#label(scene.id, attempt),
        ...(this.#pacer && {pacer: this.#pacer}),
        ...(this.#memory && {
          cache: this.#memory,
          reused: (exchange: Exchange) => void exchanges.push(exchange),
        }),
        ...(this.#options.signal && {signal: this.#options.signal}),
        seen: (exchange) => {
          exchanges.push(exchange);
          this.#options.seen?.(exchange);
          this.#findings.pass(scene.api, exchange, prepared, exchanges);
          this.#breaker.note(exchange, scene.exhausts === true);
          if (target.shared && this.#breaker.tripped) throw new Unreachable(this.#breaker.tripped);
        },
      };
      const known = await this.#given(prepared, context);
      const results = await execute(
        prepared.act,
        {...context, sceneCache: this.#recollection},
        known,
      );
      let again = false;
      for (const check of checks)
        again = (await this.#judge(check, prepared, results, known, exchanges)) || again;
      return again;
    } catch (error) {
      for (const check of checks) this.#stopped(check, error, prepared, exchanges);
      return false;
    } finally {
      if (environment) await this.#stillThere(environment);
      await environment?.close().catch(() => undefined);
    }
  }

  /**
   * On a shared target: when too many answers in a row were missing, asks once whether it is there
   * at all.
   */
  async #stillThere(environment: Environment): Promise<void> {
    const {target, specifications} = this.#options;
    if (!target.shared || !this.#breaker.tripped) return;
    const silent = await silence(target, environment, this.#client, specifications);
    if (silent) this.#gone = `the run stopped early: ${this.#breaker.tripped}, and then ${silent}`;
    else this.#breaker.reset();
  }

  async #given(prepared: Prepared, context: RunContext): Promise<Map<string, Exchange>> {
    const setup = prepared.scene.given;
    const shared = this.#options.target.shared && setup?.lasting;
    const made = shared ? this.#lasting.get(setup.id) : undefined;
    if (made) return new Map(made);
    const known = new Map<string, Exchange>();
    await execute(prepared.given, context, known);
    if (shared) this.#lasting.set(setup.id, new Map(known));
    return known;
  }

  #label(scene: string, attempt: number): string {
    let hash = this.#options.seed >>> 0;
    for (const char of `${scene} ${attempt}`)
      hash = (Math.imul(hash ^ char.codePointAt(0)!, 0x01000193) >>> 0) ^ (hash >>> 15);
    return (hash >>> 0).toString(36).padStart(7, '0');
  }

  /** @returns true when a race has to be tried again */
  async #judge(
    check: Check,
    prepared: Prepared,
    results: Map<string, Exchange[]>,
    known: Map<string, Exchange>,
    exchanges: Exchange[],
  ): Promise<boolean> {
    if (isInPassing(check)) {
      this.#place(check, this.#findings.inPassing(check, exchanges));
      return false;
    }
    const seen = seenBy(prepared, results, known);
    let judgement: Judgement;
    try {
      judgement = check.judge(seen as never);
    } catch (error) {
      const reason =
        unsettled(exchanges) ||
        (error instanceof NothingSeen ? error.message : this.#findings.unreadable(exchanges));
      this.#place(check, {
        place: check.place,
        witnesses: [],
        violations: [],
        verdict: reason ? 'inconclusive' : 'harness-error',
        reason: reason ?? `the judge could not read the answers: ${(error as Error).message}`,
      });
      return false;
    }
    const {witnesses, violations, inconclusive, variant, open, retry} = judgement;
    const evidence = {
      ...evidenceOf(
        prepared.scene.id,
        [...prepared.given, ...prepared.act],
        prepared.handles,
        exchanges,
        this.#redaction,
      ),
      ...(check.sequence && {sequence: check.sequence.commands}),
    };
    const shared = {place: check.place, witnesses, violations, ...(variant && {variant})};
    if (violations.length && !isTainted(exchanges, prepared))
      this.#place(check, {
        ...shared,
        verdict: 'failed',
        evidence: (await this.#sliced(check, seen, violations[0]!.branch)) ?? evidence,
      });
    else if (violations.length)
      this.#place(check, {
        ...shared,
        verdict: 'inconclusive',
        reason: tainted(exchanges) || unsettled(exchanges)!,
        evidence,
      });
    else if (
      open &&
      this.#options.target.profile(prepared.scene.api).choices[open.point] === open.choice
    )
      this.#place(check, {
        ...shared,
        verdict: 'not-applicable',
        reason: `${inconclusive}; the profile says so (choices.${open.point}: ${open.choice})`,
      });
    else if (inconclusive)
      this.#place(check, {
        ...shared,
        verdict: 'inconclusive',
        reason: `${inconclusive}${open ? `; if that is meant, say choices.${open.point}: ${open.choice} in the profile` : ''}`,
      });
    else if (!witnesses.length)
      this.#place(check, {
        ...shared,
        verdict: 'inconclusive',
        reason: 'the check saw nothing that could have been otherwise',
      });
    else this.#place(check, {...shared, verdict: 'passed'});
    return retry !== undefined && !violations.length;
  }

  /**
   * A failed sequence is told in its shortest form. It is found under the model, without a request;
   * one replay in a world of its own confirms that it fails in the same way.
   */
  async #sliced(
    check: Check,
    seen: ReturnType<typeof seenBy>,
    branch: string,
  ): Promise<Evidence | undefined> {
    const {target, specifications} = this.#options;
    const shorter = target.shared ? undefined : check.slice?.(seen as never);
    if (!shorter) return undefined;
    const prepared = prepare(shorter.scene, target, contractsOf(specifications));
    const exchanges: Exchange[] = [];
    const environment = await target.open(shorter.scene.id);
    try {
      const context: RunContext = {
        environment: environment,
        client: this.#client,
        codecs: this.#codecs,
        ledger: this.#ledger,
        sessions: new ToolSessions(),
        label: this.#label(shorter.scene.id, 1),
        seen: (exchange) => void exchanges.push(exchange),
      };
      const known = await this.#given(prepared, context);
      const judged = shorter.judge(
        seenBy(prepared, await execute(prepared.act, context, known), known) as never,
      );
      return judged.violations[0]?.branch === branch
        ? {
            ...evidenceOf(
              shorter.scene.id,
              [...prepared.given, ...prepared.act],
              prepared.handles,
              exchanges,
              this.#redaction,
            ),
            ...(shorter.sequence && {sequence: shorter.sequence.commands}),
          }
        : undefined;
    } catch {
      // What cannot be repeated in short is told at length.
      return undefined;
    } finally {
      await environment.close().catch(() => undefined);
    }
  }

  #stopped(check: Check, error: unknown, prepared: Prepared, exchanges: Exchange[]): void {
    if (isInPassing(check) && this.#findings.witnessed(check))
      return this.#place(check, this.#findings.inPassing(check, exchanges));
    if (error instanceof Interrupted || error instanceof Unreachable) {
      const verdict = error instanceof Interrupted ? 'not-exercised' : 'inconclusive';
      return this.#place(check, {
        place: check.place,
        verdict,
        witnesses: [],
        violations: [],
        reason: error.message,
      });
    }
    if (error instanceof Blocked) {
      const blocker =
        error.exchange && error.expected
          ? this.#findings.ruleOf(error.exchange.op, error.expected)
          : undefined;
      return this.#place(check, {
        place: check.place,
        verdict: 'inconclusive',
        witnesses: [],
        violations: [],
        reason: `blocked${blocker ? ` by ${blocker}` : ''}: ${error.message}`,
        evidence: evidenceOf(
          prepared.scene.id,
          [...prepared.given, ...prepared.act],
          prepared.handles,
          exchanges,
          this.#redaction,
        ),
      });
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#place(check, {
      place: check.place,
      verdict: 'harness-error',
      witnesses: [],
      violations: [],
      reason: message.slice(0, 600),
    });
  }

  /** Only a pass may rest on what other scenes did. */
  #place(check: Check, verdict: PlaceVerdict): void {
    if (this.#recollection?.used && verdict.verdict !== 'passed') this.#doubtful = true;
    else this.#findings.decide(check, verdict);
  }
}

/** The exchanges behind the handles that an act returned. */
function seenBy(
  prepared: Prepared,
  results: Map<string, Exchange[]>,
  known: Map<string, Exchange>,
): Record<string, Exchange | Exchange[]> {
  return Object.fromEntries(
    Object.entries(prepared.handles).map(([name, handle]) => {
      const found = results.get(handle.id) ?? (known.has(handle.id) ? [known.get(handle.id)!] : []);
      const step = prepared.act.find((one) => one.id === handle.id);
      return [name, step && ['repeat', 'walk', 'parallel'].includes(step.step) ? found : found[0]!];
    }),
  );
}
