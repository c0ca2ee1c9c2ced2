import {HARD_TEXTS, type HardText} from './hard-texts.ts';

/** The parts of a generated value: `name` makes it unique in the run. */
export interface Plain {
  /** Label of the run and a hash, for example `pc-1-7f3a`; it has letters, digits and hyphens. */
  name: string;
  /** The requested number of characters, from the digits and letters of a hash. */
  fill(length: number): string;
  /** The requested number of digits. */
  digits(length: number): string;
  /** The number of characters that the value has to have, where it has to have one. */
  length?: number;
}

/** Makes a value of one class. */
export type MakeValue = (plain: Plain) => string;

/** Kinds of values that have classes; each is the value of one member or header. */
export type ValueKind =
  | 'email'
  | 'external-id'
  | 'password'
  /** A password of a number of characters that a bound gives. */
  | 'sized-password'
  | 'idempotency-key'
  | 'file-name'
  | 'plan-name'
  /** The name of a content. */
  | 'title'
  /** The external_id of a content. */
  | 'content-id';

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
  'dotted and dotless i',
  'a word of its own meaning',
  'a pattern of SQL',
  'percent encodings',
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
  // The part before the at sign has another meaning by itself.
  'the word of a filter': ({name}) => `admins@${name}.${DOMAIN}`,
  'the word of another filter': ({name}) => `deactivated@${name}.${DOMAIN}`,
};

/** Parts as a UUID has them. */
const uuidOf = (fill: Plain['fill']): string =>
  [8, 4, 4, 4, 12].map((length) => fill(length)).join('-');

/**
 * Strings of at most 64 characters. A slash is left out: not every gateway passes it on in a path,
 * and a path can carry an `external_id`.
 */
const EXTERNAL_IDS: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (name, text) => `${name} ${text}`),
  ...words(
    ['emoji', 'quotes', 'like JSON', 'markup', 'question mark and hash', 'two blanks'],
    (name, text) => `${text} ${name}`,
  ),
  'digits with leading zeros': ({digits}) => `000${digits(13)}`,
  'digits beyond 2^53': ({digits}) => `9${digits(19)}`,
  'upper case': ({name}) => `ID-${name}-ABC`,
  '64 characters': ({name, fill}) => `${name}${fill(64 - name.length)}`,
  // Bounds are numbers of characters, not of bytes.
  '64 characters outside ASCII': ({name}) => `${name}${'ñ'.repeat(64 - name.length)}`,
  '64 characters of three bytes': ({name}) => `${name}${'樓'.repeat(64 - name.length)}`,
  // Whoever counts units of 16 bits counts two for each; nobody counts more than 64.
  '64 units of four bytes': ({name}) => `${name}${'🌊'.repeat((64 - name.length) >> 1)}`,
  'digits beyond 2^32': ({digits}) => `5${digits(9)}`,
  'a number below zero': ({digits}) => `-${digits(12)}`,
  'a decimal': ({digits}) => `${digits(6)}.${digits(6)}0`,
  'a number with an exponent': ({digits}) => `1e${digits(9)}`,
  'like an email': ({name}) => `${name}@${DOMAIN}`,
  'a UUID': ({fill}) => uuidOf(fill),
};

/** Passwords of 8 to 255 characters. */
const PASSWORDS: Record<string, MakeValue> = {
  '8 characters': ({fill}) => `Pw-${fill(5)}`,
  '9 characters': ({fill}) => `Pw-${fill(6)}`,
  '73 characters': ({fill}) => `Pw-${fill(70)}`,
  '255 characters': ({fill}) => `Pw-${fill(252)}`,
  '255 characters outside ASCII': ({fill}) => `${fill(8)}${'é'.repeat(247)}`,
  digits: ({digits}) => digits(12),
  blanks: ({fill}) => `correct horse ${fill(8)}`,
  ...words(
    ['accents', 'chinese', 'quotes', 'markup', 'percent sign', 'backslash'],
    (name, text) => `${text} ${name}`,
  ),
};

/** A text of so many characters, most of which are this letter; it ends with digits of a hash. */
const filledWith =
  (letter: string): MakeValue =>
  ({fill, length = 8}) => {
    const end = fill(Math.min(3, Math.max(0, length - 1)));
    return letter.repeat(length - end.length) + end;
  };

/** Characters outside ASCII, which take two or three bytes, and one unit of UTF-16. */
const SIZED_PASSWORDS: Record<string, MakeValue> = {
  'accented letters': filledWith('é'),
  'cyrillic letters': filledWith('ж'),
  'chinese characters': filledWith('樓'),
};

/** The characters that a header can contain: visible ASCII. */
const IDEMPOTENCY_KEYS: Record<string, MakeValue> = {
  'upper case': ({name}) => name.toUpperCase(),
  'a UUID': ({fill}) => uuidOf(fill),
  'digits with leading zeros': ({digits}) => `000${digits(13)}`,
  'digits beyond 2^53': ({digits}) => `9${digits(19)}`,
  signs: ({name}) => `${name}:a/b+c=d_e.f~g`,
  '64 characters': ({name, fill}) => `${name}${fill(64 - name.length)}`,
};

/** The text before a sample's file name, whose extension determines the format. */
const FILE_NAMES: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (_, text) => `${text} `),
  ...words(['emoji', 'dots', 'leading zeros', 'combining marks'], (_, text) => `${text} `),
  parentheses: () => 'the low tide (1) ',
  'another ending inside': () => 'the.low.tide.exe.',
  '100 characters': () => 'a long title '.repeat(8).slice(0, 100),
};

/** Names that people read. They are searched for, so signs of patterns stand in them, too. */
const PLAN_NAMES: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (name, text) => `${text} ${name}`),
  ...words(
    ['emoji', 'quotes', 'like JSON', 'question mark and hash'],
    (name, text) => `${name} ${text}`,
  ),
  'upper case': ({name}) => `PLAN ${name.toUpperCase()}`,
  underscore: ({name}) => `_${name}_`,
  parentheses: ({name}) => `(1) [${name}]`,
  slashes: ({name}) => `12/24 ${name}`,
};

/** Titles in any script: libraries have books of every language. No bound of their length is told. */
const TITLES: Record<string, MakeValue> = {
  ...words(ANY_SCRIPT, (name, text) => `${text} ${name}`),
  ...words(
    ['greek', 'japanese', 'thai', 'arabic and digits', 'curly quotes'],
    (name, text) => `${text} ${name}`,
  ),
  ...words(
    ['combining marks', 'emoji', 'joined emoji', 'beyond the basic plane', 'quotes', 'slash'],
    (name, text) => `${name} ${text}`,
  ),
  ...words(['question mark and hash', 'braces', 'like JSON'], (name, text) => `${text} ${name}`),
  'upper case': ({name}) => `THE TIDE ${name.toUpperCase()}`,
  parentheses: ({name}) => `(1) [${name}]`,
  'a subtitle': ({name}) => `Tides: a history; vol. 2 - ${name}`,
  'the word of a filter inside': ({name}) => `converting deferred ${name}`,
  '100 characters': ({name, fill}) => `${name} ${fill(99 - name.length)}`,
};

/** References of a warehouse: as `EXTERNAL_IDS`, and ISBNs, which are typical of content. */
const CONTENT_IDS: Record<string, MakeValue> = {
  ...EXTERNAL_IDS,
  'an ISBN with hyphens': ({digits}) => `978-${digits(1)}-${digits(12).slice(4)}-X`,
  'digits of an ISBN': ({digits}) => `978${digits(10)}`,
};

/**
 * Classes of texts that could be taken for the id of something else: where a path can carry either,
 * they are left out.
 */
export const LIKE_IDS: ReadonlySet<string> = new Set([
  'digits with leading zeros',
  'digits beyond 2^53',
  'digits beyond 2^32',
  'a number with an exponent',
  'a number below zero',
  'a decimal',
  'digits of an ISBN',
]);

/**
 * Classes that leave some rule about a value undecided: a text that could be an id, or one that a deployment may store in
 * another normal form. They are never drawn first, so that a run with a single draw decides every rule.
 */
export const NOT_FIRST: ReadonlySet<string> = new Set([...LIKE_IDS, 'combining marks']);

/**
 * Classes of addresses that the RFCs allow and many validators refuse. "Valid email" is all that the
 * document says of an address, so a deployment may refuse them; where it takes them, it keeps them.
 */
export const REFUSABLE: Partial<Record<ValueKind, ReadonlySet<string>>> = {
  email: new Set(['apostrophe', 'underscore', 'a local part of 64']),
};

/** Every class of valid values, by the kind of the value; some may be refused all the same. */
export const VALUE_CLASSES: Record<ValueKind, Record<string, MakeValue>> = {
  email: EMAILS,
  'external-id': EXTERNAL_IDS,
  password: PASSWORDS,
  'sized-password': SIZED_PASSWORDS,
  'idempotency-key': IDEMPOTENCY_KEYS,
  'file-name': FILE_NAMES,
  'plan-name': PLAN_NAMES,
  title: TITLES,
  'content-id': CONTENT_IDS,
};
