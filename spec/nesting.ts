const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPENING = new Set([0x5b, OPEN_OBJECT]);
const CLOSING = new Set([0x5d, 0x7d]);
const STRUCTURE = new Set([COMMA, ...OPENING, ...CLOSING]);

/** How much a JSON text may hold. */
export interface JsonBounds {
  /** Lists and objects that stand in each other. */
  levels: number;
  /** Values in all, of which lists and objects count twice. */
  values: number;
  /** Members of one object. */
  members: number;
}

/**
 * Of which a JSON text holds more than the bounds allow, told before it is parsed: it stops where it
 * knows, and needs no stack. Of a text that is no JSON it says anything.
 */
export function exceeded(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  /** The members of each open object so far; 0 for a list. */
  const open: number[] = [];
  let count = 1;
  for (const code of structureOf(text)) {
    if (CLOSING.has(code)) open.pop();
    else count += 1;
    if (OPENING.has(code)) open.push(code === OPEN_OBJECT ? 1 : 0);
    if (code === COMMA) addMember(open);
    if (open.length > bounds.levels) return 'levels';
    if (count > bounds.values) return 'values';
    if ((open.at(-1) ?? 0) > bounds.members) return 'members';
  }
  return undefined;
}

/** The character codes of brackets, braces and commas outside of strings. */
function* structureOf(text: string): Generator<number> {
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString && code === BACKSLASH) at += 1;
    else if (code === QUOTE) inString = !inString;
    else if (!inString && STRUCTURE.has(code)) yield code;
  }
}

/** Counts another member of the innermost object, if it is one. */
function addMember(open: number[]): void {
  const members = open.pop();
  if (members !== undefined) open.push(members && members + 1);
}
