import {dirname, resolve} from 'node:path';
import {UsageError} from '../../../spec/usage-error.ts';

/** Environment variables by name. */
export type Env = Record<string, string | undefined>;

/** A configuration file while its sections are read: where each field is, and where secrets are. */
export class ConfigSource {
  readonly file: string;
  readonly env: Env;
  /** `FILE:LINE` of the field at a JSON Pointer, for example of `/credentials/full`. */
  readonly lineOf: (pointer: string) => string;

  constructor(file: string, env: Env, lineOf: (pointer: string) => string) {
    this.file = file;
    this.env = env;
    this.lineOf = lineOf;
  }

  /** The path of a file that the configuration names, relative to its own folder. */
  pathOf(file: string): string {
    return resolve(dirname(this.file), file);
  }

  /** The error for a field: `FILE:LINE: FIELD: MESSAGE`. The message says what to do. */
  mistake(pointer: string, message: string): UsageError {
    return this.mistakeAt(pointer, `${fieldName(pointer)}: ${message}`);
  }

  /** The error for a line, where the message itself says what it is about: `FILE:LINE: MESSAGE`. */
  mistakeAt(pointer: string, message: string): UsageError {
    return new UsageError(`${this.lineOf(pointer)}: ${message}`);
  }
}

/** A field as users write it: `credentials.full` for `/credentials/full`. */
export const fieldName = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

/** What is wrong with a file that could not be read: its error code, for example `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
