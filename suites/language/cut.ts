/**
 * Private-use characters that enclose a text that will be cut, `<maximum length>OF<text>`. They are
 * removed from the text beforehand.
 */
const [BEGIN, OF, END] = ['\uE000', '\uE001', '\uE002'];
const MARKS = new RegExp(`[${BEGIN}${OF}${END}]`, 'g');
const MARKED = new RegExp(`${BEGIN}(\\d{1,6})${OF}([^${BEGIN}${END}]*)${END}`, 'g');

/** Ends a text that `markForCut` marked: what takes something out of a text leaves this character. */
export const END_OF_CUT = END;

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

/** Cuts the texts that `markForCut` marked; each that is cut ends with `...`. No mark remains. */
export const cutShort = (text: string): string =>
  text
    .replaceAll(MARKED, (_, maxLength: string, whole: string) => cut(whole, Number(maxLength)))
    .replaceAll(MARKS, ' ');

/** A text up to a length, `...` included. */
export const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`;
