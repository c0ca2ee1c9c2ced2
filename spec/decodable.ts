/** Whether a path or a part of one can be percent-decoded. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A text with its percent escapes decoded; escapes that are no UTF-8 stay as they are. */
export const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    isDecodable(escapes) ? decodeURIComponent(escapes) : escapes,
  );
