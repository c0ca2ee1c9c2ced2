import {at, isObject} from '../../spec/json.ts';
import {refuse, type Refused} from '../operation.ts';

/** The values of fields with such a name are not shown. */
const CONFIDENTIAL = /password|secret|token/i;

/** The maximum number of characters of a value that are shown. */
const MAX_VALUE_CHARS = 60;

/**
 * A validation failure (Errors, 422).
 * @param errors messages by field, for example `{email: ['The email has already been taken.']}`
 * @param body what has the fields, to show their values in the journal. Default: the journal shows the messages
 */
export function invalid(errors: Record<string, string[]>, body?: unknown): Refused {
  const fields = Object.keys(errors);
  const missing = fields.filter((field) => errors[field]?.every(isRequired));
  const wrong = fields.filter((field) => !missing.includes(field));
  const reasons = wrong.map((field) => `a valid ${field} (${errors[field]?.join(' ')})`);
  const values = new Set(fields.map((field) => shown(field, body)));
  return {
    ...refuse('invalid', {
      expected: listed([missing.join(', '), ...reasons], ' and '),
      got: isObject(body) ? [...values].join(' and ') : Object.values(errors).flat().join(' '),
      todo: listed(
        [
          missing.length && `send ${missing.join(', ')}`,
          wrong.length && `correct ${wrong.join(', ')}`,
        ],
        '; ',
      ),
    }),
    errors,
  };
}

/** The same for an operation whose subject has the body. */
export const invalidIn = (
  errors: Record<string, string[]>,
  {body}: {readonly body: unknown},
): Refused => invalid(errors, body);

const isRequired = (message: string): boolean => message.endsWith('is required.');

const listed = (texts: readonly (string | 0)[], between: string): string =>
  texts.filter(Boolean).join(between);

/** A value of a field such as `products.0.unit_price`. */
function shown(field: string, body: unknown): string {
  const value = at(body, `/${field.replaceAll('.', '/')}`);
  if (value === undefined) return 'none';
  if (value === '') return 'an empty text';
  if (CONFIDENTIAL.test(field)) return 'a value that is not shown';
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
}
