import type {Config} from '../suites/target/config.ts';
import {remoteOrigins} from '../suites/target/deployment.ts';
import type {TargetOptions} from './options.ts';

/** The options with which `replay` gets the same target. */
export function targetOptions({config: file}: TargetOptions, config: Config | undefined): string[] {
  if (file === undefined) return ['--mock'];
  return ['--config', file, ...(config && remoteOrigins(config).length ? ['--yes'] : [])];
}
