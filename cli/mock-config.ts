import {existsSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {isObject} from '../spec/json.ts';
import {likeliest} from '../spec/likeliest.ts';
import {UsageError} from '../spec/usage-error.ts';
import {FLAGS, nameOf, propertyOf, type Flag, type MockCommand} from './mock-flags.ts';
import type {MockFlags} from './mock-options.ts';

/** The file that is read from the working folder when none is named. */
const CONFIG_FILE = 'presscheck.mock.yaml';

/**
 * Runs a command with its flags and those of the configuration file; what was typed wins.
 * @param run also gets a sentence about the file, if there is one
 * @throws UsageError that names file, line and field; also for a mistake that `run` finds in a flag of the file
 */
export async function withConfig<T>(
  typed: MockFlags,
  command: MockCommand,
  run: (flags: MockFlags, note?: string) => Promise<T>,
): Promise<T> {
  const file = typed.config ?? CONFIG_FILE;
  if (typed.config === undefined && !existsSync(file)) return run(typed);
  const {readYaml} = await import('../suites/target/yaml-file.ts');
  const {value, at} = readYaml(file);
  const {flags, taken} = flagsIn(value, command, dirname(file), at);
  const used = taken.filter((flag) => typed[propertyOf(flag)] === undefined).map(nameOf);
  try {
    return await run({...flags, ...typed}, `${file}: ${used.join(', ') || 'nothing is used'}`);
  } catch (error) {
    throw error instanceof UsageError ? namedInFile(error, used, at) : error;
  }
}

type At = (pointer: string) => string;

/** Names the file instead of the flag, where the flag stands in the file. */
function namedInFile(error: UsageError, used: readonly string[], at: At): UsageError {
  const name = used.find((one) => new RegExp(`^--${one}(?![\\w-])`).test(error.message));
  if (name === undefined) return error;
  return new UsageError(`${at(`/${name}`)}: ${error.message.slice('--'.length)}`);
}

/** The flags of a command in a file. @throws UsageError that lists all mistakes */
function flagsIn(
  value: unknown,
  command: MockCommand,
  folder: string,
  at: At,
): {flags: MockFlags; taken: Flag[]} {
  if (value !== null && !isObject(value))
    throw new UsageError(`${at('')}: give a map of flags, for example \`limits: off\``);
  const mistakes: string[] = [];
  const taken: Flag[] = [];
  const flags: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value ?? {})) {
    const flag = FLAGS.find((one) => nameOf(one) === name);
    const read = flag ? READERS[flag.kind](member, flag, folder) : unknownName(name);
    if (typeof read === 'object' && 'wrong' in read)
      mistakes.push(`${at(`/${name}`)}: ${name}: ${read.wrong}`);
    else if (flag && [undefined, command].includes(flag.inFileOf ?? flag.only)) {
      flags[propertyOf(flag)] = read;
      taken.push(flag);
    }
  }
  if (mistakes.length) throw new UsageError(mistakes.join('\n'), mistakes);
  return {flags, taken};
}

interface Wrong {
  wrong: string;
}

/** A value as the command line gives it, or what is wrong with it. */
type Read = string | boolean | string[] | Wrong;

const unknownName = (name: string): Wrong => {
  const names = FLAGS.map(nameOf);
  return {
    wrong: `there is no such flag; did you mean ${likeliest(name, names)}? There are ${names.join(', ')}`,
  };
};

const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const text = (value: unknown, {values}: Flag): Read => {
  if (typeof value === 'string' && (values?.includes(value) ?? value !== '')) return value;
  return {wrong: `give ${values?.join(' or ') ?? 'a text'}`};
};

const READERS: Record<Flag['kind'], (value: unknown, flag: Flag, folder: string) => Read> = {
  text,
  path(value, flag, folder) {
    const read = text(value, flag);
    if (typeof read !== 'string' || flag.words?.includes(read)) return read;
    return resolve(folder, read);
  },
  number: (value) =>
    Number.isFinite(value) ? String(value) : {wrong: 'give a number, without quotes'},
  switch: (value) => (typeof value === 'boolean' ? value : {wrong: 'give true or false'}),
  list(value) {
    const texts = Array.isArray(value) ? value : [value];
    return texts.every((one) => typeof one === 'string') ? texts : {wrong: 'give a list of texts'};
  },
  pairs: (value) =>
    isObject(value) && Object.values(value).every(isScalar)
      ? Object.entries(value).map(([name, one]) => `${name}=${String(one)}`)
      : {wrong: 'give a map of names and values, for example {orders.wrapped: true}'},
};

/** The form of each kind, as JSON Schema. */
const SCHEMAS: Record<Flag['kind'], object> = {
  text: {type: 'string', minLength: 1},
  path: {type: 'string', minLength: 1},
  number: {type: 'number', minimum: 0},
  switch: {type: 'boolean'},
  list: {anyOf: [{type: 'string'}, {type: 'array', items: {type: 'string'}}]},
  pairs: {type: 'object', additionalProperties: {type: ['string', 'number', 'boolean']}},
};

/** The JSON Schema of the file, for editors. */
export const configSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: CONFIG_FILE,
  description: 'Flags of `presscheck mock` and `presscheck exec`; flags that are typed win.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    FLAGS.map((flag) => [
      nameOf(flag),
      {
        description: flag.help,
        ...SCHEMAS[flag.kind],
        ...(flag.values && {enum: flag.values}),
      },
    ]),
  ),
});
