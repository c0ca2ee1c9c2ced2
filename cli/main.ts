import {Command, CommanderError} from 'commander';
import {UsageError} from '../spec/profile.ts';

/** Loaded when it is asked for: who starts the mock does not wait for the suite. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  mock: async () => (await import('./mock.ts')).mockCommand(),
  certify: async () => (await import('./certify.ts')).certifyCommand(),
  prove: async () => (await import('./prove.ts')).proveCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
};

/** The `presscheck` command. Wrong usage is said in one line and ends with exit code 2. */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('presscheck')
    .description(
      'A stateful mock and a conformance suite for the Workspace Publishing API and the Store Integration API',
    )
    .version('0.1.0')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  const asked = Object.hasOwn(COMMANDS, argv[2] ?? '')
    ? [COMMANDS[argv[2]!]!]
    : Object.values(COMMANDS);
  for (const load of asked) program.addCommand((await load()).exitOverride());
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof UsageError) tell(2, error.message);
    else tell(4, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function tell(code: number, message: string): void {
  process.stderr.write(`presscheck: ${message}\n`);
  process.exitCode = code;
}
