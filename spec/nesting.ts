const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPENING = new Set([0x5b, OPEN_OBJECT]);
const CLOSING = new Set([0x5d, 0x7d]);
const STRUCTURE = new Set([COMMA, ...OPENING, ...CLOSING]);

/** Limits on a JSON text. */
export interface JsonBounds {
  /** The depth of nested arrays and objects. */
  levels: number;
  /** The number of values, with arrays and objects counted twice. */
  values: number;
  /** The number of members of one object. */
  members: number;
}

/**
 * Finds the limit that a JSON text exceeds, without parsing it. It stops as soon as it knows, and uses no recursion.
 * For a text that is not JSON the result is meaningless.
 */
export function exceeded(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  /** The number of members of each open object; 0 for an array. */
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

/** Counts a member of the innermost object, if it is an object. */
function addMember(open: number[]): void {
  const members = open.pop();
  if (members !== undefined) open.push(members && members + 1);
}
