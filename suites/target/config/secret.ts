import {readPlainFile, whyUnread} from '../../../spec/read-file.ts';
import type {SecretReference} from './schema.ts';
import type {ConfigSource} from './source.ts';

/** Bytes of a secret's file. */
const MAX_BYTES = 100_000;

/**
 * Reads a secret from the environment variable or the file that the configuration names.
 * @param pointer of the field that names it
 * @throws UsageError when it is missing, empty, or no header can carry it
 */
export function readSecret(
  source: ConfigSource,
  reference: SecretReference,
  pointer: string,
): string {
  const secret =
    'env' in reference
      ? fromEnvironment(source, reference.env, pointer)
      : fromFile(source, reference.file, pointer);
  return headerValue(source, secret, pointer, 'secret');
}

/**
 * A value that goes into a header.
 * @param what it is, for the message: `secret` or `id`
 * @throws UsageError when a header cannot carry it; the message does not show it
 */
export function headerValue(
  source: ConfigSource,
  value: string,
  pointer: string,
  what: 'secret' | 'id',
): string {
  if (/^[\x21-\x7E]+$/.test(value)) return value;
  throw source.mistake(
    pointer,
    `the ${what} has characters that no header can carry; ` +
      'it must be one line of ASCII without spaces',
  );
}

function fromEnvironment(source: ConfigSource, name: string, pointer: string): string {
  const value = Object.hasOwn(source.env, name) ? source.env[name] : undefined;
  if (value?.trim()) {
    source.variables.set(value.trim(), name);
    return value.trim();
  }
  throw source.mistakeOnLine(pointer, `the environment variable ${name} is not set`);
}

function fromFile(source: ConfigSource, file: string, pointer: string): string {
  const path = source.pathOf(file);
  let text: string;
  try {
    text = readPlainFile(path, MAX_BYTES).toString('utf8').trim();
  } catch (error) {
    throw source.mistakeOnLine(
      pointer,
      `the secret's file ${path} cannot be read (${whyUnread(error)})`,
    );
  }
  if (text === '') throw source.mistakeOnLine(pointer, `the secret's file ${file} is empty`);
  return text;
}
