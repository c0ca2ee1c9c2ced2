import {refuse, type Refused} from '../operation.ts';

/**
 * A validation failure (Errors, 422).
 * @param errors messages by field, for example `{email: ['The email has already been taken.']}`
 */
export function invalid(errors: Record<string, string[]>): Refused {
  const fields = Object.keys(errors);
  return {
    ...refuse('invalid', {
      expected: 'fields that pass their rules',
      got: Object.values(errors).flat().join(' '),
      todo: `correct ${fields.join(', ')}`,
    }),
    errors,
  };
}
