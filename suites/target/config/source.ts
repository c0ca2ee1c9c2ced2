import {dirname, resolve} from 'node:path';
import {UsageError} from '../../../spec/usage-error.ts';

/** Environment variables by name. */
export type Env = Record<string, string | undefined>;

/**
 * A configuration file whose sections are read one by one: the lines of its fields, for messages,
 * and the environment variables from which its secrets come.
 */
export class ConfigSource {
  readonly file: string;
  readonly env: Env;
  /** The environment variables from which secrets were read so far, by secret. */
  readonly variables = new Map<string, string>();
  /** Collects the names of environment variables that are not set; without it each is a mistake. */
  readonly unset: Set<string> | undefined;
  /** Entries of profiles that nothing reads, each as `FILE:LINE: FIELD: MESSAGE`. */
  readonly unread: string[] = [];
  /** `FILE:LINE` of the field at a JSON Pointer, for example of `/credentials/full`. */
  readonly lineOf: (pointer: string) => string;

  constructor(file: string, env: Env, lineOf: (pointer: string) => string, unset?: Set<string>) {
    this.file = file;
    this.env = env;
    this.lineOf = lineOf;
    this.unset = unset;
  }

  /** The absolute path of a file that the configuration names relative to its own folder. */
  pathOf(file: string): string {
    return resolve(dirname(this.file), file);
  }

  /** The error for a field: `FILE:LINE: FIELD: MESSAGE`. The message says what to do. */
  mistake(pointer: string, message: string): UsageError {
    return this.mistakeOnLine(pointer, `${fieldName(pointer)}: ${message}`);
  }

  /** The error for the line of a field, whose message names the field or needs none. */
  mistakeOnLine(pointer: string, message: string): UsageError {
    return new UsageError(`${this.lineOf(pointer)}: ${message}`);
  }
}

/** A field as users write it: `credentials.full` for `/credentials/full`. */
export const fieldName = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
