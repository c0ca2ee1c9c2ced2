/** Whether a text is a web address. `URL.canParse` of Node 20 sometimes refuses letters outside ASCII. */
export function parses(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
