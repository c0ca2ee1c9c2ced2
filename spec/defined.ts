/**
 * A value that has to be there.
 * @param what it is, for the message when it is missing: "the profile of the store"
 * @throws Error when the value is undefined or null
 */
export function defined<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
