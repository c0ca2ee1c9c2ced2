import {Command, Option} from 'commander';
import pico from 'picocolors';
import {visible} from '../reports/visible.ts';
import {text} from '../reports/text.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Verdict} from '../spec/run-record.ts';
import {loadSpecifications, type Specification} from '../spec/specification.ts';
import {UsageError} from '../spec/usage-error.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/check.ts';
import {choiceOf, type EffortBounds, type EffortChoice} from '../suites/effort-choice.ts';
import {InterruptibleClock} from '../suites/engine/interruption.ts';
import {planRun} from '../suites/engine/planning/plan.ts';
import {plannedSupply} from '../suites/engine/planning/planned-supply.ts';
import {realClock} from '../suites/engine/ports.ts';
import {runnableSteps} from '../suites/engine/planning/prepare.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import type {RunOptions, RunResult} from '../suites/engine/run-options.ts';
import {agentsOf} from '../suites/engine/planning/steps.ts';
import type {Config} from '../suites/target/config.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import {isLoopback, remoteOrigins} from '../suites/target/deployment.ts';
import type {Target} from '../suites/target/target.ts';
import {duration, EFFORT_HELP, effortNamed, requireEffortOptions} from './effort-options.ts';
import {notice} from './notice.ts';
import {openTarget} from './open-target.ts';
import {
  NO_RESET_HELP,
  NONCE_HELP,
  nonceText,
  requireOneTarget,
  wholeNumber,
  type TargetOptions,
} from './options.ts';
import {planText, shortPlanText, type Planned} from './plan-text.ts';
import {rulesToRepeat} from './rules-to-repeat.ts';
import {keptAsIs} from './reset-text.ts';
import {progressOn} from './progress.ts';
import {rehearse} from './rehearsal.ts';
import {reportMistakes, reportUnended} from './report-of-mistakes.ts';
import {prepareReport, writeReport} from './report-folder.ts';
import {recordOf} from './run-record.ts';
import {select, selectRules} from './selection.ts';
import {cleaningUp, listenToSignals, type Signals} from './signals.ts';
import {targetOptions} from './target-options.ts';

interface Options extends TargetOptions, EffortBounds {
  only: string[];
  failed?: true;
  accept?: 'not-exercised';
  seed: number;
  nonce?: string;
  report: string;
  plan?: true;
  verbose?: true;
}

const PLAN_HELP =
  'show what the run would send, spend and leave, and send nothing; requests and minutes are those ' +
  'of a rehearsal on a mock in this process, which takes some seconds';

const ACCEPT_HELP =
  'a run in which rules were not exercised may exit with 0; the report says how many';

/** `presscheck certify`: tests every rule on a target and writes the report. */
export const certifyCommand = (): Command =>
  new Command('certify')
    .description('Decides every documented rule on a target and ends in a verdict.')
    .option('--mock', 'the embedded mock is the target')
    .option('--config <file>', 'a deployment is the target: its presscheck.yaml')
    .option('--only <id...>', 'decide only these rules, chapters or APIs', [])
    .option('--failed', 'decide only what did not pass in the report of the last run (--report)')
    .option('--effort <effort>', EFFORT_HELP, effortNamed, 'standard')
    .option(
      '--for <time>',
      'deep effort begins no further request sequence after 90s, 10m, 2h',
      duration,
    )
    .addOption(
      new Option('--accept <verdict>', ACCEPT_HELP).choices(['not-exercised' satisfies Verdict]),
    )
    .option('--seed <n>', 'seed of all generated values', wholeNumber, 1)
    .option('--nonce <text>', NONCE_HELP, nonceText)
    .option('--report <dir>', 'folder of the report', 'presscheck-report')
    .option('--plan', PLAN_HELP)
    .option('--verbose', 'with --plan: name every rule that cannot be exercised')
    .option('--no-reset', NO_RESET_HELP)
    .option('--yes', 'run against a deployment that is not on this machine')
    .option(
      '--max-requests <n>',
      'send no more requests than this (deep effort: 20000 without it)',
      wholeNumber,
    )
    .action(certify);

/** The command line of a certification, with everything that was read for it. */
interface Certification {
  options: Options;
  specifications: Record<Api, Specification>;
  /** The deployment; absent when the target is the embedded mock. */
  config: Config | undefined;
  /** Environment variables that the configuration names and that are not set; only a plan goes on without them. */
  unset: ReadonlySet<string>;
  target: Target;
  signals: Signals;
  clock: InterruptibleClock;
}

async function certify(given: Options): Promise<void> {
  requireOneTarget('certify', given);
  const options = given.failed ? {...given, only: rulesToRepeat(given)} : given;
  requireEffortOptions(options);
  if (options.verbose && !options.plan)
    throw new UsageError('--verbose: is only for --plan; add --plan, or leave it out');
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
async function readAndRun(options: Options): Promise<void> {
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
  const selected = selectedChecks(options, specifications);
  const signals = listenToSignals();
  try {
    const clock = new InterruptibleClock(realClock, signals.signal);
    const {hardStop} = signals;
    const {target, close} = await openTarget(config, specifications, seed, clock, hardStop);
    try {
      requireDescribed(selected, options.only, target);
      await planAndRun({options, specifications, config, unset, target, signals, clock}, selected);
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

/** @throws UsageError for an `--only` that selects nothing */
const selectedChecks = (
  {only, seed, effort}: Options,
  specifications: Certification['specifications'],
): Check[] => select(allChecks(specifications, seed, effort).checks, specifications, only);

/** Shows the plan, and runs it if the options and the user's consent allow it. */
async function planAndRun(certification: Certification, selected: Check[]): Promise<void> {
  const {options, specifications, config, target, signals} = certification;
  const {seed} = options;
  const {signal} = signals;
  const choice = choiceOf(options, {specifications, checks: selected, target, seed});
  const planned = plannedOf(certification, choice);
  const {checks} = choice;
  const estimateByRehearsal = async () =>
    config && rehearse({specifications, checks, config, target, seed, signal});
  // A rehearsal takes some seconds: its estimate is shown only when nothing is sent after the plan.
  if (options.plan || lacksConsent(config, options)) {
    planned.estimate = await estimateByRehearsal();
    if (signal.aborted) {
      process.exitCode = signals.exitCode();
      return;
    }
  }
  if (options.plan) return showPlan(planText, planned, config);
  if (config) showPlan(shortPlanText, planned, config);
  requireConsent(config, options);
  await runAndReport(
    certification,
    choice,
    async () => (await estimateByRehearsal())?.publications,
  );
}

/** What a plan shows, except for the estimate of a rehearsal. */
function plannedOf(
  {options, specifications, unset, target}: Certification,
  choice: EffortChoice,
): Planned {
  const {checks} = choice;
  const {plan, prepared} = planRun({specifications, checks, target, seed: options.seed});
  return {
    plan,
    target,
    unset,
    checks,
    supply: plannedSupply(prepared, checks, target.apis),
    agents: agentsOf(runnableSteps(prepared)),
    choice,
    effort: choice.record.name,
    verbose: options.verbose === true,
  };
}

/** Runs the selected checks, prints the result and writes the report. */
async function runAndReport(
  {options, specifications, config, target, signals, clock}: Certification,
  choice: EffortChoice,
  publicationsNeeded: () => Promise<number | undefined>,
): Promise<void> {
  const {only, accept, seed, report, nonce, maxRequests} = options;
  const acceptsNotExercised = accept === 'not-exercised';
  const {checks, rounds, leftOut, placesOf} = choice;
  const startedAt = realClock.epoch();
  reportUnended(report, options.config);
  const result = await decideWithProgress({
    specifications,
    checks,
    rules: without(selectRules(specifications, only), leftOut),
    target,
    seed,
    clock,
    publicationsNeeded,
    ...cleaningUp(signals, clock),
    ...(config && {timeout: config.timeout}),
    ...(rounds && {rounds}),
    ...(nonce !== undefined && {nonce}),
    ...(maxRequests !== undefined && {maxRequests}),
  });
  const record = recordOf(
    result,
    {only, acceptsNotExercised, seed, effort: choice.record, placesOf, config, target, startedAt},
    signals.exitCode(),
  );
  const selecting = targetOptions(options, config);
  const replaying = {folder: report, options: selecting};
  process.stdout.write(text(record, pico.isColorSupported, replaying));
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

/** Whether the run would send requests to other machines, and `--yes` is missing. */
const lacksConsent = (config: Config | undefined, {yes}: Options): config is Config =>
  config !== undefined && !yes && remoteOrigins(config).length > 0;

/** @throws UsageError for a deployment on another machine, unless `--yes` is given */
function requireConsent(config: Config | undefined, options: Options): void {
  if (!lacksConsent(config, options)) return;
  throw new UsageError(
    `${config.name} sends requests to other machines: ${remoteOrigins(config).join(', ')}; ` +
      'read the plan above, and add --yes to run it',
  );
}

async function decideWithProgress(options: RunOptions): Promise<RunResult> {
  const progress = progressOn(
    process.stderr,
    realClock,
    'it may wait for a limit, a run, a mail or a late list',
  );
  try {
    return await verifyAndRun({...options, notice, progress: progress.show});
  } finally {
    progress.end();
  }
}
