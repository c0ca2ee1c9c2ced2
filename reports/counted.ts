/** A number with its noun, for example `1 request` and `2 requests`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;
