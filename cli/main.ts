import {Command, CommanderError} from 'commander';
import {UsageError} from '../spec/usage-error.ts';
import {version} from './version.ts';

/** The commands. Each is loaded when it is called: `mock` does not wait until the suite is read. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['mock', async () => (await import('./mock.ts')).mockCommand()],
  ['certify', async () => (await import('./certify.ts')).certifyCommand()],
  ['prove', async () => (await import('./prove.ts')).proveCommand()],
  ['replay', async () => (await import('./replay.ts')).replayCommand()],
  ['rules', async () => (await import('./rules.ts')).rulesCommand()],
]);

const DESCRIPTION =
  'A stateful mock and a conformance suite for the Workspace Publishing API and the Store ' +
  'Integration API';

/**
 * The `presscheck` command. Wrong usage is reported in one line and ends with exit code 2, a fault
 * of presscheck with its stack and 4.
 */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('presscheck')
    .description(DESCRIPTION)
    .version(version())
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  const named = COMMANDS.get(argv[2] ?? '');
  const loaders = named ? [named] : [...COMMANDS.values()];
  for (const load of loaders) program.addCommand((await load()).exitOverride());
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = reported(error);
  }
}

/** Writes what went wrong to the terminal; gives the exit code. */
function reported(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    process.stderr.write(`presscheck: ${error.message}\n`);
    return 2;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`presscheck: ${text}\n`);
  return 4;
}
