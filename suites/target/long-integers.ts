/** A string of a JSON text, or an integer that may be beyond 2^53 and has neither fraction nor exponent. */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Writes integers beyond 2^53 in a JSON text as strings, so that an id of 18 digits keeps each of them. Only
 * for an API in which no number is that large.
 */
export const withLongIntegersAsTexts = (json: string): string =>
  json.replace(STRING_OR_LONG_INTEGER, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
