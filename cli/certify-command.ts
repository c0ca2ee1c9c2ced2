import {Command, Option} from 'commander';
import type {Verdict} from '../spec/run-record.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {EffortBounds} from '../suites/generation/effort-choice.ts';
import {duration, EFFORT_HELP, effortNamed, requireEffortOptions} from './effort-options.ts';
import {notice} from './notice.ts';
import {
  NO_RESET_HELP,
  NONCE_HELP,
  nonceText,
  requireOneTarget,
  wholeNumber,
  type TargetOptions,
} from './options.ts';
import {rulesToRepeat} from './rules-to-repeat.ts';

/** The options of the command line. */
export interface CertifyOptions extends TargetOptions, EffortBounds {
  only: string[];
  /** The folder from which deep effort goes on. */
  corpus?: string;
  failed?: true;
  accept?: 'not-exercised';
  seed: number;
  nonce?: string;
  report: string;
  plan?: true;
  all?: true;
  verbose?: true;
  /** False with `--no-shrink`. */
  shrink: boolean;
  shrinkRequests: number;
}

const PLAN_HELP =
  'show what the run would send, spend and leave, and send nothing; requests and minutes are those ' +
  'of a rehearsal on a mock in this process, which takes some seconds';

/** Requests to a deployment for simplifying the failures of one run. */
const SHRINK_REQUESTS = 100;

const ALL_HELP =
  'show every failed place, and every rule that a failure leaves undecided, with what it saw and its likely cause';

const ACCEPT_HELP =
  'a run in which rules were not exercised may exit with 0; the report says how many';

/** `presscheck certify`: tests every rule on a target and writes the report. */
export const certifyCommand = (): Command =>
  new Command('certify')
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
    .option(
      '--corpus <dir>',
      'deep effort begins with its sequences, and adds what covers something new',
    )
    .addOption(
      new Option('--accept <verdict>', ACCEPT_HELP).choices(['not-exercised' satisfies Verdict]),
    )
    .option('--seed <n>', 'seed of all generated values', wholeNumber, 1)
    .option('--nonce <text>', NONCE_HELP, nonceText)
    .option('--report <dir>', 'folder of the report', 'presscheck-report')
    .option('--plan', PLAN_HELP)
    .option('--verbose', 'with --plan: name every rule that cannot be exercised')
    .option('--all', ALL_HELP)
    .option('--no-shrink', 'do not look for shorter ways to the failures')
    .option(
      '--shrink-requests <n>',
      'the most requests to a deployment for shorter ways to the failures',
      wholeNumber,
      SHRINK_REQUESTS,
    )
    .option('--no-reset', NO_RESET_HELP)
    .option('--yes', 'run against a deployment that is not on this machine')
    .option(
      '--max-requests <n>',
      'send no more requests than this (deep effort: 20000 for each API without it)',
      wholeNumber,
    )
    .action(certify);

/** Reads the command line, says that the run begins, and only then loads the checks, which takes longest. */
async function certify(given: CertifyOptions): Promise<void> {
  requireOneTarget('certify', given);
  const options = given.failed ? {...given, only: rulesToRepeat(given)} : given;
  requireEffortOptions(options);
  if (options.verbose && !options.plan)
    throw new UsageError('--verbose: is only for --plan; add --plan, or leave it out');
  notice(`certify: reading the documents, and choosing what to send to ${targetOf(options)} ...`);
  const {certifyTarget} = await import('./certify.ts');
  return certifyTarget(options);
}

const targetOf = ({config}: CertifyOptions): string =>
  config === undefined ? 'the embedded mock' : `the deployment of ${config}`;
