/**
 * A number with its noun, for example `1 request` or `2 requests`.
 * @param noun in the singular; the plural has an s behind it
 */
export const quantity = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * A number with what is counted, for example `1 publication (the API offers no deletion)`.
 * @param things nouns in the plural, perhaps with a remark in brackets
 */
export const counted = (count: number, things: string): string =>
  `${count} ${count === 1 ? things.replaceAll(/s(?=,| \(|$)/g, '') : things}`;
