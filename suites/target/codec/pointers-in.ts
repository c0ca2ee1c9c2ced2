import {escapeToken, isObject} from '../../../spec/json.ts';

/** How deep in an object a member is looked for. */
const MAX_DEPTH = 3;

/** The most locations of an object that are considered: a hostile deployment may send 100,000. */
const MAX_POINTERS = 500;

/** The JSON Pointers of the first `MAX_POINTERS` members in an object; lists are not entered. */
export function pointersIn(value: Record<string, unknown>): string[] {
  const pointers: string[] = [];
  for (const pointer of everyPointerIn(value, MAX_DEPTH)) {
    if (pointers.length === MAX_POINTERS) break;
    pointers.push(pointer);
  }
  return pointers;
}

function* everyPointerIn(value: Record<string, unknown>, depth: number): Generator<string> {
  if (depth === 0) return;
  for (const name of Object.keys(value)) {
    const here = `/${escapeToken(name)}`;
    const member = value[name];
    yield here;
    if (!isObject(member)) continue;
    for (const pointer of everyPointerIn(member, depth - 1)) yield here + pointer;
  }
}
