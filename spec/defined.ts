/**
 * Returns a value that must exist.
 * @param what a description for the error message, for example "the profile of the store"
 * @throws Error when the value is undefined or null
 */
export function defined<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
