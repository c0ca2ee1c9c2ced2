import {InvalidArgumentError} from 'commander';
import {UsageError} from '../spec/usage-error.ts';

/**
 * A whole number from the command line, zero or more.
 * @throws InvalidArgumentError for anything else
 */
export const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number, zero or more.');
  return Number(text);
};

/** The options that name a target. */
export interface TargetOptions {
  mock?: true;
  config?: string;
  /** Set to run against a deployment that is not on this machine. */
  yes?: true;
}

/**
 * Refuses a command line that names no target, or two.
 * @param command its name, for the message
 * @throws UsageError
 */
export function requireOneTarget(command: string, {mock, config}: TargetOptions): void {
  if (mock && config)
    throw new UsageError(`${command} takes one target: --mock or --config FILE, not both`);
  if (!mock && !config)
    throw new UsageError(
      `${command} needs one target: --mock for the embedded mock, ` +
        'or --config FILE for a deployment',
    );
}
