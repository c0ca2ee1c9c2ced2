const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How much a JSON text may hold. */
export interface JsonBounds {
  /** Lists and objects that stand in each other. */
  levels: number;
  /** Values in all, of which lists and objects count twice. */
  values: number;
}

/**
 * Of which a JSON text holds more than the bounds allow, told before it is parsed: it stops where it
 * knows, and needs no stack. Of a text that is no JSON it says anything.
 */
export function exceeded(text: string, {levels, values}: JsonBounds): keyof JsonBounds | undefined {
  let depth = 0;
  let count = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString && code === BACKSLASH) at += 1;
    else if (code === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (CLOSING.has(code)) depth -= 1;
    else if (OPENING.has(code)) depth += 1;
    if (!inString && (code === COMMA || OPENING.has(code))) count += 1;
    if (depth > levels) return 'levels';
    if (count > values) return 'values';
  }
  return undefined;
}
