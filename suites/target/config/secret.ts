import {readPlainFile, whyUnread} from '../../../spec/read-file.ts';
import type {SecretReference} from './schema.ts';
import type {ConfigSource} from './source.ts';

/** Bytes of a secret's file. */
const MAX_BYTES = 100_000;

/**
 * Reads a secret from the environment variable or the file that the configuration names. A variable that is
 * not set gets a text in its place where the source collects such variables: nothing is sent then.
 * @param pointer of the field that names it
 * @throws UsageError when it is missing, empty, or no header can carry it; the message does not
 *   show it
 */
export function readSecret(
  source: ConfigSource,
  reference: SecretReference,
  pointer: string,
): string {
  const secret = secretText(source, reference, pointer);
  if (/^[\x21-\x7E]+$/.test(secret)) return secret;
  throw source.mistake(
    pointer,
    'the secret has characters that no header can carry; ' +
      'it must be one line of ASCII without spaces',
  );
}

/**
 * Reads the id or the secret of an OAuth client. It may contain spaces (RFC 6749, appendix A): it
 * is sent in a form, or encoded in a header.
 * @param given the text itself, or where it is
 * @param pointer of the field that names it
 * @throws UsageError when it is missing, empty, or has other characters; the message does not show
 *   it
 */
export function readClientText(
  source: ConfigSource,
  given: string | SecretReference,
  pointer: string,
): string {
  const text = typeof given === 'string' ? given : secretText(source, given, pointer);
  if (/^[\x20-\x7E]+$/.test(text)) return text;
  throw source.mistake(
    pointer,
    'this has characters that OAuth clients may not have; it must be one line of ASCII',
  );
}

function secretText(source: ConfigSource, reference: SecretReference, pointer: string): string {
  const text =
    'env' in reference
      ? fromEnvironment(source, reference.env, pointer)
      : fromFile(source, reference.file, pointer);
  if (text === text.trim()) return text;
  throw source.mistake(pointer, 'the secret begins or ends with a blank; leave it out');
}

/** A text without the line break that editors and other tools put at its end. */
const withoutLineEnd = (text: string): string => text.replace(/[\r\n]+$/, '');

function fromEnvironment(source: ConfigSource, name: string, pointer: string): string {
  const value = Object.hasOwn(source.env, name) ? source.env[name] : undefined;
  if (value?.trim()) {
    source.variables.set(value.trim(), name);
    return withoutLineEnd(value);
  }
  const problem = value === undefined ? 'is not set' : 'is empty';
  if (!source.unset)
    throw source.mistakeOnLine(pointer, `the environment variable ${name} ${problem}`);
  source.unset.add(name);
  return `unset-${name}`;
}

function fromFile(source: ConfigSource, file: string, pointer: string): string {
  const path = source.pathOf(file);
  let text: string;
  try {
    text = withoutLineEnd(readPlainFile(path, MAX_BYTES).toString('utf8'));
  } catch (error) {
    throw source.mistakeOnLine(
      pointer,
      `the secret's file ${path} cannot be read (${whyUnread(error)})`,
    );
  }
  if (text.trim() === '') throw source.mistakeOnLine(pointer, `the secret's file ${file} is empty`);
  return text;
}
