import {UsageError} from '../spec/usage-error.ts';
import type {Config} from '../suites/target/config.ts';
import {remoteOrigins} from '../suites/target/deployment.ts';
import type {TargetOptions} from './options.ts';

/** The option with which a user consents. */
type Consent = Pick<TargetOptions, 'yes'>;

/** Whether a command would send requests to other machines, and `--yes` is missing. */
export const lacksConsent = (config: Config | undefined, {yes}: Consent): config is Config =>
  config !== undefined && !yes && remoteOrigins(config).length > 0;

/**
 * @param words what the command would do, and what to read before `--yes` is added
 * @throws UsageError for a deployment on another machine, unless `--yes` is given
 */
export function requireConsent(
  config: Config | undefined,
  consent: Consent,
  words: (config: Config, origins: string) => string,
): void {
  if (lacksConsent(config, consent))
    throw new UsageError(words(config, remoteOrigins(config).join(', ')));
}

/** The beginning of most such words. */
export const sendsElsewhere = ({name}: Config, origins: string): string =>
  `${name} sends requests to other machines: ${origins}; `;
