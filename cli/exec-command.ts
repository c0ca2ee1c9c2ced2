import {Command} from 'commander';
import {withFlags} from './mock-flags.ts';
import type {MockFlags} from './mock-options.ts';

/** `presscheck exec`: runs a command beside a mock of its own. */
export const execCommand = (): Command =>
  withFlags(new Command('exec'), 'exec')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .argument('<command...>', 'what is run, behind --')
    .addHelpText('after', VARIABLES_HELP)
    .action(async (command: [string, ...string[]], flags: MockFlags) => {
      const {execute} = await import('./exec.ts');
      process.exitCode = await execute(command, flags);
    });

const VARIABLES_HELP = `
The command finds the mock by the variables PRESSCHECK_WORKSPACE_URL, PRESSCHECK_STORE_URL,
PRESSCHECK_STORAGE_URL, PRESSCHECK_CONTROL_URL, PRESSCHECK_CONTROL_TOKEN (empty when none is asked for),
and its credentials by their roles: PRESSCHECK_KEY_FULL, PRESSCHECK_TOKEN_ADMIN, ...
Exit codes: that of the command; 128+n when signal n ended it; 126 when it cannot be run, 127 when it
is not found; 2 when the mock could not start and the command was not run; 1 by --fail-on.`;
