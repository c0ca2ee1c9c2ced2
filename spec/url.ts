/**
 * Whether a value is a text that is valid by the URL standard. `URL.canParse` cannot be used: in Node 20, once it has
 * been called so often that it is compiled, it refuses letters outside ASCII.
 * @param base the base of a relative URL
 */
export function isUrl(value: unknown, base?: string): value is string {
  if (typeof value !== 'string') return false;
  try {
    return Boolean(new URL(value, base));
  } catch {
    return false;
  }
}
