import {Command, CommanderError} from 'commander';
import {visible} from '../spec/visible.ts';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {likeliest} from '../spec/likeliest.ts';
import {UsageError} from '../spec/usage-error.ts';
import {version} from './version.ts';

/** A command: its line in the help, and how it is made. */
interface Listed {
  description: string;
  load(): Promise<Command>;
}

/** The commands. Each is loaded when it is called: the help loads none, and `mock` does not load the suite. */
const COMMANDS: ReadonlyMap<string, Listed> = new Map([
  [
    'mock',
    {
      description: 'Starts both APIs with ready-made keys; Ctrl-C stops them.',
      load: async () => (await import('./mock-command.ts')).mockCommand(),
    },
  ],
  [
    'exec',
    {
      description: 'Runs a command beside a mock of its own, and says what it did wrong.',
      load: async () => (await import('./exec-command.ts')).execCommand(),
    },
  ],
  [
    'certify',
    {
      description: 'Decides every documented rule on a target and ends in a verdict.',
      load: async () => (await import('./certify-command.ts')).certifyCommand(),
    },
  ],
  [
    'prove',
    {
      description: 'Runs every check against a mock with the defect that it must detect.',
      load: async () => (await import('./prove.ts')).proveCommand(),
    },
  ],
  [
    'explore',
    {
      description: 'Looks for rare faults: runs generated sequences until it finds one.',
      load: async () => (await import('./explore.ts')).exploreCommand(),
    },
  ],
  [
    'clean',
    {
      description: 'Removes what earlier runs on a deployment left in use, as far as its API can.',
      load: async () => (await import('./clean.ts')).cleanCommand(),
    },
  ],
  [
    'replay',
    {
      description: 'Replays fixtures against a target.',
      load: async () => (await import('./replay.ts')).replayCommand(),
    },
  ],
  [
    'rules',
    {
      description: 'Shows the rules of the catalogue.',
      load: async () => (await import('./rules.ts')).rulesCommand(),
    },
  ],
]);

const DESCRIPTION =
  'A stateful mock and a conformance suite for the Workspace Publishing API and the Store ' +
  'Integration API';

const HELP = 'show this help';

/**
 * The `presscheck` command. Wrong usage is reported in a line for each mistake with exit code 2, an error in presscheck with its
 * stack and exit code 4.
 */
export async function main(argv: string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) surviveLostOutput(stream);
  const program = new Command('presscheck')
    .description(DESCRIPTION)
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', HELP)
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  const words = argv.slice(2).filter((word) => !word.startsWith('-'));
  const called = words[0] === 'help' ? words[1] : words[0];
  for (const [name, {description, load}] of COMMANDS) {
    const command = name === called ? namingExcess(await load()) : new Command(name);
    command.exitOverride().helpOption('-h, --help', HELP);
    program.addCommand(command.description(description));
  }
  try {
    requireKnownTopic(argv);
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = reported(error);
  }
}

/** Lets a command name the arguments that are too many; commander only counts them. */
const namingExcess = (command: Command): Command =>
  command.configureOutput({outputError: (text, write) => write(withExcess(text, command))});

function withExcess(text: string, {args, registeredArguments, options}: Command): string {
  const excess = args.slice(registeredArguments.length);
  const file = excess.find((one) => /\.ya?ml$/.test(one));
  const takesFile = options.some(({long}) => long === '--config');
  const hint =
    file !== undefined && takesFile ? `; give the configuration as --config ${file}` : '';
  return text.replace(
    /(too many arguments)[^\n]*/,
    (_, words: string) => `${words}: ${visible(excess.join(' '))}${hint}`,
  );
}

/** @throws UsageError for `help` with an unknown command, about which commander says nothing */
function requireKnownTopic([, , command, topic]: string[]): void {
  if (command !== 'help' || topic === undefined || topic.startsWith('-')) return;
  const names = [...COMMANDS.keys()];
  if (names.includes(topic) || topic === 'help') return;
  throw new UsageError(
    `help ${topic}: there is no command ${topic}; did you mean ${likeliest(topic, names)}? ` +
      `The commands are ${names.join(', ')}`,
  );
}

/**
 * Goes on when a stream can no longer be written: further output is lost, and what a command does otherwise is done.
 * A reader that ends early, as in `presscheck rules | head`, is no error. After any other, as a full disk, a command
 * that would have succeeded ends with exit code 4.
 */
function surviveLostOutput(stream: NodeJS.WriteStream): void {
  if (!stream.listeners('error').includes(noteLostOutput)) stream.on('error', noteLostOutput);
}

function noteLostOutput({code, message}: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(
    `presscheck: the output cannot be written and is lost: ${visible(message)}\n`,
  );
  process.once('exit', (exitCode) => {
    if (exitCode === EXIT_CODES.passed) process.exitCode = EXIT_CODES.harnessError;
  });
}

/** The text of an error of usage: one line, or a list of mistakes with a line for each. */
const usageText = ({message, mistakes}: UsageError): string =>
  mistakes.length > 1 ? message.split('\n').map(visible).join('\n') : visible(message);

/** Writes an error to the terminal; returns the exit code. */
function reported(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT_CODES.passed : EXIT_CODES.wrongUsage;
  if (error instanceof UsageError) {
    process.stderr.write(`presscheck: ${usageText(error)}\n`);
    return EXIT_CODES.wrongUsage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`presscheck: ${text.split('\n').map(visible).join('\n')}\n`);
  return EXIT_CODES.harnessError;
}
