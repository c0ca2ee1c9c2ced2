import {accessSync, constants, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Command, InvalidArgumentError} from 'commander';
import pico from 'picocolors';
import {loadSpecification} from '../spec/specification.ts';
import {UsageError} from '../spec/profile.ts';
import type {Role} from '../spec/step.ts';
import type {RunPlan, RunRecord} from '../spec/run-record.ts';
import {html} from '../reports/html.ts';
import {json} from '../reports/json.ts';
import {junit} from '../reports/junit.ts';
import {table} from '../reports/table.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/ports.ts';
import {settle} from '../suites/engine/expectations.ts';
import {interruptible} from '../suites/engine/interruption.ts';
import {planRun} from '../suites/engine/plan.ts';
import {playableSteps} from '../suites/engine/prepare.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {agentsOf} from '../suites/engine/steps.ts';
import {fixtureOf, fixtureText} from '../suites/engine/fixture.ts';
import {readConfig} from '../suites/target/config/reader.ts';
import type {Expectation} from '../suites/target/config.ts';
import {Deployment, staysHere} from '../suites/target/deployment.ts';
import type {Target} from '../suites/target/target.ts';
import {embedded} from './embedded.ts';
import {progressOn} from './progress.ts';
import {select, selectRules} from './selection.ts';

interface Options {
  mock?: true;
  config?: string;
  only: string[];
  seed: number;
  report: string;
  plan?: true;
  yes?: true;
  maxRequests?: number;
}

/** A whole number from the command line, zero or more. */
export const whole = (said: string): number => {
  if (!/^\d+$/.test(said)) throw new InvalidArgumentError('give a whole number, zero or more.');
  return Number(said);
};

/** `presscheck certify`: decides every rule on a target and writes the report. */
export const certifyCommand = (): Command =>
  new Command('certify')
    .description('decides every documented rule on a target and ends in a verdict')
    .option('--mock', 'the embedded mock is the target')
    .option('--config <file>', 'a deployment is the target: its presscheck.yaml')
    .option('--only <id...>', 'only these rules or chapters', [])
    .option('--seed <n>', 'seed of everything that is made up', whole, 1)
    .option('--report <dir>', 'folder of the report', 'presscheck-report')
    .option('--plan', 'show what the run would send, spend and leave, and send nothing')
    .option('--yes', 'run against a deployment that is not on this machine')
    .option('--max-requests <n>', 'send no more requests than this', whole)
    .action(certify);

async function certify(options: Options): Promise<void> {
  if (options.mock && options.config)
    throw new UsageError('certify takes one target: --mock or --config, not both');
  if (!options.mock && !options.config)
    throw new UsageError(
      'certify needs a target: --mock for the embedded mock, or --config FILE for a deployment',
    );
  const specifications = {
    workspace: loadSpecification('workspace'),
    store: loadSpecification('store'),
  };
  const checks = select(
    allChecks(specifications, options.seed).checks,
    specifications,
    options.only,
  );
  const config = options.config
    ? readConfig(options.config, specifications, process.env)
    : undefined;
  if (!options.plan) prepareReport(options.report);
  const stop = interruption();
  const clock = interruptible(realClock, stop.signal);
  const {target, close} = config
    ? {target: new Deployment(config, clock) as Target, close: async () => undefined}
    : await embedded(specifications, options.seed);
  try {
    const {plan, prepared} = planRun({specifications, checks, target});
    if (options.plan || config)
      process.stdout.write(planText(plan, target, agentsOf(playableSteps(prepared))));
    if (options.plan) return;
    if (config && !staysHere(config) && !options.yes)
      throw new UsageError(
        `${config.name} is not on this machine, or its tokens are given elsewhere: read the plan above and say --yes to run it`,
      );
    const startedAt = new Date(realClock.epoch()).toISOString();
    const progress = progressOn(process.stderr, realClock);
    const result = await verifyAndRun({
      specifications: specifications,
      checks,
      rules: selectRules(specifications, options.only),
      target,
      seed: options.seed,
      clock,
      progress: progress.tell,
      signal: stop.signal,
      ...(config && {timeout: config.timeout}),
      ...(options.maxRequests !== undefined && {maxRequests: options.maxRequests}),
    });
    progress.end();
    const settled = settle(
      result.rules,
      config?.expected ?? ([] as Expectation[]),
      startedAt.slice(0, 10),
      options.only.length > 0,
    );
    const record: RunRecord = {
      presscheck: '0.1.0',
      catalogue: '1',
      target: {name: target.name, kind: target.kind, urls: target.urls},
      seed: options.seed,
      startedAt,
      finishedAt: new Date(realClock.epoch()).toISOString(),
      ...(stop.signal.aborted && {interrupted: true as const}),
      plan: result.plan,
      requests: result.requests,
      residue: result.residue,
      rules: result.rules,
      expected: settled.expected,
      exitCode: stop.signal.aborted ? Number(stop.signal.reason) : settled.exitCode,
    };
    process.stdout.write(table(record, pico.isColorSupported));
    writeReport(options.report, record);
    process.stdout.write(
      `Report: ${join(options.report, 'report.html')}, report.json, junit.xml, report.txt${record.rules.some((rule) => rule.verdict === 'failed') ? ', fixtures/' : ''}\n`,
    );
    process.exitCode = record.exitCode;
  } finally {
    stop.done();
    await close();
  }
}

/** @throws UsageError for a folder that no report can be written to, before any request is sent */
function prepareReport(folder: string): void {
  try {
    mkdirSync(folder, {recursive: true});
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `--report ${folder}: cannot be written (${(error as NodeJS.ErrnoException).code}); give a folder that can be`,
    );
  }
}

/** Writes every format; fixtures of failures beside them. */
function writeReport(folder: string, record: RunRecord): void {
  try {
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, 'report.json'), json(record));
    writeFileSync(join(folder, 'junit.xml'), junit(record));
    writeFileSync(join(folder, 'report.html'), html(record));
    writeFileSync(join(folder, 'report.txt'), table(record));
    for (const rule of record.rules)
      for (const place of rule.places)
        if (place.verdict === 'failed' && place.evidence) {
          mkdirSync(join(folder, 'fixtures'), {recursive: true});
          const name = `${rule.rule}${place.place === '*' ? '' : ` ${place.place}`}`.replaceAll(
            /[^\w.-]+/g,
            '-',
          );
          writeFileSync(
            join(folder, 'fixtures', `${name}.yaml`),
            fixtureText(fixtureOf(rule.rule, place)),
          );
        }
  } catch (error) {
    throw new UsageError(
      `--report ${folder}: cannot be written (${(error as NodeJS.ErrnoException).code}); give a folder that can be`,
    );
  }
}

/** What a run would send, spend and leave, for people. */
export function planText(
  plan: RunPlan,
  target: Target,
  agents: ReadonlySet<Role> = new Set(),
): string {
  const fetched = (target.fetchedRoles ?? []).filter((role) => agents.has(role));
  const lines = [
    `Plan for ${target.name}: ${plan.scenes} scenes, at most ${plan.requests} requests (${Object.entries(
      plan.byApi,
    )
      .map(([api, count]) => `${api} ${count}`)
      .join(', ')})`,
    ...(plan.seconds
      ? [
          `  takes about ${Math.ceil(plan.seconds / 60)} min at 60 requests a minute, waiting included`,
        ]
      : []),
    `  it ${plan.effects.join('; ') || 'does nothing'}`,
    ...(fetched.length
      ? [`  access tokens are fetched for ${fetched.join(', ')}; requests for them are not counted`]
      : []),
  ];
  const residue = Object.entries(plan.residue).map(([kind, count]) => `${count} x ${kind}`);
  if (residue.length && target.shared) lines.push(`  leaves at most: ${residue.join('; ')}`);
  if (plan.notExercised.length)
    lines.push(
      `  ${new Set(plan.notExercised.map((one) => one.rule)).size} rules cannot be exercised on it (the report says what to supply)`,
    );
  return `${lines.join('\n')}\n`;
}

/**
 * The first interrupt ends the run and lets the partial report be written; the second ends at once.
 */
function interruption(): {signal: AbortSignal; done(): void} {
  const controller = new AbortController();
  const on = (name: NodeJS.Signals): void => {
    const code = name === 'SIGINT' ? 130 : 143;
    if (controller.signal.aborted) process.exit(code);
    controller.abort(code);
  };
  process.on('SIGINT', on).on('SIGTERM', on);
  return {signal: controller.signal, done: () => void process.off('SIGINT', on).off('SIGTERM', on)};
}
