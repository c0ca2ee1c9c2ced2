import {visible} from '../spec/visible.ts';
import {text} from '../reports/text.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import {loadSpecifications, type Specification} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {conformanceOf} from '../suites/engine/judge/conformance.ts';
import {Pacer} from '../suites/engine/send/pacing/pacer.ts';
import {
  choiceOf,
  type CorpusOfRuns,
  type EffortChoice,
} from '../suites/generation/effort-choice.ts';
import {InterruptibleClock} from '../suites/engine/facts/interruption.ts';
import {planRun, type PlanInputs} from '../suites/engine/plan/plan.ts';
import {plannedSupply} from '../suites/engine/plan/planned-supply.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {allOf} from '../suites/engine/plan/supporting-scenes.ts';
import {runnableSteps} from '../suites/engine/plan/prepare.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {RunOptions, RunResult} from '../suites/engine/begin/run-options.ts';
import {agentsOf} from '../suites/engine/plan/steps.ts';
import {sharedCorpus} from '../suites/explore/corpus.ts';
import type {Config} from '../suites/target/config.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {isLoopback} from '../suites/target/deployment.ts';
import type {Target} from '../suites/target/target.ts';
import type {CertifyOptions} from './certify-command.ts';
import {isColored} from './colors.ts';
import {Corpus} from './corpus.ts';
import {fixturesOf} from './read-corpus.ts';
import {lacksConsent, requireConsent, sendsElsewhere} from './consent.ts';
import {notice} from './notice.ts';
import {openTarget} from './open-target.ts';
import {planText, shortPlanText, type Planned} from './plan-text.ts';
import {keptAsIs} from './reset-text.ts';
import {withProgress, type Progress} from './progress.ts';
import {rehearse} from './rehearsal.ts';
import {reportMistakes, reportUnended} from './report-of-mistakes.ts';
import {prepareReport, writeReport} from './report-folder.ts';
import {recordOf} from './run-record.ts';
import {withShrunkFailures} from './shrunk-failures.ts';
import {select, selectRules} from './selection.ts';
import {cleaningUp, listenToSignals, type Signals} from './signals.ts';
import {targetOptions} from './target-options.ts';

/** How many scenes run at the same time on the embedded mock: enough that neither of its two threads has to wait. */
const SCENES_AT_ONCE = 4;

/** The command line of a certification, with everything that was read for it. */
interface Certification {
  options: CertifyOptions;
  specifications: Record<Api, Specification>;
  /** The deployment; absent when the target is the embedded mock. */
  config: Config | undefined;
  /** Environment variables that the configuration names and that are not set; only a plan goes on without them. */
  unset: ReadonlySet<string>;
  target: Target;
  /** The checks of rules that were not selected. */
  others: Check[];
  signals: Signals;
  clock: InterruptibleClock;
}

/** Certifies a target: tests every rule on it and writes the report. @throws UsageError */
export async function certifyTarget(options: CertifyOptions): Promise<void> {
  if (options.plan) return readAndRun(options);
  prepareReport(options.report);
  try {
    await readAndRun(options);
  } catch (error) {
    if (error instanceof UsageError) reportMistakes(options.report, error);
    throw error;
  }
}

/** Reads everything that a run needs, and plans and runs it. @throws UsageError for a mistake in what was read */
async function readAndRun(options: CertifyOptions): Promise<void> {
  const {seed} = options;
  const specifications = loadSpecifications();
  const unset = new Set<string>();
  const config = options.config
    ? keptAsIs(
        readConfig(options.config, specifications, process.env, options.plan ? unset : undefined),
        options,
      )
    : undefined;
  config?.unread?.forEach(notice);
  const {selected, others} = selectedChecks(options, specifications);
  const signals = listenToSignals();
  try {
    const clock = new InterruptibleClock(realClock, signals.signal);
    const {hardStop} = signals;
    const {target, close} = await openTarget(config, specifications, seed, clock, hardStop);
    try {
      requireDescribed(selected, options.only, target);
      const certification = {
        options,
        specifications,
        config,
        unset,
        target,
        signals,
        clock,
        others,
      };
      await planAndRun(certification, selected);
    } finally {
      await close();
    }
  } finally {
    signals.done();
  }
}

/** @throws UsageError for an `--only` that selects rules of APIs alone which the configuration does not describe */
function requireDescribed(checks: readonly Check[], only: readonly string[], {apis}: Target): void {
  const selected = [...new Set(checks.map(({scene}) => scene.api))];
  if (!selected.length || selected.some((api) => apis.includes(api))) return;
  const missing = selected.map((api) => `\`${api}\``).join(' and ');
  throw new UsageError(
    `--only ${only.join(' ')}: selects rules of the ${selected.join(' and ')} API only, and the file has no ${missing}; ` +
      `add it, or select rules of the ${apis.join(' and ')} API`,
  );
}

/** The checks that `--only` selects, and the others. @throws UsageError for an `--only` that selects nothing */
function selectedChecks(
  {only, seed, effort}: CertifyOptions,
  specifications: Certification['specifications'],
): {selected: Check[]; others: Check[]} {
  const {checks} = allChecks(specifications, seed, effort);
  const selected = select(checks, specifications, only);
  const chosen = new Set(selected);
  return {selected, others: effort === 'quick' ? [] : checks.filter((one) => !chosen.has(one))};
}

/** Shows the plan, and runs it if the options and the user's consent allow it. */
async function planAndRun(certification: Certification, selected: Check[]): Promise<void> {
  const {options, specifications, config, target, signals} = certification;
  const {seed} = options;
  const {signal} = signals;
  const inputs = {specifications, checks: selected, target, seed};
  const choice = choiceOf(options, inputs, corpusOf(certification, inputs));
  const planned = plannedOf(certification, choice);
  const {checks} = choice;
  const estimateByRehearsal = async (show?: RunOptions['progress']) =>
    config &&
    rehearse({
      specifications,
      checks,
      config,
      target,
      seed,
      signal,
      ...(show && {progress: show}),
    });
  // A rehearsal takes some seconds: its estimate is shown only when nothing is sent after the plan.
  if (options.plan || lacksConsent(config, options)) {
    planned.estimate = await withSteps(
      {what: 'rehearsing the run on a mock', whyLong: 'it costs processor time'},
      estimateByRehearsal,
    );
    if (signal.aborted) {
      process.exitCode = signals.exitCode();
      return;
    }
  }
  if (options.plan) return showPlan(planText, planned, config);
  if (config) showPlan(shortPlanText, planned, config);
  requireConsent(
    config,
    options,
    (to, origins) => `${sendsElsewhere(to, origins)}read the plan above, and add --yes to run it`,
  );
  await runAndReport(
    certification,
    choice,
    async () => (await estimateByRehearsal())?.publications,
  );
}

/** The corpus from which deep effort goes on; a plan writes nothing. */
function corpusOf(
  {options: {corpus, plan}, others}: Certification,
  inputs: PlanInputs,
): CorpusOfRuns | undefined {
  if (corpus === undefined || plan) return undefined;
  const folder = new Corpus(corpus);
  const fixtures = fixturesOf(folder, [...inputs.checks, ...others], inputs.specifications);
  return sharedCorpus(fixtures, inputs, (fixture) => folder.writeSequence(fixture));
}

/** What a plan shows, except for the estimate of a rehearsal. */
function plannedOf(
  {options, specifications, unset, target, others}: Certification,
  choice: EffortChoice,
): Planned {
  const {checks} = choice;
  const {plan, prepared, supporting} = planRun({
    specifications,
    checks,
    others,
    target,
    seed: options.seed,
  });
  return {
    plan,
    target,
    unset,
    checks,
    supply: plannedSupply(prepared, checks, target.apis),
    agents: agentsOf(runnableSteps([...prepared, ...allOf(supporting)])),
    choice,
    effort: choice.record.name,
    verbose: options.verbose === true,
  };
}

/** Runs the selected checks, prints the result and writes the report. */
async function runAndReport(
  {options, specifications, config, target, others, signals, clock}: Certification,
  choice: EffortChoice,
  publicationsNeeded: () => Promise<number | undefined>,
): Promise<void> {
  const {only, accept, seed, report, nonce, maxRequests} = options;
  const acceptsNotExercised = accept === 'not-exercised';
  const {checks, rounds, leftOut, placesOf} = choice;
  const startedAt = realClock.epoch();
  reportUnended(report, options.config);
  const onTarget = {
    specifications,
    target,
    seed,
    clock,
    conformance: conformanceOf(specifications, target),
    pacer: new Pacer(target.clock ?? clock),
    ...cleaningUp(signals, clock),
    ...(config && {timeout: config.timeout}),
  };
  const result = await decideWithProgress({
    ...onTarget,
    checks,
    others,
    rules: without(selectRules(specifications, only), leftOut),
    publicationsNeeded,
    ...(!config && {atOnce: SCENES_AT_ONCE}),
    ...(rounds && {rounds}),
    ...(nonce !== undefined && {nonce}),
    ...(maxRequests !== undefined && {maxRequests}),
  });
  const decided = recordOf(
    result,
    {only, acceptsNotExercised, seed, effort: choice.record, placesOf, config, target, startedAt},
    signals.exitCode(),
  );
  const selecting = targetOptions(options, config);
  const replaying = {folder: report, options: selecting};
  const record = await withShrunkFailures(decided, options, {
    run: {...onTarget, checks: [...checks, ...others]},
    isInterrupted: signals.signal.aborted,
    before: () => void writeReport(report, decided, selecting),
  });
  process.stdout.write(
    text(record, isColored(process.env, process.stdout), replaying, options.all === true),
  );
  process.stdout.write(`Report: ${visible(writeReport(report, record, selecting))}\n`);
  process.exitCode = record.exitCode;
}

function showPlan(
  words: (planned: Planned) => string,
  planned: Planned,
  config: Config | undefined,
): void {
  const allowsAll = config !== undefined && isLoopback(config) && !config.spend;
  process.stdout.write(words({...planned, allowsAll}));
}

const without = (rules: ReadonlySet<RuleId>, leftOut: ReadonlySet<RuleId>): Set<RuleId> =>
  new Set([...rules].filter((rule) => !leftOut.has(rule)));

async function decideWithProgress(options: RunOptions): Promise<RunResult> {
  const {target, timeout} = options;
  const patience = timeout === undefined ? '' : ` (at most ${timeout / 1000} s for each)`;
  const first = target.shared
    ? {
        what: 'verifying the credentials',
        whyLong: `it waits for responses${patience}, or for a limit that earlier requests used up`,
      }
    : undefined;
  return withSteps(first, (progress) => verifyAndRun({...options, notice, progress}));
}

/**
 * Shows the progress of requests.
 * @param first what is done before the first request sequence
 */
const withSteps = <T>(
  first: {what: string; whyLong?: string} | undefined,
  work: (show: Progress['show']) => Promise<T>,
): Promise<T> =>
  withProgress('it may wait for a limit, a run, a mail or a late list', ({say, show}) => {
    if (first) say(first.what, first.whyLong);
    return work(show);
  });
