/**
 * Whether the URL standard takes a text. `URL.canParse` cannot be used: in Node 20, once it has been
 * called so often that it is compiled, it refuses letters outside ASCII.
 * @param base what a relative URL is relative to
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
