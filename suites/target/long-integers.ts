/**
 * Integers of a deployment beyond 2^53, such as ids of 18 digits. `JSON.parse` rounds most of them; therefore each
 * that it rounds has a substitute, an exact number that is used in place of it wherever presscheck works with it. Requests and
 * reports have the integer's own digits. A substitute is the same for the whole process.
 */
const substituteOf = new Map<string, string>();
const digitsOf = new Map<string, string>();

/** Digits that presscheck made up and sent: they stay as they are where a text shows them. */
const madeUp = new Set<string>();

/** Numbers of more than 21 digits that presscheck sent. */
const madeUpLarge = new Set<number>();

/** Substitutes begin here: just below 2^53, where the numbers of a deployment are rarely found. */
const FIRST_SUBSTITUTE = 9_007_190_000_000_000;
const SUBSTITUTE = /(?<!\d)900719\d{10}(?!\d)/g;

/** The most integers that are remembered; further ones are rounded. */
const MOST = 1_000_000;

/** A text without a run of as many digits has no long integer. */
const LONG_RUN = /\d{16}/;

/**
 * An integer outside of strings that may be beyond 2^53 and has neither fraction nor exponent. With `\d{16,}`, one of
 * millions of digits would take more than the stack.
 */
const LONG_INTEGER = /(?<![\w.+-])\d{16}\d*(?![\d.eE])/g;

/**
 * Such an integer in a string, alone or beside signs: `user-711508198387122001@...`, `/runs/711508198387122001`. Among
 * letters, as in a hash or a cursor, digits are no integer.
 */
const IN_STRING = /(?<![\p{L}\p{N}_.])\d{16}\d*(?![\p{L}\p{N}_])/gu;

const DIGITS = /(?<!\d)\d{16}\d*/g;

/**
 * A text that was received, with substitutes for its integers beyond 2^53. In strings they have them, too, whether they
 * have been seen as numbers or not: one response may show an id as a number and another as a text.
 */
export function withSubstitutes(text: string): string {
  if (!LONG_RUN.test(text)) return text;
  const parts: string[] = [];
  let end = 0;
  while (end < text.length) {
    const quote = text.indexOf('"', end);
    const begin = quote === -1 ? text.length : quote;
    parts.push(text.slice(end, begin).replace(LONG_INTEGER, substitute));
    end = endOfString(text, begin);
    parts.push(text.slice(begin, end).replace(IN_STRING, substitute));
  }
  return parts.join('');
}

/** The offset behind the string of a JSON text that begins at an offset. An expression would run out of stack. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '"') return at + 1;
    if (text.charAt(at) === '\\') at += 1;
  }
  return text.length;
}

/** A text that is sent or shown, with the digits of the integers that substitutes stand for. */
export const withOwnDigits = (text: string): string =>
  digitsOf.size ? text.replace(SUBSTITUTE, (found) => digitsOf.get(found) ?? found) : text;

/**
 * As `withOwnDigits`, for a text from which secrets are removed before `withShortNumbers` cuts its long integers. In
 * the middle of a very long one, digits are left out that will not be shown.
 * @param kept the number of digits that may belong to a secret which begins with the last digit that is shown
 */
export const withShownDigits = (text: string, kept: number): string =>
  digitsOf.size
    ? text.replace(SUBSTITUTE, (found) => withGap(digitsOf.get(found) ?? found, kept))
    : text;

function withGap(digits: string, kept: number): string {
  const shown = MAX_SHOWN_DIGITS + kept;
  if (digits.length <= shown + kept) return digits;
  return digits.slice(0, shown) + GAP + digits.slice(digits.length - kept);
}

/** A text in which no integer is longer than `MAX_SHOWN_DIGITS`; each that is cut ends with `...`. */
export const withShortNumbers = (text: string): string =>
  text.replaceAll(LONG_OR_WITH_GAP, (found) => {
    const [digits = ''] = found.split(GAP);
    return `${digits.slice(0, MAX_SHOWN_DIGITS - 3)}...`;
  });

/** The most digits of an integer that are shown: those of 256 bits are shown whole. */
const MAX_SHOWN_DIGITS = 80;

/** A private-use character in place of digits that are left out. */
const GAP = '\uE003';

const LONG_OR_WITH_GAP = new RegExp(
  String.raw`(?<!\d)(?:\d*${GAP}\d*|\d{${MAX_SHOWN_DIGITS}}\d+)`,
  'g',
);

/** A number that `JSON.stringify` writes with an exponent, because it has more than 21 digits: `1e+21`. */
const WITH_EXPONENT = /(?<![\w.])\d(?:\.\d+)?e\+\d+(?!\w)/g;

/**
 * As `withOwnDigits`, for the text of a request: notes the other long runs of digits in it as made up, also those of
 * numbers with an exponent, which a deployment may show in full.
 */
export function textToSend(text: string): string {
  for (const [number] of text.matchAll(WITH_EXPONENT)) madeUpLarge.add(Number(number));
  if (!LONG_RUN.test(text)) return text;
  for (const [digits] of text.matchAll(DIGITS)) if (!digitsOf.has(digits)) madeUp.add(digits);
  return withOwnDigits(text);
}

function substitute(digits: string): string {
  if (isKept(digits)) return digits;
  const known = substituteOf.get(digits);
  if (known !== undefined) return known;
  if (madeUp.has(digits) || madeUpLarge.has(Number(digits))) return digits;
  if (digitsOf.size === MOST) return digits;
  const next = String(FIRST_SUBSTITUTE + digitsOf.size);
  // A copy: the digits are a slice that would keep the whole response in memory.
  const copy = Buffer.from(digits, 'latin1').toString('latin1');
  substituteOf.set(copy, next);
  digitsOf.set(next, copy);
  return next;
}

/** Whether `JSON.parse` and `JSON.stringify` keep an integer: those up to 2^53, that one, and a few beyond. */
const isKept = (digits: string): boolean =>
  Number.isSafeInteger(Number(digits)) || String(Number(digits)) === digits;
