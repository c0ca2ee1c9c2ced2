import {Command, CommanderError} from 'commander';
import {UsageError} from '../spec/profile.ts';
import {certifyCommand} from './certify.ts';
import {mockCommand} from './mock.ts';
import {proveCommand} from './prove.ts';
import {replayCommand} from './replay.ts';
import {rulesCommand} from './rules.ts';

/** The `presscheck` command. Wrong usage is said in one line and ends with exit code 2. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('presscheck')
    .description('A stateful mock and a conformance suite for the Workspace Publishing API and the Store Integration API')
    .version('0.1.0')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  for (const command of [mockCommand(), certifyCommand(), proveCommand(), replayCommand(), rulesCommand()])
    program.addCommand(command.exitOverride());
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof UsageError) {
      process.stderr.write(`presscheck: ${error.message}\n`);
      process.exitCode = 2;
    } else {
      process.stderr.write(`presscheck: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exitCode = 4;
    }
  }
}
