import {escapeToken, isObject} from './json.ts';

/** Every object in a document with its JSON Pointer. */
export function* nodes(value: unknown, pointer = ''): Generator<[string, Record<string, unknown>]> {
  if (!isObject(value) && !Array.isArray(value)) return;
  if (isObject(value)) yield [pointer, value];
  for (const [name, child] of Object.entries(value))
    yield* nodes(child, `${pointer}/${escapeToken(name)}`);
}
