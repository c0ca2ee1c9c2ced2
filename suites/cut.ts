/** Stand around a text that is to be cut, and behind its length; no text keeps them. */
const [BEGIN, OF, END] = ['\uE000', '\uE001', '\uE002'];
const MARKS = new RegExp(`[${BEGIN}${OF}${END}]`, 'g');
const MARKED = new RegExp(`${BEGIN}(\\d+)${OF}([^${END}]*)${END}`, 'g');

/** Characters beyond the cut that are kept until then: no secret is longer. */
const CHARS_KEPT_FOR_REDACTION = 20_000;

/**
 * A text that will be shown up to a length. It is cut only by `cutShort`, after secrets were taken
 * out of it: a secret that is cut in two would not be recognised any more.
 * @param most characters of it at most
 */
export function markForCut(text: string, most: number): string {
  const own = text.slice(0, most + CHARS_KEPT_FOR_REDACTION).replaceAll(MARKS, ' ');
  return own.length <= most ? own : `${BEGIN}${most}${OF}${own}${END}`;
}

/** Cuts the texts that `markForCut` marked; each that is cut ends with `...`. */
export const cutShort = (text: string): string =>
  text.replaceAll(MARKED, (_, most: string, whole: string) => cut(whole, Number(most)));

/** A text up to a length, `...` included. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 3)}...`;
