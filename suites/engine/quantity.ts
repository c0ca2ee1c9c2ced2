/**
 * A number with its noun, for example `1 request` or `2 requests`.
 * @param noun in the singular; the plural has an s behind it
 */
export const quantity = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
