import {isObject, isSameJson} from '../../spec/json.ts';

/**
 * The first member that the text of a tool's result has otherwise than its structured content; undefined if there is
 * none. How a text is cut or formatted is open (NS-WS-46): only numbers, flags and ids are compared that both have,
 * and rows only where both have one id.
 * @param structured the documented members of the structured content, or one of them
 * @param text those of the text
 */
export function saidOtherwise(
  structured: unknown,
  text: unknown,
  pointer = '',
): string | undefined {
  if (Array.isArray(structured) && Array.isArray(text))
    return first(structured, (row, index) => {
      const same = text.find((one) => nameOf(one) !== undefined && nameOf(one) === nameOf(row));
      return saidOtherwise(row, same, `${pointer}/${index}`);
    });
  if (isObject(structured) && isObject(text))
    return first(Object.entries(structured), ([name, value]) =>
      areComparable(name, value, text[name]) || typeof value === 'object'
        ? saidOtherwise(value, text[name], `${pointer}/${name}`)
        : undefined,
    );
  const isOther = areComparable(pointer, structured, text) && !isSameJson(structured, text);
  return isOther
    ? `${pointer}: ${JSON.stringify(text)} for ${JSON.stringify(structured)}`
    : undefined;
}

function areComparable(name: string, one: unknown, other: unknown): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one === 'string') return /(^|[/_])id$/.test(name);
  return typeof one === 'number' || typeof one === 'boolean';
}

const nameOf = (row: unknown): unknown => (isObject(row) ? (row.id ?? row.slug) : undefined);

function first<T>(
  parts: readonly T[],
  find: (part: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, part] of parts.entries()) {
    const found = find(part, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
