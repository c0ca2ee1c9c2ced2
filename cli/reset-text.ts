import type {Config} from '../suites/target/config.ts';
import type {Target} from '../suites/target/target.ts';
import {notice} from './notice.ts';
import type {TargetOptions} from './options.ts';

/** Whether a run on a target begins with the hook `reset`. */
export const beginsWithReset = (target: Target): boolean =>
  target.shared && target.lacks('control:reset') === undefined;

/** Says before a run that it begins with the hook `reset`, after which the earlier data are lost. */
export function announceReset(target: Target): void {
  if (!beginsWithReset(target)) return;
  notice(`The hook \`reset\` is called first: everything in ${target.name} is lost.`);
}

/** The same in the question whether requests may be sent to another machine. */
export const resetText = ({hooks}: Config): string =>
  hooks.reset ? '; the hook `reset` is called first: everything in the deployment is lost' : '';

/** A configuration without the hook `reset` if the command line has `--no-reset`. */
export function keptAsIs(config: Config, {reset = true}: TargetOptions): Config {
  const {reset: _reset, ...hooks} = config.hooks;
  return reset ? config : {...config, hooks};
}
