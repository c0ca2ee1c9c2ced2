/** Stand around a text that is to be cut, and behind its length; no text keeps them. */
const [BEGIN, OF, END] = ['\uE000', '\uE001', '\uE002'];
const MARKS = new RegExp(`[${BEGIN}${OF}${END}]`, 'g');
const MARKED = new RegExp(`${BEGIN}(\\d+)${OF}([^${END}]*)${END}`, 'g');

/** Characters beyond the cut that are kept until then: no secret is longer. */
const CHARS_KEPT_FOR_REDACTION = 20_000;

/**
 * A text that will be shown up to a length. It is cut only by `cutShort`, after secrets were taken
 * out of it: a secret that is cut in two would not be recognised any more.
 * @param maxLength characters of it at most
 */
export function markForCut(text: string, maxLength: number): string {
  const bounded = text.slice(0, maxLength + CHARS_KEPT_FOR_REDACTION).replaceAll(MARKS, ' ');
  return bounded.length <= maxLength ? bounded : `${BEGIN}${maxLength}${OF}${bounded}${END}`;
}

/** Cuts the texts that `markForCut` marked; each that is cut ends with `...`. */
export const cutShort = (text: string): string =>
  text.replaceAll(MARKED, (_, most: string, whole: string) => cut(whole, Number(most)));

/** A text up to a length, `...` included. */
export const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`;
