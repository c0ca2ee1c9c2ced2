/**
 * Another spelling of a JSON text that means the same (RFC 8259, 7): characters beyond ASCII are written by their
 * numbers, those beyond 16 bits by two numbers, and a slash is escaped. Many clients write JSON like this.
 */
export const escapedJson = (json: string): string =>
  json.replaceAll('/', String.raw`\/`).replaceAll(/[^\0-\x7F]/g, numbered);

/** The escapes of the units of a character in UTF-16. */
const numbered = (character: string): string =>
  Array.from({length: character.length}, (_, n) => {
    const unit = character.charCodeAt(n).toString(16);
    return String.raw`\u${unit.padStart(4, '0')}`;
  }).join('');
