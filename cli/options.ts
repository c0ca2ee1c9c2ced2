import {existsSync} from 'node:fs';
import {isAbsolute, join} from 'node:path';
import {InvalidArgumentError} from 'commander';
import {UsageError} from '../spec/usage-error.ts';
import {packageFolder} from './package-folder.ts';

/**
 * Parses a whole number from zero to 9007199254740991.
 * @throws InvalidArgumentError for anything else
 */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number, zero or more.');
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new InvalidArgumentError(`give a whole number up to ${Number.MAX_SAFE_INTEGER}.`);
  return number;
}

/**
 * Parses a whole number that is one or more.
 * @throws InvalidArgumentError for anything else
 */
export function positiveNumber(text: string): number {
  if (!/^0*[1-9]\d*$/.test(text))
    throw new InvalidArgumentError('give a whole number, one or more.');
  return wholeNumber(text);
}

/**
 * Parses the nonce of a run, which is part of email addresses and file names.
 * @throws InvalidArgumentError for anything but 1 to 12 lower-case letters and digits
 */
export function nonceText(text: string): string {
  if (!/^[a-z0-9]{1,12}$/.test(text))
    throw new InvalidArgumentError('give 1 to 12 lower-case letters and digits.');
  return text;
}

/** The help text of `--nonce`. */
export const NONCE_HELP =
  'letters and digits in every name that the run creates on a deployment (default: random)';

/** The help text of `--no-reset`. */
export const NO_RESET_HELP = 'leave out the hook `reset`: the deployment stays as it is';

/** The options that select a target. */
export interface TargetOptions {
  mock?: true;
  config?: string;
  /** False if the hook `reset` is left out; absent for commands without the option. */
  reset?: boolean;
  /** Set to run against a deployment that is not on this machine. */
  yes?: true;
}

/**
 * Refuses a command line without a target or with two, and options for deployments with the mock.
 * @param command its name, for the message
 * @throws UsageError
 */
export function requireOneTarget(
  command: string,
  {mock, config, nonce, yes, reset}: TargetOptions & {nonce?: string},
): void {
  if (mock && config)
    throw new UsageError(`${command} takes one target: --mock or --config FILE, not both`);
  if (!mock && !config)
    throw new UsageError(
      `${command} needs one target: --mock for the embedded mock, ` +
        'or --config FILE for a deployment',
    );
  if (mock && nonce !== undefined)
    throw new UsageError('--nonce is for deployments (--config FILE); leave it out with --mock');
  if (mock && reset === false)
    throw new UsageError('--no-reset is for deployments (--config FILE); leave it out with --mock');
  if (mock && yes)
    throw new UsageError('--yes is for deployments (--config FILE); leave it out with --mock');
  if (config !== undefined) requireOwnFile(config);
}

/** Refuses a configuration that only the installed package has: a run writes beside its configuration. */
function requireOwnFile(config: string): void {
  const packaged = join(packageFolder(), config);
  if (isAbsolute(config) || existsSync(config) || !existsSync(packaged)) return;
  throw new UsageError(
    `--config ${config}: there is no such file here; copy ${packaged} and adapt the copy`,
  );
}
