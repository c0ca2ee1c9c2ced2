import {Command} from 'commander';
import type {MockFlags} from './mock-options.ts';

/** The commands that start a mock. */
export type MockCommand = 'mock' | 'exec';

/** A flag, from which follow the option of the command line and the member of `presscheck.mock.yaml`. */
export interface Flag {
  /** As typed: the member of the file has the same name without dashes. */
  typed: string;
  help: string;
  /** Its values; lists and pairs (`name=value`) can be given several times. Paths in a file are relative to its folder. */
  kind: 'text' | 'path' | 'number' | 'switch' | 'list' | 'pairs';
  /** The only values that there are. */
  values?: readonly string[];
  /** Values of a path that are no path. */
  words?: readonly string[];
  /** The only command that has it; absent: both. */
  only?: MockCommand;
  /** The only command that takes it from the file; absent: each that has it. */
  inFileOf?: MockCommand;
}

/** The flags of `mock` and `exec`. */
export const FLAGS: readonly Flag[] = [
  {
    typed: '--port <n>',
    help:
      'port of the workspace API; the store API takes the next, then the storage, and the ' +
      'control plane the one 9 above; 0: free ports (default: 4010; of exec: 0)',
    kind: 'number',
    // Several commands may run at once, beside a mock that serves.
    inFileOf: 'mock',
  },
  {typed: '--host <host>', help: 'listen on another host than localhost', kind: 'text'},
  {
    typed: '--public-url <url>',
    help:
      'the address under which clients reach the mock, for links; for separate ports also ' +
      'workspace=URL, store=URL, storage=URL, control=URL (repeatable)',
    kind: 'list',
  },
  {
    typed: '--one-port',
    help: 'serve everything on one port, by path: storage below /_storage/, the control plane below /_presscheck/',
    kind: 'switch',
  },
  {
    typed: '--trust-proxy',
    help: 'links follow X-Forwarded-* and Forwarded of a proxy in front',
    kind: 'switch',
  },
  {
    typed: '--control-token <token>',
    help: 'the token that the control plane requires (or PRESSCHECK_CONTROL_TOKEN)',
    kind: 'text',
  },
  {
    typed: '--cors <origin>',
    help: 'let web pages of this origin use the workspace API (repeatable; *: all pages)',
    kind: 'list',
  },
  {typed: '--data <dir>', help: 'keep worlds and files in this folder', kind: 'path'},
  {
    typed: '--fsync',
    help: 'with --data: responses wait until the disk has the change',
    kind: 'switch',
  },
  {
    typed: '--world <what>',
    help: 'what the default world holds: demo, empty, or the file of a seed or snapshot',
    kind: 'path',
    words: ['demo', 'empty'],
  },
  {
    typed: '--save <file>',
    help: 'write a snapshot of the default world to this file at the end, for --world',
    kind: 'path',
  },
  {
    typed: '--limits <off>',
    help: 'off: the default world has no minute limits and daily quotas',
    kind: 'text',
    values: ['off'],
  },
  {
    typed: '--speed <n>',
    help: "how many times as fast as real time the default world's clock runs",
    kind: 'number',
  },
  {
    typed: '--skip-waits',
    help: 'its clock moves to the next event when a client polls what waits',
    kind: 'switch',
  },
  {
    typed: '--freedom <name=value>',
    help:
      'what the default world does where the documents leave it open (repeatable); ' +
      '`GET /worlds/demo/freedoms` of the control plane lists names and values',
    kind: 'pairs',
  },
  {
    typed: '--defect <name>',
    help: 'break a rule on purpose (repeatable); `presscheck rules RULE --defects` lists the names',
    kind: 'list',
  },
  {
    typed: '--faults <file>',
    help: 'order faults of the default world: rules in YAML or JSON',
    kind: 'path',
  },
  {
    typed: '--watch',
    help: 'when the file of --faults or --world changes, order its faults or reset the default world to it',
    kind: 'switch',
    only: 'mock',
  },
  {
    typed: '--log <json>',
    help: 'json: write each request as a line of JSON',
    kind: 'text',
    values: ['json'],
    only: 'mock',
  },
  {
    typed: '-v, --verbose',
    help: 'list every request, not only those that are refused; exec also says where the console is',
    kind: 'switch',
  },
  {
    // Not `--env-file`: Node 20 reads that one itself, wherever it stands in the command line.
    typed: '--write-env <file>',
    help: 'while the mock serves, this file holds its addresses and credentials as variables',
    kind: 'path',
    only: 'mock',
  },
  {
    typed: '--json',
    help: 'print one line of JSON when the mock serves; refusals go to standard error',
    kind: 'switch',
    only: 'mock',
  },
  {
    typed: '--fail-on <what>',
    help:
      'exit with 1 if the command succeeds, but requests were refused (refused) or ordered faults ' +
      'never happened (unfired); both: refused,unfired',
    kind: 'text',
    only: 'exec',
  },
];

/** The name of a flag: `public-url`. */
export const nameOf = ({typed}: Pick<Flag, 'typed'>): string => /--([\w-]+)/.exec(typed)?.[1] ?? '';

/** The property of the parsed flags, as commander names it: `publicUrl`. */
export const propertyOf = (flag: Pick<Flag, 'typed'>): keyof MockFlags =>
  nameOf(flag).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof MockFlags;

/** The flags of a command. */
const flagsOf = (command: MockCommand): Flag[] =>
  FLAGS.filter(({only}) => only === undefined || only === command);

/** Gives a command the flags. */
export function withFlags(command: Command, name: MockCommand): Command {
  for (const {typed, help, kind} of flagsOf(name))
    if (kind === 'list' || kind === 'pairs') command.option(typed, help, oneMore);
    else command.option(typed, help);
  return command.option(
    '--config <file>',
    'take further flags from this file (default: presscheck.mock.yaml, if there is one)',
  );
}

const oneMore = (text: string, texts: string[] | undefined): string[] => [...(texts ?? []), text];
