import type {Schema} from '../control/validate.ts';
import {TIME_FORMS, TIME_PATTERN} from './relative-time.ts';

/** A time of a seed. */
export const time = (what: string): Schema => ({
  type: 'string',
  pattern: TIME_PATTERN,
  description: `a time, such as ${TIME_FORMS}. ${what}`,
});

/** A day, or a time whose day in the zone of the stores is meant. */
export const day = (what: string): Schema => ({
  type: 'string',
  pattern: TIME_PATTERN,
  description: `a day, such as \`2026-03-01\` or \`in 30 days\`. ${what}`,
});

/** The part of an id that people choose: it stands in paths and file names. */
export const id = (what: string): Schema => ({
  type: 'string',
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  description: `1 to 64 lower-case letters, digits, dashes and underscores. ${what}`,
});

/** A key, token or secret that a client sends in a header. */
export const secret = (what: string): Schema => ({
  type: 'string',
  pattern: '^[!-~]{8,200}$',
  description: `8 to 200 printable ASCII characters without spaces. ${what} Default: a secret one`,
});

export const flag = (description: string): Schema => ({type: 'boolean', description});

export const oneOf = (values: readonly (string | null)[], description: string): Schema => ({
  enum: values,
  description,
});

/** A text up to a length. */
export const words = (maxLength: number, description = ''): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  ...(description && {description}),
});
