import {HARD_TEXTS, type HardText} from './hard-texts.ts';

/** What a value is made of: `name` makes it unlike every other of the run. */
export interface Plain {
  /** Label of the run and a hash, for example `pc-1-7f3a`; it has letters, digits and hyphens. */
  name: string;
  /** As many characters as are wanted, out of the digits and letters of a hash. */
  fill(length: number): string;
  /** As many digits as are wanted. */
  digits(length: number): string;
}

/** Makes a value of one class. */
export type MakeValue = (plain: Plain) => string;

/** Kinds of values that have classes; each is the value of one member or header. */
export type ValueKind = 'email' | 'external-id' | 'password' | 'idempotency-key' | 'file-name';

const DOMAIN = 'presscheck.example';

const words = (
  texts: readonly HardText[],
  made: (name: string, text: string) => string,
): Record<string, MakeValue> =>
  Object.fromEntries(texts.map((text) => [text, ({name}: Plain) => made(name, HARD_TEXTS[text])]));

/** Scripts and signs that any text without a documented form may have. */
const ANY_SCRIPT: readonly HardText[] = [
  'accents',
  'sharp s',
  'cyrillic',
  'chinese',
  'right to left',
  'apostrophe',
  'ampersand',
  'percent sign',
  'plus',
  'commas and semicolons',
];

/**
 * Addresses that RFC 5321 and RFC 5322 allow, in ASCII. Upper case is left out: whether a deployment
 * folds it is open.
 */
const EMAILS: Record<string, MakeValue> = {
  'plus sign': ({name}) => `${name}+news@${DOMAIN}`,
  apostrophe: ({name}) => `o'neil.${name}@${DOMAIN}`,
  dots: ({name}) => `a.b.${name}@${DOMAIN}`,
  underscore: ({name}) => `_${name}_@${DOMAIN}`,
  'digits at the front': ({name}) => `007.${name}@${DOMAIN}`,
  'a local part of 64': ({name, fill}) => `${name}${fill(64 - name.length)}@${DOMAIN}`,
  'a domain of many parts': ({name}) => `${name}@mail.lists.${DOMAIN}`,
  'a domain with a hyphen': ({name}) => `${name}@low-tide.${DOMAIN}`,
  'a domain of digits': ({name}) => `${name}@163.${DOMAIN}`,
};

/**
 * Strings of at most 64 characters. A slash is left out: not every gateway passes it on in a path,
 * and a path can carry an `external_id`.
 */
const EXTERNAL_IDS: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (name, text) => `${name} ${text}`),
  ...words(
    ['emoji', 'quotes', 'markup', 'question mark and hash', 'two blanks'],
    (name, text) => `${text} ${name}`,
  ),
  'digits with leading zeros': ({digits}) => `000${digits(13)}`,
  'digits beyond 2^53': ({digits}) => `9${digits(19)}`,
  'upper case': ({name}) => `ID-${name}-ABC`,
  '64 characters': ({name, fill}) => `${name}${fill(64 - name.length)}`,
  'a number with an exponent': ({digits}) => `1e${digits(9)}`,
  'like an email': ({name}) => `${name}@${DOMAIN}`,
};

/** Passwords of 8 to 255 characters. */
const PASSWORDS: Record<string, MakeValue> = {
  '8 characters': ({fill}) => `Pw-${fill(5)}`,
  '73 characters': ({fill}) => `Pw-${fill(70)}`,
  '255 characters': ({fill}) => `Pw-${fill(252)}`,
  digits: ({digits}) => digits(12),
  blanks: ({fill}) => `correct horse ${fill(8)}`,
  ...words(
    ['accents', 'chinese', 'quotes', 'markup', 'percent sign', 'backslash'],
    (name, text) => `${text} ${name}`,
  ),
};

/** What a header can carry: visible ASCII. */
const IDEMPOTENCY_KEYS: Record<string, MakeValue> = {
  'upper case': ({name}) => name.toUpperCase(),
  'a UUID': ({fill}) => [8, 4, 4, 4, 12].map((length) => fill(length)).join('-'),
  'digits with leading zeros': ({digits}) => `000${digits(13)}`,
  'digits beyond 2^53': ({digits}) => `9${digits(19)}`,
  signs: ({name}) => `${name}:a/b+c=d_e.f~g`,
  '64 characters': ({name, fill}) => `${name}${fill(64 - name.length)}`,
};

/** What stands in front of a sample's file name, whose ending decides about the format. */
const FILE_NAMES: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (_, text) => `${text} `),
  ...words(['emoji', 'dots', 'leading zeros', 'combining marks'], (_, text) => `${text} `),
  parentheses: () => 'the low tide (1) ',
  'another ending inside': () => 'the.low.tide.exe.',
  '100 characters': () => 'a long title '.repeat(8).slice(0, 100),
};

/** Every class of surely valid values, by the kind of the value. */
export const VALUE_CLASSES: Record<ValueKind, Record<string, MakeValue>> = {
  email: EMAILS,
  'external-id': EXTERNAL_IDS,
  password: PASSWORDS,
  'idempotency-key': IDEMPOTENCY_KEYS,
  'file-name': FILE_NAMES,
};
