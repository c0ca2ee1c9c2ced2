/**
 * Private-use characters that enclose a text that will be cut, `<maximum length>OF<text>`. They are
 * removed from the text beforehand.
 */
const [BEGIN, OF, END] = ['\uE000', '\uE001', '\uE002'];
const MARKS = new RegExp(`[${BEGIN}${OF}${END}]`, 'g');
const MARKED = new RegExp(`${BEGIN}(\\d+)${OF}([^${END}]*)${END}`, 'g');

/** Characters beyond the maximum length that are kept until the cut: no secret is longer. */
const CHARS_KEPT_FOR_REDACTION = 20_000;

/**
 * Marks a text that will be shown up to a length. Only `cutShort` cuts it, after secrets were removed
 * from it: half a secret would not be recognised any more.
 * @param maxLength in characters
 */
export function markForCut(text: string, maxLength: number): string {
  const bounded = text.slice(0, maxLength + CHARS_KEPT_FOR_REDACTION).replaceAll(MARKS, ' ');
  return bounded.length <= maxLength ? bounded : `${BEGIN}${maxLength}${OF}${bounded}${END}`;
}

/** Cuts the texts that `markForCut` marked; each that is cut ends with `...`. */
export const cutShort = (text: string): string =>
  text.replaceAll(MARKED, (_, maxLength: string, whole: string) => cut(whole, Number(maxLength)));

/** A text up to a length, `...` included. */
export const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`;
