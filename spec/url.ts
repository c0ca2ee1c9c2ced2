/**
 * Whether a value is a text that the URL standard takes. `URL.canParse` cannot be used: in Node 20, once it has been
 * called so often that it is compiled, it refuses letters outside ASCII.
 * @param base what a relative URL is relative to
 */
export function isUrl(value: unknown, base?: string): value is string {
  if (typeof value !== 'string') return false;
  try {
    return Boolean(new URL(value, base));
  } catch {
    return false;
  }
}
